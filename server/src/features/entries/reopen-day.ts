import type { Day } from "@clanhall/contract/days";
import type { ClanActor } from "../../access/actor.ts";
import { nextRevision } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { loadClanDays, stateOfDay, toWindow } from "./day-window.ts";
import { upsertReopenedDay } from "./days.queries.ts";
import { publishEntriesChanged } from "./write.ts";

const openFor = 24 * 60 * 60_000;

/** Lets everybody who enters values write a locked day again for a while; what they write counts as late. */
export function reopen(
  db: Db,
  actor: ClanActor,
  day: string,
  reason: string,
  now = new Date(),
): Promise<Day["window"]> {
  const { clanId, memberId } = actor;
  if (reason === "") throw invalidField("reason", "Say why the day is opened again.");
  return db.transaction().execute(async (tx) => {
    const revision = await nextRevision(tx, clanId);
    if (stateOfDay(await loadClanDays(tx, clanId, now), day) !== "locked") {
      throw new ApiError("conflict", `${day} is not locked`);
    }
    const until = new Date(now.getTime() + openFor);
    await upsertReopenedDay(tx, { clan_id: clanId, day, until, reopened_by: memberId, reason });
    await recordAudit(tx, actor, {
      action: "day.reopen",
      target: { type: "day", name: day },
      after: { until: until.toISOString() },
      reason,
    });
    await publishEntriesChanged(tx, clanId, [day], revision);
    return toWindow(await loadClanDays(tx, clanId, now), actor, day);
  });
}
