import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { calendarDate, noteText } from "./text.ts";

/** Bytes of text that one import may have. */
export const importBytesMax = 4 * 1024 * 1024;

/** New players, and new aliases, that one import may bring along. */
const namesMax = 200;

/** What the columns of a file mean, by their index. */
export const importMapping = z.strictObject({
  /** Long: one line for each value. */
  date: z.int().min(0).nullable(),
  /** A name or an alias. */
  player: z.int().min(0),
  activity: z.int().min(0).nullable(),
  value: z.int().min(0).nullable(),
  /** Wide: columns that are an activity each. */
  activities: z.array(z.strictObject({ column: z.int().min(0), activity_id: z.uuid() })).max(200),
  /** For a wide file without a column of dates. */
  day: calendarDate.nullable(),
  /** How the file writes one and a half. */
  decimal: z.enum([".", ","]).default("."),
  /** In which order the file writes a date that is not YYYY-MM-DD. */
  date_order: z.enum(["ymd", "dmy", "mdy"]).default("ymd"),
});
export type ImportMapping = z.input<typeof importMapping>;

export const importPolicies = ["skip", "overwrite", "add"] as const;

export const importCounts = z.object({
  new: z.int(),
  changed: z.int(),
  same: z.int(),
  skipped: z.int(),
  unknown_player: z.int(),
  unknown_activity: z.int(),
  invalid: z.int(),
});
export type ImportCounts = z.infer<typeof importCounts>;

export const entryImport = z.object({
  id: z.uuid(),
  file_name: z.string(),
  format: z.enum(["long", "wide"]),
  policy: z.enum(importPolicies),
  counts: importCounts,
  imported_by_name: z.string(),
  created_at: z.iso.datetime(),
  undone_at: z.iso.datetime().nullable(),
});

export const importEntries = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/imports",
  access: { clan: "clan.manage" },
  cost: "heavy",
  summary: "Reads entries from CSV text; a dry run says what would happen and writes nothing.",
  params: ofClan,
  bodyLimit: importBytesMax * 1.5,
  body: z.strictObject({
    format: z.enum(["long", "wide"]),
    content: z
      .string()
      .min(1, "The file is empty.")
      .max(importBytesMax, "The file is larger than 4 MB: import it in parts."),
    file_name: noteText("The file's name", 200).default(""),
    mapping: importMapping,
    policy: z.enum(importPolicies).default("skip"),
    dry_run: z.boolean(),
    /** Names of the file that stand for a player, as somebody decided. */
    players: z
      .array(z.strictObject({ name: z.string().max(500), member_id: z.uuid() }))
      .max(2_000)
      .default([]),
    /** Names that become players on the roster, from the first day on that the file has a value for them. */
    add_players: z.array(z.string().max(500)).max(namesMax).default([]),
    /** Names that a player is known by from now on. */
    remember: z
      .array(z.strictObject({ name: z.string().max(500), member_id: z.uuid() }))
      .max(namesMax)
      .default([]),
    /** The same file was imported before, and this is meant. */
    again: z.boolean().default(false),
    /** Needed when the file writes locked days. */
    reason: noteText("The reason", 200).optional(),
  }),
  response: z.object({
    counts: importCounts,
    players_added: z.int(),
    aliases_added: z.int(),
    /** Names that are nobody's, with players they may mean; never merged by themselves. */
    unknown_players: z.array(
      z.object({
        name: z.string(),
        lines: z.int(),
        similar: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),
    unknown_activities: z.array(z.object({ name: z.string(), lines: z.int() })),
    /** Lines that cannot be read or may not be written; the first hundred. */
    problems: z.array(z.object({ line: z.int(), column: z.string().nullable(), problem: z.string() })),
    /** The earlier import of the same file that was not undone. */
    same_file: z.object({ id: z.uuid(), created_at: z.iso.datetime(), by: z.string() }).nullable(),
    import: entryImport.nullable(),
  }),
});

/** How a file's columns were understood last time. */
export const findImportMapping = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/imports/mapping",
  access: { clan: "clan.manage" },
  summary: "The mapping that was used for a file with the same header.",
  params: ofClan,
  body: z.strictObject({ header: z.array(z.string().max(500)).min(1).max(500) }),
  response: z.object({
    remembered: z.object({ format: z.enum(["long", "wide"]), mapping: importMapping }).nullable(),
  }),
});

export const listImports = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/imports",
  access: { clan: "clan.manage" },
  summary: "The latest hundred imports.",
  params: ofClan,
  response: z.object({ items: z.array(entryImport) }),
});

export const undoImport = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/imports/:importId/undo",
  access: { clan: "clan.manage" },
  summary:
    "Puts back what stood in the cells of an import, and takes back the players and aliases it added; what was changed since stays.",
  params: z.object({ clanId: z.uuid(), importId: z.uuid() }),
  body: z.strictObject({ reason: noteText("The reason", 200).optional() }),
  response: z.object({
    restored: z.int(),
    kept: z.int(),
    players_removed: z.int(),
    aliases_removed: z.int(),
    /** Players who were added and have more than this import by now. */
    players_kept: z.array(z.string()),
    import: entryImport,
  }),
});
