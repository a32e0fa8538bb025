import { cellStateOf, dueFrom, isScheduled, whyNotDue } from "@clanhall/contract/rules/cells";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { getCellHistory } from "@clanhall/contract/entries";
import { canInClan } from "@clanhall/contract/permissions";
import { outcomeOf, pointsOf, ruleOn, unitsOf } from "@clanhall/contract/rules/scoring";
import type { ClanActor } from "../../access/actor.ts";
import type { ActivityRow } from "../../clan/activities.ts";
import type { PresentMember } from "../../clan/roster.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { toEntries, toLock, toWindow } from "./day.ts";
import { type CellKey, findMainWriter, listEntriesAt, listVersions } from "./queries.ts";
import { loadWritingContext, type WritingContext } from "./write.ts";

type History = AnswerOf<typeof getCellHistory>;

/** One cell with the calculation of its points and all its versions. */
export async function loadCellHistory(db: Db, actor: ClanActor, cell: CellKey): Promise<History> {
  const now = currentTime();
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
  const state = cellStateOf(entry?.state ?? null, whyNot === null);
  const { can_write, needs_reason } = toWindow(context, actor, day);
  return {
    member: { id: member.id, name: member.name, tint: member.tint },
    activity: { id: activity.id, name: activity.name, unit: activity.unit, value_type: activity.value_type },
    day,
    window: { can_write, needs_reason },
    state,
    why_not_due: whyNot,
    entry,
    working: entry && toWorking(activity, day, entry.value),
    missing: state === "missing" ? await toMissing(db, actor, { context, member, activity }, day) : null,
    versions: versions.map((version) => ({ ...version, entered_at: version.entered_at.toISOString() })),
  };
}

interface MissingCell {
  context: WritingContext;
  member: PresentMember;
  activity: ActivityRow;
}

/** The facts by which `whyNotDue` found nothing that would excuse it. */
async function toMissing(
  db: Db,
  { clanId, role, toggles }: ClanActor,
  { context, member, activity }: MissingCell,
  day: string,
): Promise<History["missing"]> {
  const rule = ruleOn(activity.rules, day);
  const [first] = activity.rules;
  const span = member.spans.findLast(({ starts_on }) => starts_on <= day);
  return {
    daily_target: rule.daily_target,
    is_day_over: day < context.today,
    points: day < context.today ? rule.missing_points : 0,
    weekdays: rule.weekdays,
    // The first rule holds for all days before it, too.
    asked_since: laterOf(activity.start_date, rule === first ? null : rule.effective_from),
    on_roster_since: span?.starts_on ?? day,
    grace_days: dueFrom(member, context) === member.spans[0]?.starts_on ? 0 : context.grace_days,
    locks_at: toLock(context, day, context.reopened.get(day) ?? null).toISOString(),
    entered_by: canInClan(role, "values.view", toggles) ? await findMainWriter(db, clanId, day) : null,
  };
}

function laterOf(one: string | null, other: string | null): string | null {
  return (one ?? "") > (other ?? "") ? one : other;
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
