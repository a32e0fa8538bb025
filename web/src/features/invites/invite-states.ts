import { type Invite, isOutstanding } from "@clanhall/contract/invites";

export type InviteState = "open" | "accepted" | "expired" | "cancelled";

export function stateOf(invite: Invite, now: number): InviteState {
  if (invite.is_processed) return "accepted";
  if (isOutstanding(invite, new Date(now))) return "open";
  return endOf(invite) <= cancelledAt(invite) ? "expired" : "cancelled";
}

/** Open invites by what ends first; whatever is over, the latest first. */
export function invitesIn(invites: Invite[], state: InviteState, now: number): Invite[] {
  const found = invites.filter((invite) => stateOf(invite, now) === state);
  if (state === "open") return found.toSorted((a, b) => endOf(a) - endOf(b));
  return found.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
}

/** One that ran out before it was cancelled has run out: a new invite closes the old one so. */
function cancelledAt({ cancelled_at: at }: Invite): number {
  return at ? Date.parse(at) : Infinity;
}

function endOf({ expires_at: expiresAt }: Invite): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}
