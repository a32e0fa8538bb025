import { addCounts, findStreaks, rateOf } from "@clanhall/contract/rules/cells";
import { addDays, startOfWeek, toClanDate } from "@clanhall/contract/rules/clan-day";
import { addUp, ruleOn } from "@clanhall/contract/rules/scoring";
import type { HistorySum } from "@clanhall/contract/entry-history";
import { type MemberFigures, type MemberPage, memberPageSpans } from "@clanhall/contract/member-page";
import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import { listPresentMembers } from "../../clan/roster.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { loadWarningsOf } from "../decisions/index.ts";
import { listBestValues, loadActivityDays, loadDaysOfMember, loadMemberSums } from "../entries/index.ts";
import { loadMember, loadTimeline, maySeeValues } from "../members/index.ts";
import { inSnapshot, loadMemberAwards, loadMemberRanks } from "../scoreboards/index.ts";

/** Records are of so many days at most. */
const recordDaysMax = 3 * 366;

interface Viewed {
  actor: ClanActor;
  memberId: string;
  today: string;
  weekStart: number;
  joinedOn: string | null;
  /** Whether the caller is the player, an owner or a maintainer. */
  isTheirs: boolean;
  now: Date;
}

/** What is not for the caller is not read either. All of it is of one moment. */
export function loadMemberPage(db: Db, actor: ClanActor, memberId: string): Promise<MemberPage> {
  const now = currentTime();
  return inSnapshot(db, async (tx) => {
    const { clanId } = actor;
    const member = await loadMember(tx, actor, memberId, now);
    const { week_start } = await getDaySettings(tx, clanId);
    const today = toClanDate(await listDayRules(tx, clanId), now);
    const always = { from: "1970-01-01", to: "9999-12-31", memberIds: [member.id] };
    const [presence] = await listPresentMembers(tx, clanId, always);
    const joinedOn = presence?.spans[0]?.starts_on ?? null;
    const isTheirs = member.is_me || canInClan(actor.role, "clan.manage");
    const viewed: Viewed = { actor, memberId: member.id, today, weekStart: week_start, joinedOn, isTheirs, now };
    return {
      member,
      joined_on: joinedOn,
      clan_date: today,
      week_start,
      figures: maySeeValues(actor, member) ? await loadFigures(tx, viewed) : null,
      warnings: isTheirs ? await loadWarningsOf(tx, clanId, member.id, today) : null,
      timeline: isTheirs ? (await loadTimeline(tx, actor, member.id)).items : null,
    };
  });
}

type DaySum = Awaited<ReturnType<typeof loadDaysOfMember>>[number];

async function loadFigures(db: Db, viewed: Viewed): Promise<MemberFigures> {
  const { actor, memberId, today, weekStart, isTheirs, now } = viewed;
  const week = { from: startOfWeek(today, weekStart), to: today };
  const month = { from: addDays(today, -memberPageSpans.days), to: addDays(today, -1) };
  const calendar = { from: addDays(week.from, -7 * (memberPageSpans.weeks - 1)), to: today };
  const days = await loadDaysOfMember(db, actor, { memberId, from: firstDay(viewed, calendar.from), to: today }, now);
  const within = (range: { from: string; to: string }) =>
    days.filter(({ day }) => range.from <= day && day <= range.to);
  const ranks = await loadMemberRanks(db, actor.clanId, { memberId, today, weekStart, belowTop: isTheirs });
  return {
    standing: ranks && {
      board: ranks.board,
      rank: ranks.current.rank,
      below_rank: ranks.current.below_rank,
      previous_rank: ranks.previous_rank,
      score: ranks.current.score,
      players: ranks.current.players,
    },
    week: { ...week, points: pointsOf(within(week)), clan_mean: await loadMeanPoints(db, viewed, week) },
    month: { ...month, ...addUpDays(within(month)) },
    streak: findStreaks(days.filter(({ day }) => day < today).map(({ day, sum }) => ({ ...sum, day }))),
    calendar: { ...calendar, days: within(calendar).filter(isSomething).map(toDay) },
    ranks: ranks ? [...ranks.earlier.slice(0, memberPageSpans.periods - 1).toReversed(), toPeriod(ranks.current)] : [],
    activities: await listActivityFigures(db, viewed, month),
    records: {
      day: highest(days.map(({ day, sum }) => ({ day, points: sum.points }))),
      week: highest(weeksOf(days, weekStart)),
      rank: ranks && highestRank([toPeriod(ranks.current), ...ranks.earlier]),
      values: await listRecordValues(db, viewed),
      awards: await loadMemberAwards(db, actor.clanId, memberId),
    },
  };
}

/** Of the calendar or of the roster, whichever comes first. */
function firstDay({ joinedOn, today }: Viewed, calendarFrom: string): string {
  const first = joinedOn !== null && joinedOn < calendarFrom ? joinedOn : calendarFrom;
  const earliest = addDays(today, -recordDaysMax);
  return first < earliest ? earliest : first;
}

function pointsOf(days: DaySum[]): number {
  return addUp(days.map(({ sum }) => sum.points));
}

function addUpDays(days: DaySum[]) {
  const counts = addCounts(days.map(({ sum }) => sum));
  return { ...counts, rate: rateOf(counts) };
}

function isSomething({ sum: { due, entered } }: { sum: HistorySum }): boolean {
  return due > 0 || entered > 0;
}

function toDay({ day, sum: { points, due, met, missing, excused } }: DaySum) {
  return { day, points, due, met, missing, excused };
}

function toPeriod({ from, to, rank, players, is_frozen }: MemberFigures["ranks"][number]) {
  return { from, to, rank, players, is_frozen };
}

/** Of all active players; null for who may not see their values. */
async function loadMeanPoints(db: Db, { actor, now }: Viewed, week: { from: string; to: string }) {
  if (!canInClan(actor.role, "values.view", actor.toggles)) return null;
  const sums = await loadMemberSums(db, actor, week, now);
  const points = addUp(sums.map(({ sum }) => sum.points));
  return sums.length === 0 ? null : Math.round((points / sums.length) * 100) / 100;
}

function weeksOf(days: DaySum[], weekStart: number) {
  const weeks = Map.groupBy(days, ({ day }) => startOfWeek(day, weekStart));
  return [...weeks].map(([from, ofWeek]) => ({ from, to: addDays(from, 6), points: pointsOf(ofWeek) }));
}

/** The first with the most points; nothing is no record. */
function highest<Item extends { points: number }>(items: Item[]): Item | null {
  return items.reduce<Item | null>((best, one) => (one.points > (best?.points ?? 0) ? one : best), null);
}

/** The latest comes first; of equal ranks the first that was reached. */
function highestRank(periods: MemberFigures["ranks"]): MemberFigures["records"]["rank"] {
  return periods.reduce<MemberFigures["records"]["rank"]>(
    (best, period) =>
      period.rank !== null && period.rank <= (best?.rank ?? Infinity) ? { ...period, rank: period.rank } : best,
    null,
  );
}

async function listActivityFigures(
  db: Db,
  { actor, memberId, today, now }: Viewed,
  month: { from: string; to: string },
) {
  const own = await loadActivityDays(db, actor, { memberId, ...month }, now);
  const seesAll = canInClan(actor.role, "values.view", actor.toggles);
  const all = seesAll && own.length > 0 ? await loadActivityDays(db, actor, { memberId: null, ...month }, now) : [];
  const means = new Map(all.map(({ activity, mean }) => [activity.id, mean]));
  return own.map(({ activity, due, met, excused, mean }) => ({
    ...toNamed(activity),
    target: ruleOn(activity.rules, today).daily_target,
    mean: toCents(mean),
    clan_mean: toCents(means.get(activity.id) ?? null),
    due,
    met,
    excused,
  }));
}

function toCents(mean: number | null): number | null {
  return mean === null ? null : Math.round(mean * 100) / 100;
}

function toNamed({ id, name, icon, color, unit, value_type }: ActivityRow) {
  return { activity_id: id, name, icon, color, unit, value_type };
}

/** In the clan's order. That something was done at all is no record. */
async function listRecordValues(db: Db, { actor, memberId }: Viewed) {
  const best = new Map((await listBestValues(db, actor.clanId, memberId)).map((row) => [row.activity_id, row]));
  return (await listActivities(db, actor.clanId)).flatMap((activity) => {
    const found = best.get(activity.id);
    return found && activity.value_type !== "yes_no"
      ? [{ ...toNamed(activity), value: found.value, day: found.day }]
      : [];
  });
}
