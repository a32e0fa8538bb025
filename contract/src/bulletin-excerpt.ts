import { excerptMax } from "./bulletin-html.ts";

/** The beginning of a cleaned message: cut at so many characters of its HTML, never within a tag, an entity or a letter. */
export function toExcerpt(html: string, max = excerptMax): string {
  return html.length <= max ? html : `${html.slice(0, max)}…`;
}
