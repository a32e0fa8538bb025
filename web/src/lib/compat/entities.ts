import type { Profile } from "@clanhall/contract/account";
import type { AppAdmin } from "@clanhall/contract/admin";
import type { Bulletin } from "@clanhall/contract/bulletins";
import type { Clan } from "@clanhall/contract/clans";
import type { Invite } from "@clanhall/contract/invites";
import type { Member } from "@clanhall/contract/members";
import { type ClanRole, clanRoles } from "@clanhall/contract/permissions";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { type Fields, readField, readFlag, readList, readRecord, readText, withDefaults } from "./read-answer.ts";

const maintainerRoles = new Set(["admin", "leader", "officer"]);

/** Servers name more roles than the product knows: the helping ones are maintainers, everybody else is a member. */
export function toClanRole(value: unknown): ClanRole {
  const role = typeof value === "string" ? value.toLowerCase() : "";
  if (maintainerRoles.has(role)) return "maintainer";
  return clanRoles.find((known) => known === role) ?? "member";
}

/** A day that begins at midnight, for a clan of which nothing else is known. */
const plainDay = { effective_from: "1970-01-01", time_zone: "UTC", reset_time: "00:00", reset_in_utc: true };

function plainToday(): Clan["today"] {
  const clan_date = new Date().toISOString().slice(0, 10);
  const ends_at = new Date(Date.parse(clan_date) + 86_400_000).toISOString();
  return { clan_date, ends_at, due: 0, entered: 0 };
}

const clanDefaults: Omit<Clan, "id" | "clan_id" | "role" | "today"> = {
  name: "",
  description: "",
  member_id: "",
  game: null,
  game_name: null,
  game_server: null,
  members: { active: 0, total: 0 },
  toggles: {
    members_see_values: true,
    members_enter_own: false,
    maintainers_edit_locked: false,
    maintainers_invite: false,
    maintainers_approve_joins: true,
  },
  crest: { tint: null, symbol: "" },
  offered_by: null,
  last_used_at: null,
  main_board_id: null,
  current_main_board_id: null,
  open_requests: 0,
  archived_at: null,
  deletes_at: null,
  created_at: "",
  created_by: null,
  week_start: 1,
  late_days: 0,
  grace_days: 0,
  first_day: null,
  members_away: "at_once",
  day_rules: [plainDay],
  transfer: null,
  version: 0,
  updated_at: "",
};

/** A card of a clan as well: then the settings are those of the defaults. */
export function toClan(fields: Fields): Clan {
  const id = readText(fields, "id", "clan_id") ?? "";
  return {
    ...withDefaults(clanDefaults, fields),
    id,
    clan_id: readText(fields, "clan_id") ?? id,
    role: toClanRole(readField(fields, "role")),
    today: (readField(fields, "today") as Clan["today"] | undefined) ?? plainToday(),
  };
}

export function readClans(answer: unknown): Clan[] {
  return readList(answer, "clans", "data.clans", "data", "items").map(toClan);
}

const memberDefaults: Omit<Member, "id" | "clan_id" | "role" | "status" | "invite"> = {
  name: "Unknown",
  tint: 0,
  aliases: [],
  user_id: null,
  is_me: false,
  groups: [],
  public_note: "",
  officer_note: null,
  away: [],
  away_until: null,
  main_member_id: null,
  merged_into_id: null,
  last_entry: null,
  rate_7: null,
  rate_30: null,
  joined_at: "",
  joined_on: "",
  created_at: "",
  updated_at: "",
  version: 0,
};

export function toMember(fields: Fields): Member {
  const clan = readRecord(fields, "clan");
  return {
    ...withDefaults(memberDefaults, fields),
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? readText(clan, "id") ?? "",
    role: toClanRole(readField(fields, "role")),
    status: toMemberStatus(readText(fields, "status")),
    invite: withDefaults({ state: "none", expires_at: null }, readRecord(fields, "invite")),
  };
}

/** Whoever has a status that the product does not know is at least not active. */
function toMemberStatus(status = "active"): Member["status"] {
  return status === "active" || status === "removed" ? status : "inactive";
}

export function readMembers(answer: unknown): Fields[] {
  return readList(answer, "data", "data.members", "members", "clans", "items");
}

const bulletinDefaults: Omit<Bulletin, "id" | "clan_id" | "clan_name" | "clan_role" | "content" | "state"> = {
  title: "Untitled",
  content_format: "html",
  audience: "everyone",
  pinned: false,
  post_to_discord: false,
  publish_at: null,
  expires_at: null,
  posted_at: null,
  edited_at: null,
  created_by_user_id: null,
  author: null,
  // Where the server does not say, nothing is marked as unread.
  is_seen: true,
  seen_by: null,
  deleted_at: null,
  created_at: "",
  updated_at: "",
  version: 0,
};

export function toBulletin(fields: Fields): Bulletin {
  const clan = readRecord(fields, "clan");
  const bulletin = withDefaults(bulletinDefaults, fields);
  const isOver = bulletin.expires_at !== null && Date.parse(bulletin.expires_at) <= Date.now();
  return {
    ...bulletin,
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? readText(clan, "id") ?? "",
    clan_name: readText(fields, "clan_name") ?? readText(clan, "name") ?? "",
    clan_role: toClanRole(readField(fields, "clan_role")),
    content: readText(fields, "content", "message", "body") ?? "",
    created_by_user_id: readText(fields, "created_by_user_id", "created_by") ?? null,
    state: (readField(fields, "state") as Bulletin["state"] | undefined) ?? (isOver ? "expired" : "live"),
  };
}

export function readBulletins(answer: unknown): Bulletin[] {
  return readList(answer, "bulletins", "data.bulletins", "data", "items").map(toBulletin);
}

const scoreboardDefaults: Omit<Scoreboard, "id" | "clan_id" | "clan_name" | "title" | "share_token"> = {
  description: "",
  is_active: true,
  state: "active",
  measure: "points",
  activities: [],
  period: { kind: "rolling", from: null, to: null, days: 7 },
  range: { from: "", to: "", label: "" },
  members: { kind: "active", ids: [] },
  include_former: false,
  min_due_days: 0,
  top_n: null,
  ties: "standard",
  order: "high",
  name_display: "name",
  columns: [],
  public_activities: 0,
  hidden_activities: 0,
  share: null,
  expires_at: null,
  ended_at: null,
  deleted_at: null,
  created_at: "",
  updated_at: "",
  scores_moved_at: null,
  version: 0,
};

export function toScoreboard(fields: Fields): Scoreboard {
  const clan = readRecord(fields, "clan");
  const config = readRecord(fields, "config");
  return {
    ...withDefaults(scoreboardDefaults, fields),
    is_active: readFlag(fields, "is_active") ?? true,
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? readText(clan, "id") ?? "",
    clan_name: readText(fields, "clan_name") ?? readText(clan, "name") ?? "",
    title: readText(fields, "name", "title") ?? "Untitled",
    share_token: readText(fields, "share_token") ?? readText(config, "share_token", "share_code", "share") ?? null,
  };
}

export function readScoreboards(answer: unknown): Scoreboard[] {
  return readList(answer, "scoreboards", "data.scoreboards", "data", "items").map(toScoreboard);
}

const inviteDefaults: Omit<Invite, "id" | "clan_id" | "clan_member_id" | "clan_member"> = {
  invite_token: null,
  verification_code: null,
  is_processed: false,
  processed_at: null,
  processed_by_user_id: null,
  cancelled_at: null,
  expires_at: null,
  created_at: "",
  created_by: null,
  updated_at: "",
};

export function toInvite(fields: Fields): Invite {
  const member = toInvitedMember(readRecord(fields, "clan_member"));
  return {
    ...withDefaults(inviteDefaults, fields),
    is_processed: readFlag(fields, "is_processed") ?? false,
    id: readText(fields, "id") ?? "",
    clan_id: readText(fields, "clan_id") ?? member.clan.id,
    clan_member_id: readText(fields, "clan_member_id") ?? member.id,
    clan_member: member,
  };
}

/** Without a name where the server tells nothing of the member, else Unknown. */
export function toInvitedMember(member: Fields): Invite["clan_member"] {
  const clan = readRecord(member, "clan");
  const unnamed = Object.keys(member).length === 0 ? "" : "Unknown";
  return {
    id: readText(member, "id") ?? "",
    name: readText(member, "name") ?? unnamed,
    tint: withDefaults({ tint: 0 }, member).tint,
    clan: { id: readText(clan, "id") ?? "", name: readText(clan, "name") ?? "" },
  };
}

export function readInvites(answer: unknown): Invite[] {
  return readList(answer, "invites", "data.invites", "items", "data", "rows").map(toInvite);
}

/** Only the id is sure to be there; older servers tell no more than a note. */
function toAppAdmin(fields: Fields): AppAdmin {
  const defaults = { note: null, display_name: "", email: null, granted_at: "", has_factor: false, is_me: false };
  return { ...withDefaults(defaults, fields), userId: readText(fields, "user_id", "id") ?? "" };
}

export function readAppAdmins(answer: unknown): AppAdmin[] {
  return readList(answer, "admins", "data.admins", "items", "data").map(toAppAdmin);
}

const profileDefaults: Omit<Profile, "id" | "ui_settings" | "privacy"> = {
  display_name: "",
  email: null,
  time_zone: null,
  locale: null,
  has_password: true,
  created_at: "",
  deletes_at: null,
  version: 0,
};

export function toProfile(fields: Fields): Profile {
  const dashboard = readRecord(readRecord(fields, "ui_settings"), "dashboard");
  const privacy = { public_name: "name" as const, analytics_opt_out: false };
  return {
    ...withDefaults(profileDefaults, fields),
    id: readText(fields, "id", "user_id") ?? "",
    ui_settings: { dashboard: { order: listOf(dashboard.order), hidden: listOf(dashboard.hidden) } },
    privacy: withDefaults(privacy, readRecord(fields, "privacy")),
  };
}

/** Whatever stands in it: the dashboard takes what it knows. */
function listOf<Item>(value: unknown): Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}
