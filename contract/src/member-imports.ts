import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { mapFields } from "./fields/field.ts";
import { memberLists, memberTexts } from "./fields/member-fields.ts";
import { manyMembersMax } from "./members.ts";

/** One line of a pasted list or a CSV, already mapped to fields. */
export const importRow = z.strictObject({
  name: z.string().max(500),
  ...mapFields(memberLists, () => z.array(z.string().max(500)).max(50).optional()),
  ...mapFields(memberTexts, () => z.string().max(2_000).optional()),
  joined_on: z.string().max(50).optional(),
});

export const importMembers = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/import",
  access: { clan: "member.manage" },
  cost: "heavy",
  summary: "Checks many players, and adds those that are new when it is no dry run.",
  params: ofClan,
  bodyLimit: 4 * 1024 * 1024,
  body: z.strictObject({
    rows: z
      .array(importRow)
      .min(1, "There is nothing to import.")
      .max(manyMembersMax, `Import at most ${manyMembersMax} players at once.`),
    dry_run: z.boolean(),
    /** Rows that look like somebody on the roster and are to be added all the same. */
    add_similar: z.array(z.int()).max(manyMembersMax).optional(),
    /** Rows that are another name of whom they look like. */
    alias_of: z.array(z.int()).max(manyMembersMax).optional(),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        index: z.int(),
        name: z.string(),
        state: z.enum(["new", "exists", "similar", "invalid"]),
        /** Somebody on the roster, or an earlier row of this list. */
        similar_to: z.object({ id: z.uuid().nullable(), name: z.string(), index: z.int().optional() }).nullable(),
        /** The earlier row that has the same name. */
        same_as: z.int().optional(),
        problem: z.string().nullable(),
      }),
    ),
    added: z.int(),
    /** How many rows became an alias. */
    aliased: z.int().optional(),
  }),
});

export const mergeMembers = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/merge",
  access: { clan: "member.manage" },
  summary: "Makes two rows of one player one; shows what would happen when it is a dry run.",
  params: ofClan,
  body: z.strictObject({
    keep: z.uuid(),
    drop: z.uuid(),
    /** What counts on days where both have a value. */
    policy: z.enum(["keep", "drop", "add"]).default("keep"),
    dry_run: z.boolean(),
  }),
  response: z.object({
    merge_id: z.uuid().nullable(),
    result: z.object({
      name: z.string(),
      aliases: z.array(z.string()),
      groups: z.array(z.string()),
      joined_at: z.iso.datetime(),
    }),
    /** What becomes of the dropped row's entries, those first that meet one of the kept row; at most 366. */
    days: z.array(
      z.object({ day: z.string(), activity: z.string(), keep: z.string(), drop: z.string(), result: z.string() }),
    ),
    /** How many entries only the dropped row has, and in how many cells both have one. */
    entries: z.object({ moved: z.int(), both: z.int() }),
  }),
});

export const undoMerge = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/members/merges/:mergeId/undo",
  access: { clan: "member.manage" },
  summary: "Takes a merge back while neither row and none of the entries that moved was changed since.",
  params: z.object({ clanId: z.uuid(), mergeId: z.uuid() }),
  response: z.object({}),
});
