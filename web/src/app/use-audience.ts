import { productConfigQuery, useIsAppAdmin } from "../domain/profile.ts";
import { useQuery } from "@tanstack/react-query";
import { type Audience, type NavGroup, navGroupsFor } from "../lib/nav-entries.ts";
import { useSession } from "../lib/session.ts";

export function useAudience(): Audience {
  const session = useSession();
  const isAppAdmin = useIsAppAdmin();
  if (!session) return "visitor";
  return isAppAdmin ? "app-admin" : "user";
}

export function useNavGroups(): NavGroup[] {
  const { data: config } = useQuery(productConfigQuery);
  return navGroupsFor(useAudience(), config?.sign_up);
}
