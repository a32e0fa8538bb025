import { z } from "zod";
import { activityRule } from "./activities.ts";
import { nothingDue, ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { entry } from "./entries.ts";
import { aggregates, valueTypes } from "./rules/scoring.ts";
import { calendarDate, noteText } from "./text.ts";

export const ofDay = z.object({ clanId: z.uuid(), day: calendarDate });

/** A column of the grid, with the rule that is valid on its day. */
export const dayActivity = z.object({
  id: z.uuid(),
  name: z.string(),
  short_label: z.string(),
  description: z.string(),
  category: z.string(),
  icon: z.string(),
  color: z.string(),
  value_type: z.enum(valueTypes),
  unit: z.string(),
  aggregate: z.enum(aggregates),
  min_value: z.number().nullable(),
  max_value: z.number().nullable(),
  entry_by: z.enum(["maintainers", "members"]),
  rule: activityRule,
  /** False for one that is not asked for on this day and is here for what was entered all the same. */
  due: z.boolean(),
});
export type DayActivity = z.infer<typeof dayActivity>;

/** A row of the grid. */
export const dayMember = z.object({
  id: z.uuid(),
  name: z.string(),
  tint: z.int(),
  groups: z.array(z.string()),
  is_me: z.boolean(),
  /** Why nothing is asked of this player today. */
  not_due: z.enum(["grace", "away"]).nullable(),
  /** The last day of the absence that this day is in. */
  away_until: z.string().nullable(),
});
export type DayMember = z.infer<typeof dayMember>;

export const dayWindow = z.object({
  day: z.string(),
  /** Today's clan date. */
  today: z.string(),
  /** When this clan day ends or ended. */
  ends_at: z.iso.datetime(),
  state: z.enum(["open", "late", "locked", "future"]),
  /** When an open or late day locks. */
  locks_at: z.iso.datetime().nullable(),
  /** When a locked day did. */
  locked_at: z.iso.datetime().nullable(),
  reopened_until: z.iso.datetime().nullable(),
  /** Whether the caller may write here, and whether they must say why. */
  can_write: z.boolean(),
  needs_reason: z.boolean(),
});

export const day = z.object({
  window: dayWindow,
  /** Rises with every save in the clan. */
  revision: z.int(),
  activities: z.array(dayActivity),
  members: z.array(dayMember),
  /** What was entered, for those rows that the caller may see; cleared cells too. */
  cells: z.array(entry),
  /** Due cells of the whole day and those of them that have an entry. */
  due: z.int(),
  entered: z.int(),
  nothing_due: nothingDue.nullable().optional(),
});
export type Day = z.infer<typeof day>;

export const getDay = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/days/:day",
  access: { clan: "clan.view" },
  etag: "own",
  token: "entries:read",
  summary: "The grid of one day; with `since`, only the cells that changed after that revision.",
  params: ofDay,
  query: z.strictObject({ since: z.coerce.number().int().min(0).optional() }),
  response: day,
});

export const listDays = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/days",
  access: { clan: "clan.view" },
  summary: "How far the entries of each day are, the latest first.",
  params: ofClan,
  query: z.strictObject({
    /** How many days up to today. */
    count: z.coerce.number().int().min(1).max(62).default(14),
  }),
  response: z.object({
    items: z.array(
      z.object({
        day: z.string(),
        state: z.enum(["open", "late", "locked"]),
        due: z.int(),
        entered: z.int(),
      }),
    ),
  }),
});

/** What is usual for each player, so that a slip of the finger is noticed before it is saved. */
export const getDayMeans = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/days/:day/means",
  access: { clan: "entry.write" },
  summary: "The mean value of the thirty days before, for each player and activity with at least three values.",
  params: ofDay,
  response: z.object({
    items: z.array(z.object({ member_id: z.uuid(), activity_id: z.uuid(), mean: z.number() })),
  }),
});

export const reopenDay = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/days/:day/reopen",
  access: { clan: "entry.write_locked" },
  summary: "Lets a locked day be written like a late one for 24 hours.",
  params: ofDay,
  body: z.strictObject({ reason: noteText("The reason", 200) }),
  response: dayWindow,
});

export const followClan = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/events",
  access: { clan: "clan.view" },
  summary:
    "Server-sent events: `entries` with the days that changed and the new revision, `bulletins` when any of them changed, `changed` for anything else, `resync` when events may have been missed.",
  params: ofClan,
  response: z.void(),
  content: "text/event-stream",
  stream: "clan",
});
