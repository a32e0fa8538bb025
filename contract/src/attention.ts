import { z } from "zod";
import { type AttentionRules, attentionSettingsChange, settingsFields, warningMessage } from "./attention-drafts.ts";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { ofMember } from "./members.ts";
import { clanRoles } from "./permissions.ts";
import { dayMarks } from "./rules/attention.ts";
import { noteText } from "./text.ts";

export type { AttentionRules };

/** What holds until an owner changes it. */
export const usualRules: AttentionRules = {
  rate: { on: true, percent: 60, days: 7, due: 5 },
  missed: { on: true, days: 3 },
  silent: { on: true, days: 5 },
};
export const usualWarnings = ["{player}, you met {rate} of what was due in the last {days} days. Please catch up."];

/** After so many days a warning ends, or never. */
export const warningDays = [7, 14, 30, 60] as const;
export const usualWarningDays = 14;
/** For so many days somebody can be hidden from the list. */
export const hiddenDays = [7, 14, 30] as const;

export const attentionSettings = z.object({
  ...settingsFields,
  /** The name of who changed it last; null while all is as usual. */
  changed_by: z.string().nullable(),
  changed_at: z.iso.datetime().nullable(),
  version: z.int(),
});
export type AttentionSettings = z.infer<typeof attentionSettings>;

export const warning = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  message: z.string(),
  state: z.enum(["active", "ended", "lifted"]),
  /** Its last day; null for one without end. */
  ends_on: z.string().nullable(),
  given_by: z.string(),
  given_at: z.iso.datetime(),
  lifted_by: z.string().nullable(),
  lifted_at: z.iso.datetime().nullable(),
  lifted_reason: z.string().nullable(),
});
export type Warning = z.infer<typeof warning>;

/** The latest warning that is active, and how many are. */
export const activeWarning = warning
  .pick({ message: true, ends_on: true, given_by: true, given_at: true })
  .extend({ active: z.int() });
export type ActiveWarning = z.infer<typeof activeWarning>;

export const memberNote = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  note: z.string(),
  written_by: z.string(),
  written_at: z.iso.datetime(),
});
export type MemberNote = z.infer<typeof memberNote>;

const player = z.object({ id: z.uuid(), name: z.string(), tint: z.int(), role: z.enum(clanRoles) });

export const attentionRow = z.object({
  member: player,
  /** The first day of an absence that runs today: days from then on do not count. */
  away_since: z.string().nullable(),
  /** The worst reason first; with the percent or the days that were found. */
  reasons: z.array(z.object({ rule: z.enum(["rate", "missed", "silent"]), found: z.number(), days: z.int() })),
  /** The last seven complete days, the earliest first. */
  days: z.array(z.object({ day: z.string(), mark: z.enum(dayMarks), due: z.int(), met: z.int() })),
  /** Of these days. */
  due: z.int(),
  met: z.int(),
  rate: z.number().nullable(),
  /** Of the 28 days before them. */
  rate_before: z.number().nullable(),
  last_warning: z.object({ given_at: z.iso.datetime(), state: warning.shape.state }).nullable(),
  active_warnings: z.int(),
  suggests_removal: z.boolean(),
  /** Whether the caller may warn and remove the player. */
  may_decide: z.boolean(),
});
export type AttentionRow = z.infer<typeof attentionRow>;

export const getAttention = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/attention",
  access: { clan: "attention.view" },
  cost: "heavy",
  token: "decisions:read",
  summary: "Players who need attention by the clan's rules, the worst first; computed over complete days when asked.",
  params: ofClan,
  response: z.object({
    items: z.array(attentionRow),
    hidden: z.array(z.object({ member: player, until: z.string() })),
    range: z.object({ from: z.string(), to: z.string() }),
    settings: attentionSettings,
  }),
});
export type Attention = z.infer<(typeof getAttention)["response"]>;

export const countAttention = endpoint({
  method: "GET",
  path: "/api/me/attention",
  access: "session",
  etag: true,
  summary: "How many players need attention in each clan in which the caller may see who.",
  response: z.object({ items: z.array(z.object({ clan_id: z.uuid(), count: z.int() })) }),
});

export const getAttentionRules = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/attention/rules",
  access: { clan: "attention.view" },
  token: "decisions:read",
  summary: "Who needs attention in a clan, and the texts for warnings.",
  params: ofClan,
  response: attentionSettings,
});

export const putAttentionRules = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/attention/rules",
  access: { clan: "settings.manage" },
  summary: "Changes the rules and the texts for warnings.",
  params: ofClan,
  body: attentionSettingsChange,
  response: attentionSettings,
});

export const putAttentionHidden = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/attention/hidden/:memberId",
  access: { clan: "decision.make" },
  summary: "Hides a player from the list for some days, or shows them again.",
  params: ofMember,
  body: z.strictObject({ days: z.union([z.literal(7), z.literal(14), z.literal(30)]).nullable() }),
  response: z.object({ until: z.string().nullable() }),
});

export const listDecisions = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/members/:memberId/decisions",
  access: { clan: "clan.view" },
  token: "decisions:read",
  summary: "Warnings of a player and, for officers, notes about them; members read their own warnings.",
  params: ofMember,
  response: z.object({ warnings: z.array(warning), notes: z.array(memberNote) }),
});

export const createWarning = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/warnings",
  access: { clan: "decision.make" },
  summary: "Warns a player, who reads it; posts it to Discord if that is wanted.",
  params: ofMember,
  body: z.strictObject({
    message: warningMessage,
    /** Days until it ends; null for one without end. */
    ends_after: z
      .union([z.literal(7), z.literal(14), z.literal(30), z.literal(60)])
      .nullable()
      .default(usualWarningDays),
    post: z.boolean().default(false),
  }),
  response: warning,
});

const ofWarning = ofClan.extend({ warningId: z.uuid() });

export const liftWarning = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/warnings/:warningId/lift",
  access: { clan: "decision.make" },
  summary: "Ends an active warning before its time.",
  params: ofWarning,
  body: z.strictObject({
    reason: noteText("The reason", 300).refine((text) => text.length >= 3, "Give a reason of at least 3 characters."),
  }),
  response: warning,
});

export const undoLift = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/warnings/:warningId/lift",
  access: { clan: "decision.make" },
  summary: "Makes a warning active again that the caller has just lifted.",
  params: ofWarning,
  response: warning,
});

export const undoWarning = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/warnings/:warningId",
  access: { clan: "decision.make" },
  summary: "Takes back a warning that the caller has just given.",
  params: ofWarning,
  response: z.object({}),
});

export const createNote = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/:memberId/notes",
  access: { clan: "decision.make" },
  summary: "Keeps a dated note about a player, for officers.",
  params: ofMember,
  body: z.strictObject({ note: noteText("The note", 500).refine((text) => text !== "", "Write a note.") }),
  response: memberNote,
});

export const undoNote = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/notes/:noteId",
  access: { clan: "decision.make" },
  summary: "Takes back a note that the caller has just written.",
  params: ofClan.extend({ noteId: z.uuid() }),
  response: z.object({}),
});
