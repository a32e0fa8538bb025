/** Keeps what people wrote from being read as Discord's markup. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@]|:(?=\/\/)/gu, String.raw`\$&`);
}

/** Cut to so many characters, never within a letter or right after the sign that escapes the next one. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "");
  const [slashes = ""] = /\\*$/.exec(kept) ?? [];
  return `${slashes.length % 2 === 1 ? kept.slice(0, -1) : kept}…`;
}
