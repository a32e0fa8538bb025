import type { ProductConfig } from "@clanhall/contract/config";
import { type NavGroup, navGroupsFor } from "../lib/nav-entries.ts";

/** Everything a signed-in user can find; the Admin group shows itself once the server has said so. */
export const userGroups = navGroupsFor("app-admin");

export function visitorGroups(config: Pick<ProductConfig, "sign_up">): NavGroup[] {
  return navGroupsFor("visitor", config.sign_up);
}
