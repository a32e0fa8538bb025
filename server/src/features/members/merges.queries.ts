import type { ClanRole } from "@clanhall/contract/permissions";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/tables.ts";
import type { MemberRow } from "./members.queries.ts";
import type { Span } from "./spans.queries.ts";

/** One of two rows as it was before they became one. */
export interface OldRow {
  name: string;
  name_key: string;
  aliases: string[];
  groups: string[];
  public_note: string;
  officer_note: string;
  role: ClanRole;
  status: MemberRow["status"];
  user_id: string | null;
  joined_at: string;
  main_member_id: string | null;
  version: number;
}

/** What stands in a cell. */
export interface CellContent {
  state: "value" | "excused";
  value: number | null;
  points: number;
  is_met: boolean;
  late: boolean;
}

/** A cell of the dropped row before the merge, with what the kept row had there, and how the merge left both. */
export interface MergedCell {
  day: string;
  activity_id: string;
  keep: CellContent | null;
  drop: CellContent;
  /** Whether the kept row's cell got a new version. */
  is_rewritten: boolean;
  keep_version: number;
  keep_points: number;
  drop_version: number;
}

export interface BeforeMerge {
  keep: OldRow;
  drop: OldRow;
  /** Players who were alts of the dropped one. */
  alts: string[];
  spans: Span[];
  /** Missing in merges from before there were entries. */
  cells?: MergedCell[];
}

export async function insertMerge(
  tx: Db,
  merge: { clan_id: string; keep_id: string; drop_id: string; merged_by: string },
  before: BeforeMerge,
): Promise<string> {
  const { id } = await tx
    .insertInto("clan_member_merges")
    .values({ ...merge, before: JSON.stringify(before) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function lockMerge(tx: Db, clanId: string, mergeId: string) {
  const row = await tx
    .selectFrom("clan_member_merges")
    .select(["id", "keep_id", "drop_id", "undone_at", "before"])
    .where("clan_id", "=", clanId)
    .where("id", "=", mergeId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, before: row.before as unknown as BeforeMerge } : null;
}

export async function markMergeUndone(tx: Db, clanId: string, mergeId: string, now: Date): Promise<void> {
  await tx
    .updateTable("clan_member_merges")
    .set({ undone_at: now })
    .where("clan_id", "=", clanId)
    .where("id", "=", mergeId)
    .execute();
}

/** Gives alts back to a player, but for those who got another main since. */
export async function returnAlts(tx: Db, clanId: string, altIds: string[], from: string, to: string): Promise<void> {
  await tx
    .updateTable("clan_members")
    .set((row) => ({ main_member_id: to, version: row("version", "+", 1), updated_at: new Date() }))
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(altIds))
    .where("main_member_id", "=", from)
    .execute();
}
