import { type RawBuilder, sql } from "kysely";

/**
 * A text as it is searched, in small letters and without accents: "jose" finds José. Most texts have no accents, and are
 * what they are. Marks of other scripts are letters to those who read them.
 */
export function foldedText(text: RawBuilder<string>) {
  return sql<string>`lower(case when octet_length(${text}) = length(${text}) then ${text}
    else regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') end)`;
}

/** The same of a name's key. */
export function foldKey(key: string): string {
  return key.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
}
