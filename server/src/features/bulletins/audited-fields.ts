import type { ListedBulletin } from "./queries.ts";

/** What can be chosen of a bulletin. */
export const fieldNames = [
  "title",
  "content",
  "audience",
  "pinned",
  "post_to_discord",
  "publish_at",
  "expires_at",
] as const;
export type Fields = Pick<ListedBulletin, (typeof fieldNames)[number]>;

/** So much of a message stands in the log; the whole of it is in the bulletin's history. */
const wordsMax = 300;

/** The fields as the log keeps them, of a message its first words. */
export function toAudited(fields: Fields, names: readonly (keyof Fields)[] = fieldNames): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, name === "content" ? toWords(fields.content) : fields[name]]));
}

function toWords(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
  const letters = Array.from(text);
  return letters.length > wordsMax ? `${letters.slice(0, wordsMax).join("")}…` : text;
}
