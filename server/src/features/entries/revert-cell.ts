import type { Entry } from "@clanhall/contract/entries";
import type { ClanActor } from "../../access/actor.ts";
import { nextRevision } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { requireOwnCells, requireWindow, sourceOf } from "./check-rights.ts";
import { findCellProblem } from "./checks.ts";
import { toEntries } from "./entry-answer.ts";
import { type CellKey, listEntriesAt, listVersions } from "./queries.ts";
import { writeEntries } from "./write.ts";
import { loadWritingContext } from "./writing-context.ts";

interface Revert {
  /** Which version to write again; 0 is the cell before anything was entered. */
  version: number;
  base_version: number;
  reason?: string | undefined;
}

export function revertTo(
  db: Db,
  actor: ClanActor,
  key: CellKey,
  { version, base_version, reason }: Revert,
  now = new Date(),
): Promise<Entry> {
  const { clanId, memberId } = actor;
  const source = sourceOf(actor);
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    const context = await loadWritingContext(tx, clanId, now, [key.member_id]);
    requireOwnCells(context, actor, [key]);
    const [before] = await listEntriesAt(tx, clanId, [key]);
    if (!before) throw notFound("Entry");
    const cell = { ...key, ...(await loadContent(tx, clanId, key, version)), base_version };
    const problem = findCellProblem(context, cell);
    if (problem) throw invalidField("version", problem.message);
    requireWindow(context, actor, [cell], reason);

    const written = await writeEntries(tx, { clanId, by: memberId, source, score: "rule", reason, now, revision }, [
      cell,
    ]);
    const [conflict] = written.conflicts;
    if (conflict) {
      throw new ApiError("conflict", "Somebody changed this cell in the meantime", { current: conflict.current });
    }
    const [after] = await toEntries(tx, clanId, await listEntriesAt(tx, clanId, [key]));
    if (!after) throw notFound("Entry");
    if (written.saved > 0) {
      await recordAudit(tx, actor, {
        action: "entry.revert",
        target: { type: "entry", id: key.member_id, name: toLabel(context, key) },
        before: { state: before.state, value: before.value },
        after: { state: after.state, value: after.value, version },
        source,
        reason: reason || undefined,
      });
    }
    return after;
  });
}

async function loadContent(tx: Db, clanId: string, key: CellKey, version: number) {
  if (version === 0) return { state: "cleared", value: null } as const;
  const versions = await listVersions(tx, clanId, key);
  const wanted = versions.find((one) => one.version === version);
  if (!wanted) throw notFound("Version");
  return { state: wanted.state, value: wanted.value };
}

type Context = Awaited<ReturnType<typeof loadWritingContext>>;

function toLabel({ members, activities }: Context, { member_id, activity_id, day }: CellKey): string {
  return `${members.get(member_id)?.name}, ${activities.get(activity_id)?.name}, ${day}`;
}
