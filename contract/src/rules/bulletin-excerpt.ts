import { excerptMax } from "./bulletin-html.ts";
import { splitGraphemes } from "./locale.ts";

const piece = /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])(?:[^>"']|"[^"]*"|'[^']*')*>|&(?:#(\d+)|#x([\da-f]+)|(\w+));|[^]/giu;

/** The beginning of a cleaned message: cut at so many characters of its HTML, never within a tag, an entity or a letter. */
export function toExcerpt(html: string, max = excerptMax): string {
  if (html.length <= max) return html;
  const { text, ends } = readText(html);
  let cut = 0;
  for (const { segment, index } of splitGraphemes(text)) {
    if (segment.trim() === "") continue;
    const end = ends[index + segment.length - 1] ?? 0;
    if (end > max) return `${html.slice(0, cut)}…${closeAll(html.slice(0, cut))}`;
    cut = end;
  }
  return html.slice(0, cut) + closeAll(html.slice(0, cut));
}

/** What a reader sees, and for each of its characters where it ends in the HTML. */
function readText(html: string): { text: string; ends: number[] } {
  const ends: number[] = [];
  let text = "";
  for (const match of html.matchAll(piece)) {
    if (match[2]) continue;
    const shown = match[0].length > 2 ? toCharacter(match) : match[0];
    text += shown;
    for (let at = 0; at < shown.length; at++) ends.push(match.index + match[0].length);
  }
  return { text, ends };
}

/** Which letter a named entity stands for does not matter here, only whether it is a space. */
function toCharacter([, , , decimal, hexadecimal, name]: RegExpExecArray): string {
  if (name) return name === "nbsp" ? " " : "x";
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "x";
}

/** The end tags that are missing. */
function closeAll(html: string): string {
  const open: string[] = [];
  for (const [, slash, tag] of html.matchAll(piece)) {
    if (!tag || tag === "br") continue;
    if (!slash) open.push(tag);
    else if (open.includes(tag)) open.splice(open.lastIndexOf(tag));
  }
  return open
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join("");
}
