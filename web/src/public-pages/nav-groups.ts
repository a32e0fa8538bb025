import type { ProductConfig } from "@clanhall/contract/config";
import { pages } from "@clanhall/contract/pages";
import { type NavEntry, navGroupsFor } from "../lib/nav-entries.ts";

/** Everything a signed-in user can find; the Admin group shows itself once the server has said so. */
export const userGroups = navGroupsFor("app-admin");

export function visitorGroups(config: ProductConfig) {
  return navGroupsFor("visitor").map(({ label, entries }) => ({ label, entries: entries.filter(isOffered(config)) }));
}

const isOffered =
  ({ sign_up }: ProductConfig) =>
  ({ target }: NavEntry) =>
    sign_up || target === "logout" || "document" in target || target.page !== pages.signUp.path;
