import type { Invite } from "@clanhall/contract/invites";
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
