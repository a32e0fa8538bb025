import type { Activity, activityChange } from "@clanhall/contract/activities";
import type { Pause } from "@clanhall/contract/rules/cells";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { datedFields, detailFields } from "@clanhall/contract/fields/activity-fields";
import { pickFields } from "@clanhall/contract/fields/field";
import { ruleOn } from "@clanhall/contract/rules/scoring";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { ActivityRow, RuleRow } from "../../clan/activities.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { invalidField, staleVersion } from "../../errors.ts";
import { findLastChange, recordAudit } from "../audit/index.ts";
import { rescoreEntries } from "../entries/index.ts";
import {
  type ActivityContext,
  findActiveRefusal,
  findLimitProblem,
  findNameRefusal,
  loadActivity,
  lockActivities,
  requireActivity,
} from "./context.ts";
import { type ActivityColumns, hasEntries, putRule, updateActivity } from "./queries.ts";

type Plan = ReturnType<typeof planChange>;

/** Changes what is named and differs; a change that changes nothing leaves the version alone. */
export function changeActivity(db: Db, actor: ClanActor, activityId: string, change: Change): Promise<Activity> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const { context, revision } = await lockActivities(tx, actor.clanId, now);
    const row = requireActivity(context.present, activityId);
    if (row.version !== change.version) {
      const current = await loadActivity(tx, row, context.today);
      const last = await findLastChange(tx, actor.clanId, { type: "activity", id: row.id });
      throw staleVersion(row.name, current, last);
    }
    const plan = planChange(row, change, context.today);
    if (plan.auditEvents.length > 0) {
      await requireAllowed(tx, context, row, plan);
      await updateActivity(tx, row.clan_id, row.id, plan.columns);
      if (plan.scoring) await changeScoring(tx, context, { ...row, ...plan.columns }, plan.scoring.rule, revision);
      await recordAudit(tx, actor, ...plan.auditEvents);
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
  const auditEvents = [
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
  return { columns, scoring, auditEvents };
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

type Change = z.output<typeof activityChange>;

/** How many days ahead a change of the scoring may be planned. */
const planDays = 366;

/** Those of the activity's own columns that become different. */
function planDetails(row: ActivityRow, change: Change) {
  const planned = differences<ActivityRow>(row, { ...pickFields(change, detailFields), is_public: change.public });
  if (!planned) return null;
  const { name } = planned.after;
  const columns: ActivityColumns = { ...planned.after, ...(name !== undefined && { name_key: toNameKey(name) }) };
  return { ...planned, columns };
}

/**
 * The rule that a change of the scoring makes. It never begins before today: the points of days that are over were
 * given by the rules of their time, and only a re-score moves both together.
 */
function planScoring(row: ActivityRow, change: Change, today: string) {
  const { effective_from = today } = change;
  if (effective_from < today) {
    throw invalidField(
      "effective_from",
      "A change counts from today or later. To change earlier days too, change it from today and then re-score.",
    );
  }
  if (effective_from > addDays(today, planDays)) {
    throw invalidField("effective_from", "Choose a day within the next year.");
  }
  const valid = ruleOn(row.rules, effective_from);
  const planned = differences(valid, pickFields(change, datedFields));
  return planned && { ...planned, rule: { ...valid, ...planned.after, effective_from } satisfies RuleRow };
}

/** Archived from today on, or asked for again from today on. */
function planPause(row: ActivityRow, active: boolean | undefined, today: string) {
  if (active === undefined || active === row.is_active) return null;
  if (!active) return { is_active: false, pauses: [...row.pauses, { from: today, to: null }] };
  return { is_active: true, pauses: row.pauses.flatMap((pause) => closePause(pause, addDays(today, -1))) };
}

function closePause({ from, to }: Pause, yesterday: string): Pause[] {
  if (to !== null) return [{ from, to }];
  return from <= yesterday ? [{ from, to: yesterday }] : [];
}

/** What is wanted otherwise than it is, before and after. */
function differences<Fields extends object>(
  before: Fields,
  wanted: { [Key in keyof Fields]?: Fields[Key] | undefined },
) {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  if (names.length === 0) return null;
  const pick = (from: object) =>
    Object.fromEntries(names.map((name) => [name, (from as Fields)[name]])) as Partial<Fields>;
  return { before: pick(before), after: pick(wanted) };
}
