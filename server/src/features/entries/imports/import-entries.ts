import { createHash } from "node:crypto";
import type { importEntries } from "@clanhall/contract/entry-imports";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import type { Db, Tx } from "../../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../../errors.ts";
import { insertClanAudit } from "../../audit/audit.queries.ts";
import { listRoster } from "../../members/members.queries.ts";
import { listEntriesAt } from "../cells.queries.ts";
import { takeRevision } from "../revisions.queries.ts";
import { type CellWrite, writeCells } from "../write-cells.ts";
import { loadWritingContext } from "../writing-context.ts";
import { createActivityFinder, createPlayerFinder } from "./find-names.ts";
import { toImport } from "./import-answer.ts";
import { rememberMapping } from "./import-mappings.ts";
import { createReport } from "./import-report.ts";
import { findImport, findImportOfFile, insertImport } from "./imports.queries.ts";
import { judgeCells } from "./judge-cells.ts";
import { readFile, type Wish } from "./read-file.ts";
import { resolveCells } from "./resolve-cells.ts";

type Answer = z.output<(typeof importEntries)["response"]>;
type File = ReturnType<typeof readFile>;

/** Writes every value of a file that can be written, or says what would become of each. */
export async function importFile(db: Db, actor: ClanActor, wish: Wish, now = new Date()): Promise<Answer> {
  const file = readFile(wish);
  const hash = createHash("sha256").update(wish.content).digest();
  if (!wish.dry_run) return db.transaction().execute((tx) => runImport(tx, actor, wish, { file, hash, now }));
  const { answer } = await judgeFile(db, actor, wish, file, now);
  return { ...answer, same_file: await findSameFile(db, actor.clanId, hash), import: null };
}

/** Begins as every save of the clan does, so that two imports at once see each other's values. */
async function runImport(
  tx: Tx,
  actor: ClanActor,
  wish: Wish,
  { file, hash, now }: { file: File; hash: Buffer; now: Date },
): Promise<Answer> {
  const { clanId, memberId } = actor;
  const { format, policy, file_name, reason } = wish;
  const revision = await takeRevision(tx, clanId);
  const sameFile = await findSameFile(tx, clanId, hash);
  if (sameFile && !wish.again) {
    throw new ApiError("conflict", "This file was imported before: confirm that you mean it", { current: sameFile });
  }
  const { answer, writes } = await judgeFile(tx, actor, wish, file, now);
  if (writes.length === 0) {
    throw invalidField("content", "Nothing in this file can be written: each value is there already or has a problem");
  }
  const { counts } = answer;
  const row = { clan_id: clanId, file_name, file_hash: hash, format, policy, counts, imported_by: memberId };
  const importId = await insertImport(tx, row);
  await writeCells(tx, { clanId, by: memberId, source: "import", reason, importId, now, revision }, writes);
  await rememberMapping(tx, clanId, file.header, wish);
  await insertClanAudit(tx, actor, {
    action: "entries.import",
    target: { type: "import", id: importId, ...(file_name && { name: file_name }) },
    after: { format, policy, ...counts },
    source: "import",
    reason: reason || undefined,
  });
  const imported = await findImport(tx, clanId, importId);
  if (!imported) throw notFound("Import");
  return { ...answer, same_file: sameFile, import: toImport(imported) };
}

async function findSameFile(db: Db, clanId: string, hash: Buffer): Promise<Answer["same_file"]> {
  const row = await findImportOfFile(db, clanId, hash);
  if (!row) return null;
  const { id, created_at, imported_by_name } = toImport(row);
  return { id, created_at, by: imported_by_name };
}

type Judgement = { answer: Omit<Answer, "same_file" | "import">; writes: CellWrite[] };

async function judgeFile(db: Db, actor: ClanActor, wish: Wish, file: File, now: Date): Promise<Judgement> {
  const { clanId } = actor;
  const roster = await listRoster(db, clanId);
  const context = await loadWritingContext(db, clanId, now);
  const { activities } = context;
  requireKnown(wish, new Set(roster.map(({ id }) => id)), new Set(activities.keys()));

  const players = createPlayerFinder(roster, wish.players);
  const findActivity = createActivityFinder([...activities.values()]);
  const report = createReport();
  const cells = resolveCells(file.cells, wish, { activities, players, findActivity }, report);
  const standing = await listEntriesAt(db, clanId, cells);
  const writes = judgeCells(cells, { context, actor, wish, standing }, report);
  const unknown_players = report
    .listUnknown("unknown_player")
    .map(({ name, lines }) => ({ name, lines, similar: players.listSimilar(name) }));
  const unknown_activities = report.listUnknown("unknown_activity");
  const answer = { counts: report.counts, unknown_players, unknown_activities, problems: report.listProblems() };
  return { answer, writes };
}

/** Ids of the request are of this clan or of nothing. */
function requireKnown({ players, format, mapping }: Wish, memberIds: Set<string>, activityIds: Set<string>): void {
  if (players.some(({ member_id }) => !memberIds.has(member_id.toLowerCase()))) {
    throw invalidField("players", "One of the names stands for a player who is not in this clan");
  }
  if (format === "wide" && mapping.activities.some(({ activity_id }) => !activityIds.has(activity_id.toLowerCase()))) {
    throw invalidField("mapping.activities", "One of the columns stands for an activity that this clan does not have");
  }
}
