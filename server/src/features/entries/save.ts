import type { ParsedInput } from "@clanhall/contract/endpoint";
import type { putEntries } from "@clanhall/contract/entries";
import type { ClanActor } from "../../access/actor.ts";
import { nextRevision } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { recordAudit } from "../audit/index.ts";
import { requireOwnCells, requireWindow, sourceOf } from "./check-rights.ts";
import { requireCells } from "./checks.ts";
import { writeEntries, type Written } from "./write.ts";
import { loadWritingContext } from "./writing-context.ts";

/** Cells are checked when no other save can happen any more, so that what was checked still holds when they are written. */
export function saveEntries(
  db: Db,
  actor: ClanActor,
  { entries, reason }: ParsedInput<typeof putEntries>["body"],
  now = new Date(),
): Promise<Written> {
  const { clanId, memberId } = actor;
  const source = sourceOf(actor);
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    const players = [...new Set(entries.map(({ member_id }) => member_id))];
    const context = await loadWritingContext(tx, clanId, now, players);
    requireOwnCells(context, actor, entries);
    const cells = requireCells(context, entries);
    const locked = requireWindow(context, actor, cells, reason);
    const written = await writeEntries(
      tx,
      { clanId, by: memberId, source, score: "rule", reason, now, revision },
      cells,
    );
    if (locked.length > 0 && written.saved > 0) {
      await recordAudit(tx, actor, {
        action: "entry.write_locked",
        target: { type: "day", name: toLabel(locked) },
        after: { cells: written.saved, days: locked.slice(0, mostDaysKept) },
        source,
        reason,
      });
    }
    return written;
  });
}

/** Days that one row of the audit names. */
const mostDaysKept = 60;

function toLabel([first = "", ...others]: string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
