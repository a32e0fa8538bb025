import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import {
  isForManagers,
  type MemberFieldName,
  memberFields,
  memberLists,
  memberTexts,
  type ReadTexts,
} from "./fields/member-fields.ts";
import { mapFields } from "./fields/field.ts";
import { clanRoles } from "./permissions.ts";
import { calendarDate, nameText, noteText, version } from "./text.ts";

export const membersMax = 5_000;
/** With those who were removed, whose history stays. */
export const keptMembersMax = 10_000;
/** Players that one call may add or change. */
export const manyMembersMax = 2_000;

export const memberStatuses = ["active", "inactive", "removed"] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export const awayPeriod = z.object({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  /** Shown to managers and to the player alone. */
  reason: z.string().nullable(),
});

const lists = mapFields(memberLists, () => z.array(z.string()));
/** Texts for managers are null for plain members. */
const texts = mapFields(memberTexts, (name) => (isForManagers(name) ? z.string().nullable() : z.string())) as ReadTexts<
  z.ZodString,
  z.ZodNullable<z.ZodString>
>;

/** A row of the roster. What a plain member may not know is null or empty for them. */
export const member = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  name: z.string(),
  /** The colour of the avatar, the same everywhere: 1 to 8. */
  tint: z.int(),
  ...lists,
  ...texts,
  role: z.enum(clanRoles),
  status: z.enum(memberStatuses),
  user_id: z.uuid().nullable(),
  is_me: z.boolean(),
  away: z.array(awayPeriod),
  away_until: z.string().nullable(),
  main_member_id: z.uuid().nullable(),
  merged_into_id: z.uuid().nullable(),
  invite: z.object({
    state: z.enum(["none", "open", "expired"]),
    expires_at: z.iso.datetime().nullable(),
  }),
  last_entry: z.string().nullable(),
  /** Share of what was due and met, in percent; null when nothing was due. */
  rate_7: z.number().nullable(),
  rate_30: z.number().nullable(),
  joined_at: z.iso.datetime(),
  /** The clan day of it. */
  joined_on: z.iso.date(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int(),
});
export type Member = z.infer<typeof member>;

export const ofMember = z.object({ clanId: z.uuid(), memberId: z.uuid() });

const memberFilters = {
  unlinked: z.enum(["true", "false"]).optional(),
  status: z.enum(memberStatuses).optional(),
  role: z.enum(clanRoles).optional(),
  linked: z.enum(["true", "false"]).optional(),
  invite: z.enum(["none", "open", "expired"]).optional(),
  q: z.string().max(100).optional(),
  group: z.string().max(60).optional(),
  away: z.enum(["true", "false"]).optional(),
  /** No entry for at least so many days. */
  idle_days: z.coerce.number().int().min(1).max(366).optional(),
};

export const listMembers = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/members",
  access: { clan: "clan.view" },
  etag: true,
  summary: "The clan's roster by name, filtered; counts are of the whole roster.",
  params: ofClan,
  query: z.strictObject({
    ...memberFilters,
    limit: z.coerce.number().int().min(1).max(5_000).default(5_000),
    /** The last row of the page before. */
    cursor: z.uuid().optional(),
  }),
  response: z.object({
    members: z.array(member),
    next_cursor: z.uuid().nullable(),
    /** How many rows each filter finds alone, such as `status:active`, `linked:true`, `idle:7`, `group:Raid`. */
    counts: z.record(z.string(), z.int()),
  }),
});

export const exportMembers = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/members.csv",
  access: { clan: "clan.manage" },
  cost: "heavy",
  summary: "The filtered roster as a CSV file.",
  params: ofClan,
  query: z.strictObject(memberFilters),
  response: z.void(),
  content: "text/csv",
});

const { aliases, groups } = memberFields;

export const playerName = nameText("A player's name", 1, 60);

/** What those who write a player may say. */
export const memberSchemas = {
  name: playerName,
  aliases: z.array(nameText("An alias", 1, 60)).max(aliases.max, `A player can have at most ${aliases.max} aliases.`),
  groups: z.array(nameText("A group", 1, 40)).max(groups.max, `A player can be in at most ${groups.max} groups.`),
  /** The day the player joined, not after today. */
  joined_on: calendarDate,
  ...mapFields(memberTexts, (name) => noteText(memberFields[name].what, memberFields[name].max)),
  away: z
    .array(
      z.strictObject({
        from: calendarDate,
        to: calendarDate,
        reason: noteText("The reason", 200).nullable().optional(),
      }),
    )
    .max(50, "A player can have at most 50 away periods."),
  main_member_id: z.uuid().nullable(),
} satisfies Record<MemberFieldName, z.ZodType>;

export const memberDraft = z
  .strictObject(memberSchemas)
  .omit({ away: true })
  .partial()
  .extend({ name: memberSchemas.name });
export type MemberDraft = z.input<typeof memberDraft>;

export const createMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members",
  access: { clan: "member.manage" },
  summary: "Adds a player to the roster.",
  params: ofClan,
  body: memberDraft,
  response: member,
});

export const memberChange = z.strictObject(memberSchemas).partial().extend({ version });
export type MemberChange = z.input<typeof memberChange>;

export const patchMember = endpoint({
  method: "PATCH",
  path: "/api/clans/:clanId/members/:memberId",
  access: { clan: "member.manage" },
  summary: "Changes a player's row; what is not named stays.",
  params: ofMember,
  body: memberChange,
  response: member,
});

export const putMyAliases = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/members/:memberId/aliases",
  access: { clan: "request.make" },
  summary: "Changes by which other names the caller's own player is found.",
  params: ofMember,
  body: z.strictObject({ aliases: memberSchemas.aliases, version }),
  response: member,
});

export const memberTimelineItem = z.object({
  at: z.iso.datetime(),
  action: z.string(),
  /** What somebody decided about the player, or what merely changed. */
  kind: z.enum(["decision", "change"]),
  text: z.string(),
  actor: z.string().nullable(),
});
export type MemberTimelineItem = z.infer<typeof memberTimelineItem>;

export const getMemberTimeline = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/members/:memberId/timeline",
  access: { clan: "clan.view" },
  summary: "What happened to one player, the latest first.",
  params: ofMember,
  response: z.object({
    items: z.array(memberTimelineItem),
  }),
});

/** A player of the caller's own, in any clan. */
export const linkedMember = z.object({
  id: z.uuid(),
  clan_id: z.uuid(),
  name: z.string(),
  tint: z.int(),
  role: z.enum(clanRoles),
  status: z.enum(memberStatuses),
  user_id: z.uuid(),
  joined_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  clan: z.object({ id: z.uuid(), name: z.string() }),
});

export const listMyLinkedMembers = endpoint({
  method: "GET",
  path: "/api/clan-members/my-linked",
  access: "session",
  summary: "The caller's own players in all their clans.",
  response: z.array(linkedMember),
});

export const putMemberRole = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/members/:memberId/role",
  access: { clan: "member.change_role" },
  summary: "Makes a member a maintainer or the other way round.",
  params: ofMember,
  body: z.strictObject({ role: z.enum(["maintainer", "member"]), version: version.optional() }),
  response: member,
});

const reason = z.strictObject({ reason: noteText("The reason", 200).optional() }).optional();

export const inactivateMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/inactivate",
  access: { clan: "member.manage" },
  summary: "Takes a player off the daily roster for now; they lose access at once.",
  params: ofMember,
  body: reason,
  response: member,
});

export const reactivateMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/reactivate",
  access: { clan: "member.manage" },
  summary: "Puts an inactive player back on the roster.",
  params: ofMember,
  response: member,
});

export const markMemberRemoved = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/mark-removed",
  access: { clan: "member.manage" },
  summary: "Marks a player as removed: the link to an account ends, an open invite is cancelled, history stays.",
  params: ofMember,
  body: reason,
  response: member,
});

export const restoreMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/restore",
  access: { clan: "member.manage" },
  summary: "Puts a removed player back on the roster, without an account.",
  params: ofMember,
  response: member,
});

export const unlinkMember = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/unlink",
  access: { clan: "member.manage" },
  summary: "Ends the link between a player and an account.",
  params: ofMember,
  response: member,
});

export const memberActions = [
  "inactivate",
  "reactivate",
  "mark-removed",
  "restore",
  "add-group",
  "remove-group",
] as const;

export const bulkMembers = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/bulk",
  access: { clan: "member.manage" },
  summary: "Does one thing to many players: to all of them or to none.",
  params: ofClan,
  body: z.strictObject({
    member_ids: z.array(z.uuid()).min(1, "Choose at least one player.").max(manyMembersMax),
    action: z.enum(memberActions),
    group: nameText("A group", 1, 40).optional(),
    reason: noteText("The reason", 200).optional(),
  }),
  response: z.object({ changed: z.int() }),
});

export const searchMembers = endpoint({
  method: "GET",
  path: "/api/clan-members/search",
  access: "session",
  summary: "Players without an account in the clans the caller manages, by name or alias.",
  query: z.strictObject({ q: z.string().max(100).default("") }),
  response: z.array(
    z.object({
      id: z.uuid(),
      clan_id: z.uuid(),
      name: z.string(),
      tint: z.int(),
      clan: z.object({ id: z.uuid(), name: z.string() }),
    }),
  ),
});

export const listInviteStatuses = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/members/invite-status",
  access: { clan: "clan.manage" },
  summary: "Which players have an account and which have an open invite.",
  params: ofClan,
  query: z.strictObject({ shape: z.enum(["map", "list"]).default("list") }),
  response: z.union([
    z.array(z.object({ member_id: z.uuid(), has_linked_user: z.boolean(), has_open_invite: z.boolean() })),
    z.record(z.string(), z.object({ member_id: z.uuid(), has_linked_user: z.boolean(), has_open_invite: z.boolean() })),
  ]),
});
