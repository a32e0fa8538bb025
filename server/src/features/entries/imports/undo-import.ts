import type { undoImport } from "@clanhall/contract/entry-imports";
import type { z } from "zod";
import type { ClanActor } from "../../../access/actor.ts";
import { nextRevision } from "../../../clan/lock.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { recordAudit } from "../../audit/index.ts";
import { requireWindow } from "../check-rights.ts";
import { type CellInput, writeEntries } from "../write.ts";
import { loadWritingContext } from "../writing-context.ts";
import { toImport } from "./import-answer.ts";
import { findImport, type ImportedCell, listImportedCells, markImportUndone } from "./queries.ts";

type Answer = z.output<(typeof undoImport)["response"]>;

/** Writes what stood in the cells before, as new versions. Cells that somebody changed since are theirs. */
export function takeImportBack(
  db: Db,
  actor: ClanActor,
  importId: string,
  reason: string | undefined,
  now = new Date(),
): Promise<Answer> {
  const { clanId, memberId } = actor;
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    const row = await findImport(tx, clanId, importId);
    if (!row) throw notFound("Import");
    if (row.undone_at) throw new ApiError("conflict", "This import was undone already", { current: toImport(row) });

    const cells = await listImportedCells(tx, clanId, importId);
    const restored = cells.filter(({ is_current }) => is_current);
    requireWindow(await loadWritingContext(tx, clanId, now), actor, restored, reason);
    const write = { clanId, by: memberId, source: "import", score: "rule", reason, now, revision } as const;
    for (const [before, group] of Map.groupBy(restored, ({ before_import_id }) => before_import_id)) {
      await writeEntries(tx, { ...write, importId: before ?? undefined }, group.map(toCellBefore));
    }
    await markImportUndone(tx, clanId, importId, now);
    const counts = { restored: restored.length, kept: cells.length - restored.length };
    await recordAudit(tx, actor, {
      action: "entries.import_undo",
      target: { type: "import", id: row.id, ...(row.file_name && { name: row.file_name }) },
      after: counts,
      source: "import",
      reason: reason || undefined,
    });
    return { ...counts, import: toImport({ ...row, undone_at: now }) };
  });
}

function toCellBefore({ member_id, activity_id, day, before_state, before_value }: ImportedCell): CellInput {
  return { member_id, activity_id, day, state: before_state ?? "cleared", value: before_value };
}
