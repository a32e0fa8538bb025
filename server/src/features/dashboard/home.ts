import { type Grace, isScheduled, rateOf, rateOfAll } from "@clanhall/contract/rules/cells";
import { addDays, type DayRule, endOfClanDay, startOfWeek, toClanDate } from "@clanhall/contract/rules/clan-day";
import { addUp } from "@clanhall/contract/rules/scoring";
import {
  type ClanHome,
  fallingRule,
  homeBoardsMax,
  homeFallingMax,
  homeMissingMax,
  homeTopMax,
} from "@clanhall/contract/clan-home";
import { sumOf } from "@clanhall/contract/rules/attention";
import { canInClan } from "@clanhall/contract/permissions";
import { LRUCache } from "lru-cache";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import { listStamps } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { loadLatestBulletin } from "../bulletins/index.ts";
import { countOpenRequests, loadAttention, loadRecentDays, type RecentDays } from "../decisions/index.ts";
import { countWaiting } from "../joining/index.ts";
import {
  countDueCells,
  type DueDay,
  listMissing,
  listStillDue,
  loadDaySums,
  loadNothingDue,
  sumDays,
} from "../entries/index.ts";
import { countSeasonsToEnd, loadBoardTops } from "../scoreboards/index.ts";
import { countPlayers, listClansManagedBy } from "./queries.ts";
import { loadStandingIn } from "./standing.ts";
import { loadSteps } from "./today.ts";

/** What is not for the caller is not read either. */
export async function loadHome(db: Db, actor: ClanActor): Promise<ClanHome> {
  const now = currentTime();
  const { clanId, role, toggles } = actor;
  const isOfficer = canInClan(role, "clan.manage");
  const seesValues = canInClan(role, "values.view", toggles);
  const settings = await getDaySettings(db, clanId);
  const rules = await listDayRules(db, clanId);
  const today = toClanDate(rules, now);
  const isOpen = settings.archived_at === null && settings.deletes_at === null;
  const weekStart = settings.week_start;
  const view = { today, weekStart, isOfficer, isOpen, seesValues, now };
  const { boards, own, week, falling, attention } = await loadShared(db, actor, view);
  const [top] = boards.items;
  return {
    players: await countPlayers(db, clanId),
    today: isOpen ? await loadToday(db, actor, { rules, today, grace: settings, isOfficer }) : null,
    week: {
      of: seesValues ? "clan" : "me",
      ...(week ?? (await loadWeek(db, actor, { today, weekStart, now, recent: null }))),
    },
    top: top ?? null,
    standing: isOfficer ? null : await loadStandingIn(db, actor, own, now),
    falling,
    to_decide: attention && { ...attention, ...(await countToDecide(db, actor, today)) },
    bulletin: await loadLatestBulletin(db, actor, now),
    boards: {
      count: boards.count,
      items: boards.items.map(({ rows: [leader], ...board }) => ({ ...board, leader: leader ?? null })),
    },
    steps: canInClan(role, "clan.own") ? await findSteps(db, actor) : null,
  };
}

interface HomeView {
  today: string;
  weekStart: number;
  isOfficer: boolean;
  isOpen: boolean;
  seesValues: boolean;
  now: Date;
}

type SharedHome = Omit<Awaited<ReturnType<typeof computeShared>>, "own">;

/** By clan and what one may see there, with the stamp of what it was computed from. */
const known = new LRUCache<string, { stamp: string; shared: SharedHome }>({ max: 500, ttl: 60_000 });

/** What all who may see the same read alike is computed once, until something of the clan changes. */
async function loadShared(db: Db, actor: ClanActor, view: HomeView) {
  const { clanId, memberId } = actor;
  const key = `${clanId} ${view.isOfficer} ${view.seesValues}`;
  const stamp = `${view.today} ${view.weekStart} ${view.isOpen} ${(await listStamps(db, [clanId])).get(clanId)}`;
  const found = known.get(key);
  if (found?.stamp === stamp) {
    const own = view.isOfficer ? null : (await loadTops(db, clanId, { ...view, boards: 1, memberId })).own;
    return { ...found.shared, own };
  }
  const { own, ...shared } = await computeShared(db, actor, view);
  known.set(key, { stamp, shared });
  return { ...shared, own };
}

/** With one's own rank, which nobody else gets. */
async function computeShared(db: Db, actor: ClanActor, view: HomeView) {
  const { isOfficer, isOpen, now } = view;
  const memberId = isOfficer ? null : actor.memberId;
  const { own, ...boards } = await loadTops(db, actor.clanId, { ...view, boards: homeBoardsMax, memberId });
  const recent = isOfficer && isOpen ? await loadRecentDays(db, actor, now) : null;
  const attention = recent && (await loadAttention(db, actor, now, recent));
  return {
    boards,
    own,
    week: view.seesValues ? await loadWeek(db, actor, { ...view, recent }) : null,
    falling: recent && listFalling(recent),
    attention: attention && { attention: attention.items.length, rules: attention.settings.rules },
  };
}

type TopsQuery = Pick<HomeView, "today" | "weekStart" | "seesValues"> & { boards: number; memberId: string | null };

function loadTops(db: Db, clanId: string, { today, weekStart, seesValues, boards, memberId }: TopsQuery) {
  return loadBoardTops(db, clanId, { today, weekStart, seesValues, boards, memberId, rows: homeTopMax });
}

interface DayQuery {
  rules: DayRule[];
  today: string;
  grace: Grace;
  isOfficer: boolean;
}

async function loadToday(db: Db, { clanId, memberId }: ClanActor, day: DayQuery): Promise<ClanHome["today"]> {
  const { rules, today, grace, isOfficer } = day;
  const schedules = await listActivities(db, clanId);
  const activities = schedules.filter((activity) => isScheduled(activity, today));
  const asked: DueDay = {
    clan_id: clanId,
    day: today,
    grace_days: grace.grace_days,
    first_day: grace.first_day,
    activities: activities.map(({ id }) => id),
    member_id: isOfficer ? null : memberId,
  };
  const missing = isOfficer ? await listMissing(db, [asked], homeMissingMax, "missing") : [];
  // Whoever lists the missing knows the sums too, unless nobody is missing.
  const count = missing[0] ?? (await countDueCells(db, [asked]))[0];
  const reasons = await loadNothingDue(db, count?.due ? [] : [{ ...asked, schedules }]);
  const next = rules.findLast(({ effective_from }) => effective_from <= addDays(today, 1)) ?? rules[0];
  return {
    clan_date: today,
    ends_at: endOfClanDay(rules, today).toISOString(),
    time_zone: next && !next.reset_in_utc ? next.time_zone : "UTC",
    due: count?.due ?? 0,
    entered: count?.entered ?? 0,
    nothing_due: reasons.get(clanId) ?? null,
    missing: isOfficer
      ? {
          count: missing[0]?.count ?? 0,
          players: missing.map(({ member_id, name, tint, missing: of }) => ({ member_id, name, tint, missing: of })),
        }
      : null,
    still_due: isOfficer ? null : toNamed(activities, await listStillDue(db, asked)),
  };
}

/** In the clan's order. */
function toNamed(activities: ActivityRow[], ids: string[]) {
  return activities.flatMap(({ id, name, icon, color, entry_by }) =>
    ids.includes(id) ? [{ activity_id: id, name, icon, color, entry_by }] : [],
  );
}

interface WeekQuery {
  today: string;
  weekStart: number;
  now: Date;
  /** Read already, for those who may see them. */
  recent: RecentDays | null;
}

/** The days of the clan week, and how it compares with the same days of the week before. */
async function loadWeek(db: Db, actor: ClanActor, { today, weekStart, now, recent }: WeekQuery) {
  const start = startOfWeek(today, weekStart);
  const range = { from: addDays(start, -7), to: addDays(start, 6) };
  const sums = recent ? weekOf(recent, range) : await loadDaySums(db, actor, range, now);
  const days = sums.filter(({ day }) => day >= start);
  const before = sums.filter(({ day }) => day <= addDays(today, -7));
  return {
    days: days.map(({ day, sum: { due, met, partly, missed, missing, excused, rate } }) => ({
      day,
      due,
      met,
      partly,
      // Those that are not entered are counted apart.
      missed: missed - missing,
      missing,
      excused,
      rate,
    })),
    rate: rateOfAll(days.map(({ sum }) => sum)),
    rate_before: rateOfAll(before.map(({ sum }) => sum)),
  };
}

/** The days to come have nothing due. */
function weekOf({ sums, today }: RecentDays, range: { from: string; to: string }) {
  const past = sums.filter(({ day }) => day >= range.from);
  return [...past, ...sumDays([], { from: addDays(today, 1), to: range.to })];
}

/** Players who met far less in the last complete days than before, the steepest first. */
function listFalling({ players }: RecentDays) {
  const { days, points, due } = fallingRule;
  return players
    .flatMap(({ member: { id, name, tint }, days: all }) => {
      const lately = sumOf(all.slice(-days));
      const [rate, rate_before] = [rateOf(lately), rateOf(sumOf(all.slice(0, -days)))];
      if (lately.due < due || rate === null || rate_before === null) return [];
      const player = { member_id: id, name, tint, rate, rate_before };
      return fallOf(player) < points ? [] : [player];
    })
    .toSorted((a, b) => fallOf(b) - fallOf(a))
    .slice(0, homeFallingMax);
}

/** Without the rest that a difference of decimals leaves: 75.1 − 60.1 is 15. */
function fallOf({ rate, rate_before }: { rate: number; rate_before: number }): number {
  return addUp([rate_before, -rate]);
}

async function countToDecide(db: Db, { clanId, role, toggles }: ClanActor, today: string) {
  const joins = canInClan(role, "join.decide", toggles) ? await countWaiting(db, clanId) : 0;
  const open = await countOpenRequests(db, [clanId]);
  const seasons = await countSeasonsToEnd(db, clanId, today);
  const countOf = (kind: string) => open.find((row) => row.kind === kind)?.count ?? 0;
  return { values: countOf("value"), away: countOf("away"), joins, seasons };
}

async function findSteps(db: Db, { clanId, userId }: ClanActor): Promise<ClanHome["steps"]> {
  const clan = (await listClansManagedBy(db, userId)).find(({ id }) => id === clanId);
  if (!clan || clan.first_steps_hidden) return null;
  return (await loadSteps(db, userId, [clan])).get(clanId) ?? null;
}
