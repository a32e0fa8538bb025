import { useIsAppAdmin } from "../lib/admin-status.ts";
import { useSession } from "../lib/session.ts";
import type { Audience } from "../lib/nav-entries.ts";

export function useAudience(): Audience {
  const session = useSession();
  const isAppAdmin = useIsAppAdmin();
  if (!session) return "visitor";
  return isAppAdmin ? "app-admin" : "user";
}
