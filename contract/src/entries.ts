import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { calendarDate, noteText } from "./text.ts";

/** Cells that one call may write. */
export const cellsMax = 20_000;

export const entrySources = ["ui", "import", "api", "self", "discord"] as const;

// A day has up to 20,000 cells: what comes from the database is not checked again letter by letter.
const knownId = z.string().meta({ format: "uuid" });
const knownInstant = z.string().meta({ format: "date-time" });

/** What stands in a cell now. A cleared cell keeps its version, so that the next writer knows what they saw. */
export const entry = z.object({
  member_id: knownId,
  activity_id: knownId,
  day: z.string(),
  state: z.enum(["value", "excused", "cleared"]),
  value: z.number().nullable(),
  points: z.number(),
  /** Entered after its day was over. */
  late: z.boolean(),
  version: z.int(),
  /** The player who entered it. */
  entered_by: knownId,
  entered_by_name: z.string(),
  entered_at: knownInstant,
  source: z.enum(entrySources),
});
export type Entry = z.infer<typeof entry>;

const reason = noteText("The reason", 200);

/** One cell as somebody wants it: a value, excused, or neither, which clears it. */
export const cellDraft = z.strictObject({
  member_id: z.uuid(),
  activity_id: z.uuid(),
  day: calendarDate,
  value: z
    .number("Enter a number.")
    .nullable()
    .meta({ description: "Null excuses the player if `excused` is true; otherwise it clears the cell." }),
  excused: z.boolean().optional().meta({ description: "True only where `value` is null." }),
  base_version: z.int().min(0).optional().meta({
    description:
      "The version you read, 0 for a cell that has none. If the cell has changed since, it is left as it is and comes back under `conflicts`. Without it, the last writer wins.",
  }),
});
export type CellDraft = z.input<typeof cellDraft>;

const cellKey = { member_id: knownId, activity_id: knownId, day: z.string() };

export const putEntries = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/entries",
  access: { clan: "entry.write" },
  token: "entries:write",
  summary: "Writes cells: all or none when one is not valid; cells that someone else changed are left and reported.",
  params: ofClan,
  bodyLimit: 6 * 1024 * 1024,
  body: z.strictObject({
    entries: z
      .array(cellDraft)
      .min(1, "There is nothing to save.")
      .max(cellsMax, `Save at most ${cellsMax} cells at once.`),
    /** Needed for locked days. */
    reason: reason.optional(),
  }),
  response: z.object({
    saved: z.int(),
    unchanged: z.int(),
    conflicts: z.array(z.object({ ...cellKey, current: entry.nullable() })),
    /** The cells that were written or stood so already. */
    versions: z.array(z.object({ ...cellKey, version: z.int(), points: z.number(), late: z.boolean() })),
    revision: z.int(),
  }),
});

export const ofCell = z.object({
  clanId: z.uuid(),
  memberId: z.uuid(),
  activityId: z.uuid(),
  day: calendarDate,
});

export const entryVersion = z.object({
  version: z.int(),
  state: z.enum(["value", "excused", "cleared"]),
  value: z.number().nullable(),
  points: z.number(),
  late: z.boolean(),
  entered_by_name: z.string(),
  entered_at: z.iso.datetime(),
  source: z.enum(entrySources),
  reason: z.string().nullable(),
});
export type EntryVersion = z.infer<typeof entryVersion>;

export const getCellHistory = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/entries/:memberId/:activityId/:day/history",
  access: { clan: "clan.view" },
  summary: "One cell: what stands in it, how its points come about, and every version, the latest first.",
  params: ofCell,
  response: z.object({
    member: z.object({ id: z.uuid(), name: z.string(), tint: z.int() }),
    activity: z.object({ id: z.uuid(), name: z.string(), unit: z.string(), value_type: z.string() }),
    day: z.string(),
    /** Whether the caller may write the values of this day, and whether each change needs a reason. */
    window: z.object({ can_write: z.boolean(), needs_reason: z.boolean() }),
    state: z.enum(["not_due", "missing", "value", "excused"]),
    why_not_due: z.enum(["off_roster", "grace", "away", "not_scheduled"]).nullable(),
    entry: entry.nullable(),
    /** How the points come about; null without a value. */
    working: z
      .object({
        value: z.number(),
        units: z.number(),
        points_per_unit: z.number(),
        daily_cap: z.number().nullable(),
        daily_target: z.number().nullable(),
        outcome: z.enum(["met", "partly", "missed"]),
        rule_from: z.string(),
        points: z.number(),
      })
      .nullable(),
    /** Why something was due here and what happened; null unless it is missing. */
    missing: z
      .object({
        daily_target: z.number().nullable(),
        /** Until then nothing is missed. */
        is_day_over: z.boolean(),
        /** What it costs; nothing before the day is over. */
        points: z.number(),
        /** On which weekdays it is asked for, Monday is 1, and since when; null for always. */
        weekdays: z.array(z.int()),
        asked_since: z.string().nullable(),
        on_roster_since: z.string(),
        /** The first days on the roster, in which nothing is due. */
        grace_days: z.int(),
        /** When the day locked, or will. */
        locks_at: z.iso.datetime(),
        /** Who entered most of the day; null for callers who may not see the values of others. */
        entered_by: z.object({ name: z.string(), values: z.int() }).nullable(),
      })
      .nullable(),
    versions: z.array(entryVersion),
  }),
});

export const revertCell = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/entries/:memberId/:activityId/:day/revert",
  access: { clan: "entry.write" },
  summary: "Writes an older version of a cell again, as a new one.",
  params: ofCell,
  body: z.strictObject({ version: z.int().min(0), base_version: z.int().min(0), reason: reason.optional() }),
  response: entry,
});
