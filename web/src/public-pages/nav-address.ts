import type { NavEntry } from "../lib/nav-entries.ts";

/** Where an entry leads as a plain link. */
export function toAddress(target: Exclude<NavEntry["target"], "logout">): string {
  if ("document" in target) return target.document;
  const { page, search = {} } = target;
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
  return query ? `${page}?${query}` : page;
}
