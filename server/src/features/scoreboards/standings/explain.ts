import type { DayRange } from "@clanhall/contract/rules/periods";
import { rateOfAll } from "@clanhall/contract/rules/cells";
import { addUp, aggregateOf } from "@clanhall/contract/rules/scoring";
import type { Explanation } from "@clanhall/contract/standings";
import { listPresentMembers, type PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { ScoreboardRow } from "../queries.ts";
import {
  inSnapshot,
  loadStandingsContext,
  membersIn,
  type StandingsContext,
  type WeightedActivity,
} from "./context.ts";
import { loadRangeBefore } from "./period-before.ts";
import { listPlayerEntries, type PlayerEntry } from "./player.queries.ts";
import { type RangeView, viewRange, withLabel } from "./range.ts";
import { toStretchBefore, weighPoints } from "./scores.ts";
import { loadStreaks } from "./streaks.ts";

export type MemberCell = Explanation["cells"][number];

/** How a member's score is calculated; null for someone who was never on the roster. Who is not on the board has no score. */
export function explainMember(
  db: Db,
  board: ScoreboardRow,
  memberId: string,
  range: DayRange,
  { today }: { today: string },
): Promise<Omit<Explanation, "is_final"> | null> {
  return inSnapshot(db, async (tx) => {
    const always = { from: "1970-01-01", to: "9999-12-31", memberIds: [memberId] };
    const [member] = await listPresentMembers(tx, board.clan_id, always);
    if (!member) return null;
    const context = await loadStandingsContext(tx, board, today);
    const view = viewRange(context, [member], range);
    const cells = await loadMemberCells(tx, view);
    const activities = context.activities.map((activity) => addUpCells(activity, cells));
    const before = board.measure === "improvement" ? await loadBefore(tx, context, member, range) : null;
    const dueDays = new Set(cells.filter(({ is_due }) => is_due).map(({ day }) => day)).size;
    const isOnBoard = membersIn(context, range).some(({ id }) => id === memberId) && dueDays >= board.min_due_days;
    const score = isOnBoard ? await scoreOf(tx, context, view, activities, before?.points ?? 0) : null;
    const { name, tint } = member;
    const head = { member_id: memberId, name, tint, range: withLabel(range), measure: board.measure };
    return { ...head, score, before, activities, cells };
  });
}

/** Entered and due cells of the one member of a view, the latest first, then in the order of the activities. */
async function loadMemberCells(db: Db, view: RangeView): Promise<MemberCell[]> {
  const [cells = []] = await loadPlayerCells(db, [view]);
  return cells;
}

/** The same for several views, each of one member. */
export async function loadPlayerCells(db: Db, views: RangeView[]): Promise<MemberCell[][]> {
  const rows = await listPlayerEntries(
    db,
    views.map(({ clanId, members, from, to }) => ({ clanId, memberId: members[0]?.id ?? "", from, to })),
  );
  const byPlayer = Map.groupBy(rows, ({ player_index }) => player_index);
  return views.map((view, index) => toCells(view, byPlayer.get(index) ?? []));
}

function toCells({ days, presence, schedules, activities }: RangeView, rows: PlayerEntry[]): MemberCell[] {
  const entries = new Map(rows.map(({ player_index: _player, ...row }) => [`${row.day} ${row.activity_id}`, row]));
  return [...days.keys()].toReversed().flatMap((dayIndex) =>
    activities.flatMap(({ activity }, activityIndex): MemberCell[] => {
      const [day, activity_id] = [days[dayIndex] ?? "", activity.id];
      const entry = entries.get(`${day} ${activity_id}`);
      const is_due = presence[0]?.[dayIndex] === 1 && schedules[activityIndex]?.counts[dayIndex] === 1;
      if (entry) return [{ ...entry, is_due }];
      const points = (schedules[activityIndex]?.costs[dayIndex] ?? 0) / 100;
      return is_due ? [{ day, activity_id, state: "missing", is_due, value: null, points, is_met: false }] : [];
    }),
  );
}

function addUpCells({ activity, weight }: WeightedActivity, cells: MemberCell[]): Explanation["activities"][number] {
  const own = cells.filter(({ activity_id }) => activity_id === activity.id);
  const count = (matches: (cell: MemberCell) => boolean) => own.filter((cell) => cell.is_due && matches(cell)).length;
  const pointsIf = (isMissing: boolean) =>
    addUp(own.filter(({ state }) => (state === "missing") === isMissing).map(({ points }) => points));
  const sums = { points: pointsIf(false), missing_points: pointsIf(true) };
  const values = own.flatMap(({ day, state, value }) => (state === "value" ? [{ day, value: value ?? 0 }] : []));
  return {
    activity_id: activity.id,
    name: activity.name,
    icon: activity.icon,
    color: activity.color,
    unit: activity.unit,
    value_type: activity.value_type,
    counts_days: activity.aggregate === "days_done",
    weight,
    value: aggregateOf(activity.aggregate, values),
    ...sums,
    weighted: weighPoints([{ activity, weight }], [sums]),
    due: count(() => true),
    met: count(({ is_met }) => is_met),
    excused: count(({ state }) => state === "excused"),
    missing: count(({ state }) => state === "missing"),
  };
}

async function loadBefore(db: Db, context: StandingsContext, member: PresentMember, range: DayRange) {
  const stretch = toStretchBefore(context, range, await loadRangeBefore(db, context.board, range));
  const cells = await loadMemberCells(db, viewRange(context, [member], stretch));
  const activities = context.activities.map((activity) => addUpCells(activity, cells));
  return { ...withLabel(stretch), points: sumWeighted(activities) };
}

async function scoreOf(
  db: Db,
  { board: { measure }, activities: counted }: StandingsContext,
  view: RangeView,
  activities: Explanation["activities"],
  before: number,
): Promise<number | null> {
  if (counted.length === 0) return null;
  if (measure === "activity") return activities[0]?.value ?? null;
  if (measure === "consistency") return rateOfAll(activities);
  if (measure === "streak") return (await loadStreaks(db, view))[0] ?? 0;
  return addUp([sumWeighted(activities), -before]);
}

function sumWeighted(activities: Explanation["activities"]): number {
  return addUp(activities.map(({ weighted }) => weighted));
}
