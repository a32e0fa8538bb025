import { avatarColor, initialsOf } from "@clanhall/contract/rules/avatar";
import { themes } from "@clanhall/contract/themes";

/** A piece of a picture, in the shape that satori lays out. */
export interface Piece {
  type: string;
  props: Record<string, unknown>;
}

type Style = Record<string, string | number>;

/** Pictures have one look, the product's own, whatever theme their reader has chosen. */
export const paint = { ...themes.tavernTheme.colors, gold: "#D9A441" };

export function box(style: Style, ...children: (Piece | null)[]): Piece {
  return {
    type: "div",
    props: { style: { display: "flex", boxSizing: "border-box", ...style }, children: children.filter(Boolean) },
  };
}

/** A line of text that ends in dots where there is no more room. */
export function line(text: string, style: Style): Piece {
  const oneLine = {
    display: "block",
    whiteSpace: "nowrap",
    overflow: "hidden",
    textOverflow: "ellipsis",
    flexShrink: 0,
  };
  return { type: "div", props: { style: { ...oneLine, ...style }, children: toDrawable(text) } };
}

/** Text over at most so many lines. */
export function paragraph(text: string, lines: number, style: Style): Piece {
  const clamped = { display: "block", overflow: "hidden", lineClamp: lines };
  return { type: "div", props: { style: { ...clamped, ...style }, children: toDrawable(text) } };
}

/** A name that has no letter to draw is not left blank. */
export function nameLine(name: string, style: Style): Piece {
  return line(toDrawable(name) || "Player", style);
}

/** A small triangle: no font that is shipped has one. */
export function arrow(isUp: boolean, size: number, fill: string): Piece {
  const d = isUp ? "M12 5 22 20H2Z" : "M12 19 2 4h20Z";
  const path = { type: "path", props: { d, fill } };
  return { type: "svg", props: { width: size, height: size, viewBox: "0 0 24 24", children: [path] } };
}

/** The product's mark: a shield of bars. */
function logo(size: number): Piece {
  return {
    type: "svg",
    props: {
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      children: [
        { type: "path", props: { ...stroke, d: "M4 3.5h16v8.7c0 4.2-3 7-8 8.8-5-1.8-8-4.6-8-8.8Z" } },
        { type: "path", props: { ...stroke, d: "M8.5 10.5v3M12 8v8M15.5 9.5v4" } },
      ],
    },
  };
}

const stroke = {
  fill: "none",
  stroke: paint["primary-dark"],
  "stroke-width": 1.75,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

export function brand(): Piece {
  const name = { fontFamily: "Fraunces", fontSize: 30, color: paint["primary-dark"] };
  return box({ alignItems: "center", gap: 12 }, logo(36), line("Clanhall", name));
}

/** The initials are those of the app, as far as the fonts have them. */
export function avatar(name: string, tint: number, size: number, ring: string): Piece {
  const letters = line(toDrawable(initialsOf(name)) || initialsOf(toDrawable(name) || "Player"), {
    color: "#fff",
    fontSize: size * 0.36,
    fontWeight: 700,
  });
  const disc = { borderRadius: size, alignItems: "center", justifyContent: "center" };
  return box(
    { ...disc, width: size + 12, height: size + 12, border: `4px solid ${ring}`, flexShrink: 0 },
    box({ ...disc, width: size - 2, height: size - 2, backgroundColor: avatarColor(tint) }, letters),
  );
}

/** Letters that the shipped fonts have. What they cannot draw would be a row of boxes. */
export function toDrawable(text: string): string {
  return text.replace(undrawable, "").replace(/\s+/gu, " ").trim();
}

const undrawable =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Mn}0-9\u0020-\u007e\u00a0-\u00bf–—‘’“”•…−]/gu;
