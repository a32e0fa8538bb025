import { type Invite, isOutstanding } from "@clanhall/contract/invites";
import { toCsvLine } from "@clanhall/contract/csv";
import { formatDateTime } from "../../lib/format.ts";

export function toLink({ invite_token: token }: Invite): string {
  return token === null ? "" : `${location.origin}/invite/${token}`;
}

export function toMessage(invite: Invite): string {
  const { name, clan } = invite.clan_member;
  const until = invite.expires_at ? `\nThe invite works until ${formatDateTime(invite.expires_at)}.` : "";
  return `You are invited to ${clan.name} as ${name}.\nOpen ${toLink(invite)}\nand enter the code ${invite.verification_code}.${until}`;
}

export function toCsv(invites: Invite[]): string {
  const rows = invites.map((invite) =>
    toCsvLine([invite.clan_member.name, toLink(invite), invite.verification_code, invite.expires_at]),
  );
  return toCsvLine(["player", "link", "code", "expires_at"]) + rows.join("");
}

const lifetimes: Record<number, string> = {
  24: "1 day",
  72: "3 days",
  168: "1 week",
  336: "2 weeks",
  720: "30 days",
};

export function toLifetime(hours: number): string {
  return lifetimes[hours] ?? `${hours} hours`;
}

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
