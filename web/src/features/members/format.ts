import type { Member } from "@clanhall/contract/members";

export const roleNames: Record<Member["role"], string> = {
  owner: "Owner",
  maintainer: "Maintainer",
  member: "Member",
};

export const statusNames: Record<Member["status"], string> = {
  active: "Active",
  inactive: "Inactive",
  removed: "Removed",
};

const parts = { day: "numeric", month: "short", year: "numeric" } as const;
const here = new Intl.DateTimeFormat("en-GB", parts);
/** Invites live for weeks, not years. */
const soon = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const anywhere = new Intl.DateTimeFormat("en-GB", { ...parts, timeZone: "UTC" });

/** An instant or a clan date as a day; a dash where there is none. */
export function toDateText(value: string | null): string {
  if (value === null) return "—";
  return value.length === 10 ? anywhere.format(new Date(`${value}T00:00:00Z`)) : here.format(new Date(value));
}

export function toRateText(rate: number | null): string {
  return rate === null ? "—" : `${Math.round(rate)} %`;
}

export function accountText({ user_id, invite }: Member): string {
  if (user_id !== null) return "Linked";
  if (invite.state === "open")
    return invite.expires_at ? `Invited until ${soon.format(new Date(invite.expires_at))}` : "Invited";
  return invite.state === "expired" ? "Invite expired" : "None";
}

export function countText(count: number): string {
  return count === 1 ? "1 player" : `${count.toLocaleString("en-GB")} players`;
}

/** One player by name, several by number. */
export function whoText(rows: Member[]): string {
  const [only] = rows;
  return rows.length === 1 && only ? only.name : countText(rows.length);
}
