/** Keeps what people wrote from being read as Discord's markup. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@]|:(?=\/\/)/gu, String.raw`\$&`);
}

/** Cut to so many characters, never within a letter or right after the sign that escapes the next one. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "");
  const [slashes = ""] = /(?<!\\)\\*$/.exec(kept) ?? [];
  return `${slashes.length % 2 === 1 ? kept.slice(0, -1) : kept}…`;
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const blocks = new Set(["p", "h1", "h2", "h3", "ul", "ol", "blockquote", "pre"]);

/** The beginning of cleaned HTML as Discord shows it: paragraphs, points and links, cut at a space. */
export function toMarkdown(html: string, max: number): string {
  let text = "";
  for (const piece of toPieces(html.replaceAll(/(?:<br\s*\/?>\s*){2,}/giu, "<p>"))) {
    const longer = join(text, piece);
    if (longer.length > max - 2) return `${text.trimEnd()} …`;
    text = longer;
  }
  return text.trim();
}

/** Never more than one empty line, and nothing empty at the start. */
function join(text: string, piece: string): string {
  if (!piece.startsWith("\n")) return text + (/(?:^|\s)$/u.test(text) ? piece.trimStart() : piece);
  const kept = text.trimEnd();
  const breaks = Math.max(piece.length, text.length - kept.length);
  return kept === "" ? "" : kept + "\n".repeat(Math.min(breaks, 2));
}

/** Words with the space after them, whole links, and line breaks. */
function* toPieces(html: string): Generator<string> {
  let link: { href: string; text: string } | null = null;
  for (const [, slash = "", tag = "", attributes = "", content = ""] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])([^>]*)>|([^<]+)/giu,
  )) {
    const name = tag.toLowerCase();
    if (content !== "") {
      const plain = decode(content).replaceAll(/\s+/gu, " ");
      if (link) link.text += plain;
      else yield* escapeMarkdown(plain).match(/ ?[^ ]+ ?| /gu) ?? [];
    } else if (name === "a" && slash === "") link = { href: hrefOf(attributes), text: "" };
    else if (name === "a" && link) {
      yield toLink(link);
      link = null;
    } else if (name === "br") yield "\n";
    else if (name === "li") yield* slash === "" ? ["\n", "• "] : ["\n"];
    else if (blocks.has(name)) yield "\n\n";
  }
}

function toLink({ href, text }: { href: string; text: string }): string {
  const shown = escapeMarkdown(text.trim());
  const isWeb = /^https?:\/\/[^\s<>]+$/iu.test(href);
  return isWeb && shown !== "" ? `[${shown}](<${href}>)` : shown;
}

function hrefOf(attributes: string): string {
  return decode(/href="([^"]*)"/iu.exec(attributes)?.[1] ?? "");
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/giu, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
    if (Number.isNaN(code)) return entities[String(name).toLowerCase()] ?? whole;
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
