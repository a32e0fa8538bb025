import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { entry, entrySources, entryVersion } from "./entries.ts";
import { calendarDate } from "./text.ts";

/** Days that one look may span. */
export const historyDaysMax = 366;

/** Items divided by commas; a comma within one, as in the name of a group, has a backslash before it. */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(/[\\,]/g, "\\$&")).join(",");
}

export function splitList(text: string): string[] {
  const items = text.match(/(?:\\[\\,]|[^,])+/g) ?? [];
  return items.map((item) => item.replaceAll(/\\([\\,])/g, "$1"));
}

/** Ids or words. */
const list = z.string().max(20_000).transform(splitList);
const ids = list.pipe(z.array(z.uuid()).max(500));

const cellStates = ["value", "excused", "missing", "late", "edited"] as const;

/** What of the entries somebody looks at. */
export const historyFilter = {
  from: calendarDate,
  to: calendarDate.meta({ description: `The last day. A range has at most ${historyDaysMax} days.` }),
  member_id: ids.optional().meta({ description: "Ids of players, separated by commas." }),
  activity_id: ids.optional().meta({ description: "Ids of activities, separated by commas." }),
  group: list
    .pipe(z.array(z.string().max(60)).max(100))
    .optional()
    .meta({
      description:
        "Names of groups, separated by commas. A comma or backslash within a name has a backslash before it.",
    }),
  states: list
    .pipe(z.array(z.enum(cellStates)))
    .optional()
    .meta({
      description: `Any of ${cellStates.join(", ")}, separated by commas. Missing cells are listed only if named here; without this filter, totals count them all the same.`,
    }),
  entered_by: ids.optional().meta({ description: "Ids of the players who entered the values, separated by commas." }),
  source: list
    .pipe(z.array(z.enum(entrySources)))
    .optional()
    .meta({ description: `Any of ${entrySources.join(", ")}, separated by commas.` }),
  include_former: z.enum(["true", "false"]).default("false").meta({ description: "Players who left the clan too." }),
};

export const historyKeys = ["day", "week", "month", "weekday", "member", "activity"] as const;
export type HistoryKey = (typeof historyKeys)[number];

/** A row of the table: one cell with the names that belong to it. */
export const historyRow = entry
  .omit({ state: true })
  .extend({
    state: z.enum(["value", "excused", "missing"]),
    member_name: z.string(),
    member_tint: z.int(),
    activity_name: z.string(),
    /** Written more than once. */
    edited: z.boolean(),
    /** Of a value. */
    outcome: z.enum(["met", "partly", "missed"]).nullable(),
  })
  .extend({
    /** A missing cell was entered by nobody. */
    entered_by: z.uuid().nullable(),
    entered_by_name: z.string().nullable(),
    entered_at: z.iso.datetime().nullable(),
    source: z.enum(entrySources).nullable(),
  });
export type HistoryRow = z.infer<typeof historyRow>;

/** What a set of cells comes to. */
export const historySum = z.object({
  /** By the activity's aggregate; null where activities of different kinds come together. */
  value: z.number().nullable(),
  points: z.number(),
  due: z.int(),
  met: z.int(),
  partly: z.int(),
  /** Due and entered as nothing, or missing. */
  missed: z.int(),
  missing: z.int(),
  excused: z.int(),
  /** Cells with a value. */
  entered: z.int(),
  /** Percent of due and not excused cells that were met. */
  rate: z.number().nullable(),
});
export type HistorySum = z.infer<typeof historySum>;

export const listEntries = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/entries",
  access: { clan: "clan.view" },
  cost: "heavy",
  token: "entries:read",
  summary: "Entries of a range, the latest day first; totals are of the whole filter. With `group_by`, sums instead.",
  params: ofClan,
  query: z.strictObject({
    ...historyFilter,
    group_by: z.enum(historyKeys).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(100),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({
    items: z.array(historyRow),
    groups: z.array(z.object({ key: z.string(), label: z.string(), sum: historySum })),
    totals: historySum,
    next_cursor: z.string().nullable(),
  }),
});

export const getHistorySummary = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/entries/summary",
  access: { clan: "clan.view" },
  cost: "heavy",
  token: "entries:read",
  summary: "Sums over a range in rows and columns: what the matrix, compliance, heat map and trends draw.",
  params: ofClan,
  query: z.strictObject({
    ...historyFilter,
    rows: z.enum(historyKeys),
    columns: z.enum(historyKeys).optional(),
  }),
  response: z.object({
    rows: z.array(z.object({ key: z.string(), label: z.string(), sum: historySum })),
    columns: z.array(z.object({ key: z.string(), label: z.string(), sum: historySum })),
    /** One for each row and column that has something due or entered; indexes into the lists above. */
    cells: z.array(historySum.extend({ row: z.int(), column: z.int() })),
    totals: historySum,
    /** Players that the filter finds, for means. */
    members: z.int(),
  }),
});

export const listEntryChanges = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/entries/changes",
  access: { clan: "clan.view" },
  cost: "heavy",
  summary: "Every write of the entries in a range, the latest first, with what stood there before.",
  params: ofClan,
  query: z.strictObject({
    ...historyFilter,
    limit: z.coerce.number().int().min(1).max(200).default(100),
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({
    items: z.array(
      entryVersion.extend({
        member_id: z.uuid(),
        member_name: z.string(),
        member_tint: z.int(),
        activity_id: z.uuid(),
        activity_name: z.string(),
        day: z.string(),
        before: z.object({ state: z.enum(["value", "excused", "cleared"]), value: z.number().nullable() }).nullable(),
        /** Whether this is what stands there now. */
        is_current: z.boolean(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
});

export const exportEntriesCsv = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/entries.csv",
  access: { clan: "settings.view" },
  cost: "heavy",
  token: "entries:read",
  summary: "The filtered entries as a CSV file, streamed.",
  params: ofClan,
  query: z.strictObject(historyFilter),
  response: z.void(),
  content: "text/csv",
});

export const exportEntriesJson = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/entries.json",
  access: { clan: "settings.view" },
  cost: "heavy",
  token: "entries:read",
  summary: "The filtered entries as a JSON file, streamed.",
  params: ofClan,
  query: z.strictObject(historyFilter),
  response: z.void(),
  content: "application/json",
});
