import { cellStateOf, isScheduled, whyNotDue } from "@clanhall/contract/rules/cells";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { getCellHistory } from "@clanhall/contract/entries";
import { canInClan } from "@clanhall/contract/permissions";
import { outcomeOf, pointsOf, ruleOn, unitsOf } from "@clanhall/contract/rules/scoring";
import type { ClanActor } from "../../access/actor.ts";
import type { ActivityRow } from "../../clan/activities.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { toEntries } from "./day.ts";
import { type CellKey, listEntriesAt, listVersions } from "./queries.ts";
import { loadWritingContext } from "./write.ts";

type History = AnswerOf<typeof getCellHistory>;

/** One cell with the calculation of its points and all its versions. */
export async function loadCellHistory(db: Db, actor: ClanActor, cell: CellKey, now = new Date()): Promise<History> {
  const { clanId, memberId, role, toggles } = actor;
  const { day } = cell;
  if (cell.member_id !== memberId && !canInClan(role, "values.view", toggles)) {
    throw new ApiError("forbidden", "In this clan you can only see your own values");
  }
  const context = await loadWritingContext(db, clanId, now, [cell.member_id]);
  const member = context.members.get(cell.member_id);
  if (!member) throw notFound("Player");
  const activity = context.activities.get(cell.activity_id);
  if (!activity) throw notFound("Activity");

  const [entry = null] = await toEntries(db, clanId, await listEntriesAt(db, clanId, [cell]));
  const versions = await listVersions(db, clanId, cell);
  const notScheduled = isScheduled(activity, day) ? null : "not_scheduled";
  const whyNot = whyNotDue(member, context, day) ?? notScheduled;
  return {
    member: { id: member.id, name: member.name, tint: member.tint },
    activity: { id: activity.id, name: activity.name, unit: activity.unit, value_type: activity.value_type },
    day,
    state: cellStateOf(entry?.state ?? null, whyNot === null),
    why_not_due: whyNot,
    entry,
    working: entry && toWorking(activity, day, entry.value),
    versions: versions.map((version) => ({ ...version, entered_at: version.entered_at.toISOString() })),
  };
}

function toWorking({ aggregate, rules }: ActivityRow, day: string, value: number | null): History["working"] {
  if (value === null) return null;
  const rule = ruleOn(rules, day);
  return {
    value,
    units: unitsOf(aggregate, rule, value),
    points_per_unit: rule.points_per_unit,
    daily_cap: rule.daily_cap,
    daily_target: rule.daily_target,
    outcome: outcomeOf(rule, value),
    rule_from: rule.effective_from,
    points: pointsOf(aggregate, rule, value),
  };
}
