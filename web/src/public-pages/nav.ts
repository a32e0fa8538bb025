import type { ProductConfig } from "@clanhall/contract/system";
import { type NavEntry, type NavGroup, navGroupsFor } from "../lib/shared/nav-entries.ts";

/** Everything a signed-in user can find; the Admin group shows itself once the server has said so. */
export const userGroups = navGroupsFor("app-admin");

export function visitorGroups(config: Pick<ProductConfig, "sign_up">): NavGroup[] {
  return navGroupsFor("visitor", config.sign_up);
}

/** Where an entry leads as a plain link. */
export function toHref(target: Exclude<NavEntry["target"], "logout">): string {
  if ("document" in target) return target.document;
  const { page, search = {} } = target;
  const query = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
  return query ? `${page}?${query}` : page;
}
