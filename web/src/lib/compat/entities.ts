import { type ClanRole, clanRoles } from "@clanhall/contract/permissions";
import { readField, readFlag, readList, readRecord, readText } from "./read-answer.ts";

type Fields = Record<string, unknown>;

export type Clan = ReturnType<typeof toClan>;
export type Member = ReturnType<typeof toMember>;
export type Bulletin = ReturnType<typeof toBulletin>;
export type Scoreboard = ReturnType<typeof toScoreboard>;
export type Invite = ReturnType<typeof toInvite>;
export type AppAdmin = ReturnType<typeof toAppAdmin>;

const maintainerRoles = new Set(["admin", "leader", "officer"]);

/** Servers name more roles than the product knows: the helping ones are maintainers, everybody else is a member. */
export function toClanRole(value: unknown): ClanRole {
  const role = typeof value === "string" ? value.toLowerCase() : "";
  if (maintainerRoles.has(role)) return "maintainer";
  return clanRoles.find((known) => known === role) ?? "member";
}

export function toClan(fields: Fields) {
  const id = readText(fields, "id", "clan_id") ?? "";
  return {
    id,
    name: readText(fields, "name") ?? "",
    description: readText(fields, "description") ?? null,
    created_at: readText(fields, "created_at") ?? null,
    created_by: readText(fields, "created_by") ?? null,
    role: toClanRole(readField(fields, "role")),
    member_id: readText(fields, "member_id") ?? null,
    clan_id: readText(fields, "clan_id") ?? id,
  };
}

export function readClans(answer: unknown): Clan[] {
  return readList(answer, "clans", "data.clans", "data", "items").map(toClan);
}

export function toMember(fields: Fields) {
  const clan = readRecord(fields, "clan");
  return {
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? readText(clan, "id") ?? null,
    name: readText(fields, "name") ?? "Unknown",
    status: readText(fields, "status") ?? "active",
    role: toClanRole(readField(fields, "role")),
    user_id: readText(fields, "user_id") ?? null,
    created_at: readText(fields, "created_at") ?? null,
    joined_at: readText(fields, "joined_at") ?? null,
    updated_at: readText(fields, "updated_at") ?? null,
    clan: readText(clan, "id") === undefined ? null : toClan(clan),
  };
}

export function readMembers(answer: unknown): Member[] {
  return readList(answer, "data", "data.members", "members", "clans", "items").map(toMember);
}

export function toBulletin(fields: Fields) {
  const clan = readRecord(fields, "clan");
  return {
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? readText(clan, "id") ?? null,
    title: readText(fields, "title") ?? "Untitled",
    message: readText(fields, "content", "message", "body") ?? "",
    created_at: readText(fields, "posted_at", "created_at") ?? null,
    updated_at: readText(fields, "updated_at") ?? null,
    created_by: readText(fields, "created_by_user_id", "created_by") ?? null,
    content_format: readText(fields, "content_format") ?? null,
    expires_at: readText(fields, "expires_at") ?? null,
    clan_name: readText(fields, "clan_name") ?? readText(clan, "name") ?? null,
    clan_role: readText(fields, "clan_role") === undefined ? null : toClanRole(readField(fields, "clan_role")),
    /** Null where the server does not say. */
    is_seen: readFlag(fields, "is_seen") ?? null,
  };
}

export function readBulletins(answer: unknown): Bulletin[] {
  return readList(answer, "bulletins", "data.bulletins", "data", "items").map(toBulletin);
}

export function toScoreboard(fields: Fields) {
  const clan = readRecord(fields, "clan");
  const config = readRecord(fields, "config");
  return {
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? readText(clan, "id") ?? null,
    title: readText(fields, "name", "title") ?? "Untitled",
    description: readText(fields, "description") ?? null,
    is_active: readFlag(fields, "is_active") ?? true,
    created_at: readText(fields, "created_at") ?? null,
    updated_at: readText(fields, "updated_at") ?? null,
    clan_name: readText(fields, "clan_name") ?? readText(clan, "name") ?? null,
    share_token: readText(fields, "share_token") ?? readText(config, "share_token", "share_code", "share") ?? null,
    expires_at: readText(fields, "expires_at") ?? null,
  };
}

export function readScoreboards(answer: unknown): Scoreboard[] {
  return readList(answer, "scoreboards", "data.scoreboards", "data", "items").map(toScoreboard);
}

export function toInvite(fields: Fields) {
  const member = readRecord(fields, "clan_member");
  const clan = readRecord(member, "clan");
  return {
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? readText(clan, "id") ?? null,
    clan_member_id: readText(fields, "clan_member_id") ?? readText(member, "id") ?? null,
    invite_token: readText(fields, "invite_token") ?? null,
    verification_code: readText(fields, "verification_code") ?? null,
    is_processed: readFlag(fields, "is_processed") ?? false,
    processed_at: readText(fields, "processed_at") ?? null,
    processed_by_user_id: readText(fields, "processed_by_user_id") ?? null,
    cancelled_at: readText(fields, "cancelled_at") ?? null,
    expires_at: readText(fields, "expires_at") ?? null,
    created_at: readText(fields, "created_at") ?? null,
    created_by: readText(fields, "created_by") ?? null,
    updated_at: readText(fields, "updated_at") ?? null,
    /** Null where the server tells nothing of the member. */
    clan_member: Object.keys(member).length === 0 ? null : toInvitee(member),
  };
}

function toInvitee(member: Fields) {
  const clan = readRecord(member, "clan");
  return {
    id: readText(member, "id") ?? null,
    name: readText(member, "name") ?? "Unknown",
    clan: { id: readText(clan, "id") ?? null, name: readText(clan, "name") ?? null },
  };
}

export function readInvites(answer: unknown): Invite[] {
  return readList(answer, "invites", "data.invites", "items", "data", "rows").map(toInvite);
}

/** Only the id is sure to be there; older servers tell no more than a note. */
function toAppAdmin(fields: Fields) {
  return {
    userId: readText(fields, "user_id", "id") ?? "",
    note: readText(fields, "note") ?? null,
    display_name: readText(fields, "display_name"),
    email: readText(fields, "email"),
    granted_at: readText(fields, "granted_at"),
    has_factor: readFlag(fields, "has_factor"),
    is_me: readFlag(fields, "is_me"),
  };
}

export function readAppAdmins(answer: unknown): AppAdmin[] {
  return readList(answer, "admins", "data.admins", "items", "data").map(toAppAdmin);
}
