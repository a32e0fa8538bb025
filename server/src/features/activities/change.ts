import type { Activity } from "@clanhall/contract/activities";
import { ruleOn } from "@clanhall/contract/scoring";
import type { ClanActor } from "../../access/actor.ts";
import type { ActivityRow } from "../../clan/activities.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { rescoreEntries } from "../entries/index.ts";
import { loadActivity } from "./activity-answer.ts";
import { findLimitProblem } from "./activity-limits.ts";
import { type ActivityColumns, putRule, updateActivity } from "./activity-writes.queries.ts";
import {
  type ActivityContext,
  findActiveRefusal,
  findNameRefusal,
  lockActivities,
  requireActivity,
} from "./context.ts";
import { type Change, planDetails, planPause, planScoring } from "./plan-change.ts";
import { hasEntries } from "./queries.ts";

type Plan = ReturnType<typeof planChange>;

/** Changes what is named and differs; a change that changes nothing leaves the version alone. */
export function changeActivity(
  db: Db,
  actor: ClanActor,
  activityId: string,
  change: Change,
  now = new Date(),
): Promise<Activity> {
  return db.transaction().execute(async (tx) => {
    const { context, revision } = await lockActivities(tx, actor.clanId, now);
    const row = requireActivity(context.present, activityId);
    if (row.version !== change.version) {
      const current = await loadActivity(tx, row, context.today);
      throw new ApiError("conflict", `${row.name} was changed elsewhere in the meantime`, { current });
    }
    const plan = planChange(row, change, context.today);
    if (plan.happenings.length > 0) {
      await requireAllowed(tx, context, row, plan);
      await updateActivity(tx, row.clan_id, row.id, plan.columns);
      if (plan.scoring) await changeScoring(tx, context, { ...row, ...plan.columns }, plan.scoring.rule, revision);
      await recordAudit(tx, actor, ...plan.happenings);
    }
    return loadActivity(tx, row, context.today);
  });
}

function planChange(row: ActivityRow, change: Change, today: string) {
  const details = planDetails(row, change);
  const scoring = planScoring(row, change, today);
  const pause = planPause(row, change.active, today);
  const columns: ActivityColumns = { ...details?.columns, ...pause };
  const target = { type: "activity", id: row.id, name: columns.name ?? row.name };
  const from = scoring && { effective_from: scoring.rule.effective_from };
  const happenings = [
    ...(details || scoring
      ? [
          {
            action: "activity.change",
            target,
            before: { ...details?.before, ...scoring?.before },
            after: { ...details?.after, ...scoring?.after, ...from },
          },
        ]
      : []),
    ...(pause ? [{ action: pause.is_active ? "activity.unarchive" : "activity.archive", target }] : []),
  ];
  return { columns, scoring, happenings };
}

async function requireAllowed(
  tx: Db,
  context: ActivityContext,
  row: ActivityRow,
  { columns, scoring }: Plan,
): Promise<void> {
  const { name, value_type, aggregate, is_active } = columns;
  const refusal =
    (name === undefined ? null : findNameRefusal(context, name, row.id)) ??
    (is_active ? findActiveRefusal(context) : null);
  if (refusal) throw refusal;
  const rule = scoring?.rule ?? ruleOn(row.rules, context.today);
  const problem = findLimitProblem({ ...rule, ...row, ...columns });
  if (problem) throw invalidField(problem.path, problem.message);

  const isOtherKind = value_type !== undefined && !(row.value_type === "whole" && value_type === "decimal");
  const countsOtherwise = aggregate !== undefined && [aggregate, row.aggregate].includes("days_done");
  if (!(isOtherKind || countsOtherwise) || !(await hasEntries(tx, row.clan_id, row.id))) return;
  if (isOtherKind) {
    throw invalidField(
      "value_type",
      "The kind of value stays once something is entered; only whole numbers can become decimals.",
    );
  }
  throw invalidField("aggregate", "Days done counts days and not units, so this stays once something is entered.");
}

/** What was entered today already is scored by the new rule too. */
async function changeScoring(
  tx: Tx,
  { clanId, today }: ActivityContext,
  { id, aggregate }: ActivityRow,
  rule: ActivityRow["rules"][number],
  revision: number,
): Promise<void> {
  await putRule(tx, clanId, id, rule);
  if (rule.effective_from > today) return;
  await rescoreEntries(tx, { clanId, activityId: id, aggregate, from: today, rule }, revision);
}
