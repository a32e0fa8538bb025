import type { ClanCard } from "@clanhall/contract/clans";
import type { StillDue } from "@clanhall/contract/my-standing";
import { type ClanAction, canInClan, isReading } from "@clanhall/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { myClansQuery } from "./clans.ts";

type ClanRights = Pick<ClanCard, "role" | "toggles" | "archived_at" | "deletes_at">;

/** As the server decides it: a clan that is archived or being deleted is only there to be read. */
export function mayInClan({ role, toggles, archived_at, deletes_at }: ClanRights, action: ClanAction): boolean {
  const isOpen = archived_at === null && deletes_at === null;
  return (isOpen || isReading(action)) && canInClan(role, action, toggles);
}

/** Whether a member enters any of what is still due for them; the rest is left to their officers. */
export function mayEnterOwn(clan: ClanRights, stillDue: Pick<StillDue, "entry_by">[]): boolean {
  return mayInClan(clan, "entry.write") && stillDue.some(({ entry_by }) => entry_by === "members");
}

/** Whether to show a control; until the clans are known, nothing is allowed. */
export function useCanInClan(clanId: string, action: ClanAction): boolean {
  const { data: clans = [] } = useQuery(myClansQuery);
  const clan = clans.find(({ id }) => id === clanId);
  return clan !== undefined && mayInClan(clan, action);
}
