import { avatarColor, initialsOf } from "@clanhall/contract/rules/avatar";
import { awardNames, awardScore, awardTitle } from "@clanhall/contract/rules/awards";
import { inOneLine, notCountedText, toScoreText } from "@clanhall/contract/rules/score-text";
import type { PublicSeason } from "@clanhall/contract/seasons";
import type { PublicStandings } from "@clanhall/contract/standings";
import { themes } from "@clanhall/contract/themes";

/** A piece of a picture, in the shape that satori lays out. */
export interface Piece {
  type: string;
  props: Record<string, unknown>;
}

type Style = Record<string, string | number>;

type Row = PublicStandings["rows"][number];

/** All pictures have the product's own colours, whatever theme their reader has chosen. */
const paint = { ...themes.tavernTheme.colors, gold: "#D9A441" };

export const cardSize = { width: 1200, height: 630 };

const cardStyle = {
  ...cardSize,
  flexDirection: "column",
  padding: 56,
  backgroundColor: paint["surface-light"],
  color: paint["text-primary"],
  fontFamily: "Inter",
} as const;

/** The picture of a link preview: what the board is, and its podium, or the awards of the season that ended with it. */
export function cardPicture(standings: PublicStandings): Piece {
  if (standings.season && standings.season.awards.length > 0) return seasonPicture(standings, standings.season);
  const { board, rows, has_results, not_counted } = standings;
  const leaders = has_results ? rows.slice(0, 3) : [];
  const isFinal = standings.is_final || board.state === "ended";
  // In figures: a word without an end would push the podium off the picture, and what draws it breaks down then.
  const width = cardSize.width - 2 * cardStyle.padding - leaders.length * (stepWidth + stepGap) - podiumGap;
  const title = box(
    { width, flexDirection: "column", flexShrink: 0, justifyContent: "center", gap: 18, paddingBottom: 48 },
    line(board.clan.name, { fontSize: 30, color: paint["text-secondary"] }),
    paragraph(board.title, 3, { fontFamily: "Fraunces", fontSize: 60, lineHeight: 1.28 }),
    box({}, chip(isFinal ? `Final result · ${board.period.label}` : board.period.label)),
    leaders.length === 0 ? line("No results yet", { fontSize: 30, color: paint["text-secondary"] }) : null,
    not_counted > 0 ? line(notCountedText(not_counted), { fontSize: 24, color: paint["text-secondary"] }) : null,
  );
  const podium = box(
    { alignItems: "flex-end", gap: stepGap, flexShrink: 0 },
    ...[leaders[1], leaders[0], leaders[2]].map((row) => (row ? podiumStep(standings, row) : null)),
  );
  return box(cardStyle, brand(), box({ flexGrow: 1, gap: podiumGap, marginBottom: -56 }, title, podium));
}

/** Awards that there is room for. */
const awardsMax = 5;

function seasonPicture({ board, rows, activities, not_counted }: PublicStandings, season: PublicSeason): Piece {
  const grey = { fontSize: 24, color: paint["text-secondary"] };
  const champions = rows.filter(({ rank }) => rank === 1);
  const [first] = champions;
  const score = first && toScoreText(first.score, board.measure, activities[0]);
  const left = box(
    { flexDirection: "column", width: 430, flexShrink: 0, gap: 16, justifyContent: "center" },
    line(board.clan.name, { ...grey, fontSize: 28 }),
    paragraph(season.name, 3, { fontFamily: "Fraunces", fontSize: 54, lineHeight: 1.2 }),
    box({}, chip(board.period.label)),
    first && score
      ? box(
          { alignItems: "center", gap: 18, marginTop: 8 },
          avatar(first.name, first.tint, 84, paint.gold),
          box(
            { flexDirection: "column", flexShrink: 1, overflow: "hidden" },
            line(champions.length > 1 ? "First, shared" : "First", grey),
            nameLine(awardNames(champions), { maxWidth: 300, fontSize: 28, fontWeight: 700 }),
            line([score.amount, score.unit].filter(Boolean).join(" "), grey),
          ),
        )
      : null,
    not_counted > 0 ? line(notCountedText(not_counted), { ...grey, fontSize: 20 }) : null,
  );
  const shown = season.awards.slice(0, awardsMax);
  const others = season.awards.length - shown.length;
  const right = box(
    {
      flexDirection: "column",
      flexGrow: 1,
      flexShrink: 1,
      overflow: "hidden",
      borderRadius: 24,
      padding: "6px 26px",
      backgroundColor: paint["surface-white"],
    },
    ...shown.map((award, index) => awardRow(award, index > 0)),
    others > 0
      ? line(others === 1 ? "and 1 more award" : `and ${others} more awards`, {
          ...grey,
          fontSize: 20,
          paddingBottom: 14,
        })
      : null,
  );
  return box(cardStyle, brand(), box({ flexGrow: 1, gap: 36, alignItems: "center", marginTop: 12 }, left, right));
}

function awardRow(award: PublicSeason["awards"][number], hasLine: boolean): Piece {
  const [winner] = award.winners;
  const small = { fontSize: 20, color: paint["text-secondary"] };
  return box(
    {
      height: 80,
      alignItems: "center",
      gap: 16,
      borderTop: hasLine ? `1px solid ${paint["surface-grey"]}` : "none",
    },
    winner ? avatar(winner.name, winner.tint, 44, paint["surface-white"]) : null,
    box(
      { flexDirection: "column", flexGrow: 1, flexShrink: 1, overflow: "hidden" },
      line(awardTitle(award), small),
      nameLine(awardNames(award.winners), { fontSize: 24, fontWeight: 700 }),
    ),
    line(awardScore(award), { maxWidth: 190, fontSize: 24, fontWeight: 700, color: paint["primary-dark"] }),
  );
}

/** For a board with a passcode: it shows nothing of the board. */
export function closedPicture(): Piece {
  return box(
    { ...cardStyle, alignItems: "center", justifyContent: "center", gap: 24 },
    brand(),
    line("A shared scoreboard", { fontFamily: "Fraunces", fontSize: 66 }),
    line("Opens with a passcode", { fontSize: 30, color: paint["text-secondary"] }),
  );
}

function chip(text: string): Piece {
  const frame = { border: `2px solid ${paint["primary-light"]}`, borderRadius: 99, padding: "8px 22px" };
  return line(text, { ...frame, fontSize: 24, color: paint["primary-dark"] });
}

const stepWidth = 186;
const stepGap = 14;
const podiumGap = 32;
const stepHeights = { 1: 220, 2: 150, 3: 100 };

function podiumStep({ board, activities }: PublicStandings, { rank, name, tint, score }: Row): Piece {
  const text = inOneLine(toScoreText(score, board.measure, activities[0]));
  const isFirst = rank === 1;
  const foot = {
    width: "100%",
    height: stepHeights[Math.min(rank, 3) as 1 | 2 | 3],
    borderRadius: "18px 18px 0 0",
    alignItems: "center",
    justifyContent: "center",
    backgroundColor: isFirst ? paint["primary-dark"] : paint.primary,
  };
  return box(
    { width: stepWidth, flexDirection: "column", alignItems: "center" },
    avatar(name, tint, isFirst ? 104 : 84, isFirst ? paint.gold : paint["surface-grey"]),
    nameLine(name, { maxWidth: stepWidth, marginTop: 12, fontSize: 25, fontWeight: 700 }),
    line(text, {
      maxWidth: stepWidth,
      marginTop: 4,
      marginBottom: 16,
      fontSize: 24,
      color: paint["text-secondary"],
    }),
    box(foot, line(String(rank), { fontFamily: "Fraunces", fontSize: 44, color: "#fff" })),
  );
}

const tableWidth = 1080;
/** Nobody reads more rows in a chat. */
const rowsMax = 40;
const rowHeight = 64;

/** The whole table as a picture, for chats that show pictures rather than links. */
export function standingsPicture(standings: PublicStandings): { piece: Piece; width: number; height: number } {
  const { board, rows, is_final, not_counted } = standings;
  const shown = rows.slice(0, rowsMax);
  const others = rows.length - shown.length;
  // A title of one line needs less room above the table.
  const headHeight = board.title.length > 34 ? 310 : 246;
  const tableHeight = Math.max(shown.length, 1) * rowHeight + (others > 0 ? rowHeight : 0);
  const height = headHeight + tableHeight + (not_counted > 0 ? rowHeight : 0) + 56;
  const grey = { fontSize: 24, color: paint["text-secondary"] };
  const label = is_final || board.state === "ended" ? `Final result · ${board.period.label}` : board.period.label;
  const head = box(
    { flexDirection: "column", height: headHeight - 56, gap: 10 },
    box(
      { justifyContent: "space-between", alignItems: "center" },
      line(board.clan.name, { ...grey, maxWidth: 700 }),
      brand(),
    ),
    paragraph(board.title, 2, { fontFamily: "Fraunces", fontSize: 54, lineHeight: 1.15 }),
    line(`${label} · ${board.period.time_zone}`, grey),
  );
  const piece = box(
    {
      width: tableWidth,
      height,
      flexDirection: "column",
      padding: 56,
      backgroundColor: paint["surface-light"],
      color: paint["text-primary"],
      fontFamily: "Inter",
    },
    head,
    box(
      { flexDirection: "column", borderRadius: 24, backgroundColor: paint["surface-white"], padding: "0 28px" },
      ...(shown.length === 0 ? [line("No results yet", { ...grey, lineHeight: `${rowHeight}px` })] : []),
      ...shown.map((row, index) => tableRow(standings, row, index > 0)),
      others > 0 ? line(`and ${others} more`, { ...grey, lineHeight: `${rowHeight}px` }) : null,
    ),
    not_counted > 0 ? line(notCountedText(not_counted), { ...grey, lineHeight: `${rowHeight}px` }) : null,
  );
  return { piece, width: tableWidth, height };
}

function tableRow({ board, activities }: PublicStandings, row: Row, hasLine: boolean): Piece {
  const text = inOneLine(toScoreText(row.score, board.measure, activities[0]));
  const hasDays = row.days_met !== undefined;
  return box(
    {
      height: rowHeight,
      alignItems: "center",
      gap: 20,
      borderTop: hasLine ? `1px solid ${paint["surface-grey"]}` : "none",
    },
    line(String(row.rank), { width: 64, fontFamily: "Fraunces", fontSize: 28 }),
    board.columns.includes("change") ? changeOf(row) : null,
    avatar(row.name, row.tint, 40, paint["surface-white"]),
    nameLine(row.name, { flexGrow: 1, flexShrink: 1, fontSize: 26, fontWeight: 700 }),
    hasDays ? line(`${row.days_met}/${row.days_due}`, { fontSize: 24, color: paint["text-secondary"] }) : null,
    line(text, { minWidth: 180, textAlign: "right", fontSize: 28, fontWeight: 700 }),
  );
}

function changeOf({ rank, previous_rank }: Row): Piece {
  const gained = previous_rank === null ? 0 : previous_rank - rank;
  const cell = { width: 72, flexShrink: 0, alignItems: "center", gap: 8 };
  if (gained === 0) {
    return box(cell, line(previous_rank === null ? "new" : "–", { fontSize: 22, color: paint["text-secondary"] }));
  }
  const color = gained > 0 ? paint.success : paint.error;
  return box(cell, arrow(gained > 0, 16, color), line(String(Math.abs(gained)), { fontSize: 22, color }));
}

function box(style: Style, ...children: (Piece | null)[]): Piece {
  return {
    type: "div",
    props: { style: { display: "flex", boxSizing: "border-box", ...style }, children: children.filter(Boolean) },
  };
}

/** One line of text, cut with an ellipsis. */
function line(text: string, style: Style): Piece {
  const oneLine = {
    display: "block",
    whiteSpace: "nowrap",
    overflow: "hidden",
    textOverflow: "ellipsis",
    flexShrink: 0,
  };
  return { type: "div", props: { style: { ...oneLine, ...style }, children: toDrawable(text) } };
}

/** Text of at most so many lines. */
function paragraph(text: string, lines: number, style: Style): Piece {
  const clamped = { display: "block", overflow: "hidden", wordBreak: "break-word", lineClamp: lines };
  return { type: "div", props: { style: { ...clamped, ...style }, children: toDrawable(text) } };
}

/** A name of which nothing can be drawn is not left blank. */
function nameLine(name: string, style: Style): Piece {
  return line(toDrawable(name) || "Player", style);
}

/** A small triangle: none of the shipped fonts has one. */
function arrow(isUp: boolean, size: number, fill: string): Piece {
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

function brand(): Piece {
  const name = { fontFamily: "Fraunces", fontSize: 30, color: paint["primary-dark"] };
  return box({ alignItems: "center", gap: 12 }, logo(36), line("Clanhall", name));
}

/** With the same initials as in the app, as far as the fonts have them. */
function avatar(name: string, tint: number, size: number, ring: string): Piece {
  const initials = line(toDrawable(initialsOf(name)) || initialsOf(toDrawable(name) || "Player"), {
    color: "#fff",
    fontSize: size * 0.36,
    fontWeight: 700,
  });
  const disc = { borderRadius: size, alignItems: "center", justifyContent: "center" };
  return box(
    { ...disc, width: size + 12, height: size + 12, border: `4px solid ${ring}`, flexShrink: 0 },
    box({ ...disc, width: size - 2, height: size - 2, backgroundColor: avatarColor(tint) }, initials),
  );
}

/** Without what the shipped fonts cannot draw: it would be a row of boxes. */
export function toDrawable(text: string): string {
  return Array.from(text.replace(undrawable, "").replace(/\s+/gu, " ").trim()).slice(0, drawnMax).join("");
}

/** More than has room anywhere. */
const drawnMax = 300;

const undrawable =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Mn}0-9\u0020-\u007e\u00a0-\u00bf–—‘’“”•…−]/gu;
