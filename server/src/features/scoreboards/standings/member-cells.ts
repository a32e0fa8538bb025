import { addUp, aggregateOf } from "@clanhall/contract/scoring";
import type { Explanation } from "@clanhall/contract/standings";
import type { Db } from "../../../db/tables.ts";
import type { Task } from "./context.ts";
import { listMemberEntries } from "./member-cells.queries.ts";
import type { RangeView } from "./range.ts";
import { weighPoints } from "./scores.ts";

type Cell = Explanation["cells"][number];

/** Cells of the one player of a view that are something, the latest first, then in the order of the activities. */
export async function loadMemberCells(
  db: Db,
  { clanId, from, to, days, players, ...view }: RangeView,
): Promise<Cell[]> {
  const activityIds = view.tasks.map(({ activity }) => activity.id);
  const rows = await listMemberEntries(db, clanId, { memberId: players[0]?.id ?? "", activityIds, from, to });
  const entries = new Map(rows.map((row) => [`${row.day} ${row.activity_id}`, row]));
  return [...days.keys()].toReversed().flatMap((passed) =>
    activityIds.flatMap((activity_id, place): Cell[] => {
      const day = days[passed] ?? "";
      const entry = entries.get(`${day} ${activity_id}`);
      const is_due = view.playerDays[0]?.[passed] === 1 && view.tasksDays[place]?.counts[passed] === 1;
      if (entry) return [{ ...entry, state: entry.state === "value" ? "value" : "excused", is_due }];
      const points = (view.tasksDays[place]?.costs[passed] ?? 0) / 100;
      return is_due ? [{ day, activity_id, state: "missing", is_due, value: null, points, is_met: false }] : [];
    }),
  );
}

/** The cells of one activity as the explanation adds them up. */
export function addUpCells({ activity, weight }: Task, cells: Cell[]): Explanation["activities"][number] {
  const own = cells.filter(({ activity_id }) => activity_id === activity.id);
  const count = (fits: (cell: Cell) => boolean) => own.filter((cell) => cell.is_due && fits(cell)).length;
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
