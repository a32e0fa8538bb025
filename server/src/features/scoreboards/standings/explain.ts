import { type DayRange, rangeLabel } from "@clanhall/contract/board-periods";
import { addUp } from "@clanhall/contract/scoring";
import type { Explanation } from "@clanhall/contract/standings";
import { listPresentMembers, type PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { type BoardScene, loadScene, playersIn } from "./context.ts";
import { addUpCells, loadMemberCells } from "./member-cells.ts";
import { type RangeView, viewRange } from "./range.ts";
import { rateOfAll, stretchBefore } from "./scores.ts";
import { inSnapshot } from "./snapshot.ts";
import { loadStreaks } from "./streaks.ts";

/** How a player's score came about; null for somebody who was never on the roster. Whoever is not on the board has no score. */
export function explainMember(
  db: Db,
  board: BoardRow,
  memberId: string,
  range: DayRange,
  { today }: { today: string },
): Promise<Omit<Explanation, "is_final"> | null> {
  return inSnapshot(db, async (tx) => {
    const always = { from: "1970-01-01", to: "9999-12-31", memberIds: [memberId] };
    const [player] = await listPresentMembers(tx, board.clan_id, always);
    if (!player) return null;
    const scene = await loadScene(tx, board, today);
    const view = viewRange(scene, [player], range);
    const cells = await loadMemberCells(tx, view);
    const activities = scene.tasks.map((task) => addUpCells(task, cells));
    const before = board.measure === "improvement" ? await loadBefore(tx, scene, player, range) : null;
    const dueDays = new Set(cells.filter(({ is_due }) => is_due).map(({ day }) => day)).size;
    const isOnBoard = playersIn(scene, range).some(({ id }) => id === memberId) && dueDays >= board.min_due_days;
    const score = isOnBoard ? await scoreOf(tx, scene, view, activities, before?.points ?? 0) : null;
    const { name, tint } = player;
    const head = { member_id: memberId, name, tint, range: labelled(range), measure: board.measure };
    return { ...head, score, before, activities, cells };
  });
}

async function loadBefore(db: Db, scene: BoardScene, player: PresentMember, range: DayRange) {
  const stretch = stretchBefore(scene, range);
  const cells = await loadMemberCells(db, viewRange(scene, [player], stretch));
  const activities = scene.tasks.map((task) => addUpCells(task, cells));
  return { ...labelled(stretch), points: sumWeighted(activities) };
}

async function scoreOf(
  db: Db,
  { board: { measure }, tasks }: BoardScene,
  view: RangeView,
  activities: Explanation["activities"],
  before: number,
): Promise<number | null> {
  if (tasks.length === 0) return null;
  if (measure === "activity") return activities[0]?.value ?? null;
  if (measure === "consistency") return rateOfAll(activities);
  if (measure === "streak") return (await loadStreaks(db, view))[0] ?? 0;
  return addUp([sumWeighted(activities), -before]);
}

function sumWeighted(activities: Explanation["activities"]): number {
  return addUp(activities.map(({ weighted }) => weighted));
}

function labelled(range: DayRange) {
  return { from: range.from, to: range.to, label: rangeLabel(range) };
}
