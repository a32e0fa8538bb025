import { isScheduled, whyNotDue } from "@clanhall/contract/cells";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { listPresentMembers, type PresentMember } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";
import type { CellInput } from "../../features/entries/index.ts";
import type { DemoActivity, DemoClan } from "./demo-clans.ts";
import { amountOf, playActivity, type Player, toMood, toPlayer } from "./demo-play.ts";
import { createRandom, type Random } from "./demo-random.ts";

/** A clan's players and activities, with what they are like. */
interface Playground {
  random: Random;
  activities: { row: ActivityRow; habit: DemoActivity }[];
  players: { member: PresentMember; player: Player }[];
}

export async function loadPlayground(
  db: Db,
  clanId: string,
  { draft, activities }: DemoClan,
  activityIds: Map<string, string>,
): Promise<Playground> {
  const random = createRandom(`days of ${draft.name}`);
  const habits = new Map(activities.map((activity) => [activityIds.get(activity.draft.short_label), activity]));
  const rows = await listActivities(db, clanId);
  const members = await listPresentMembers(db, clanId, { from: "1970-01-01", to: "9999-12-31" });
  return {
    random,
    activities: rows.flatMap((row) => {
      const habit = habits.get(row.id);
      return habit ? [{ row, habit }] : [];
    }),
    players: members.map((member) => ({ member, player: toPlayer(random) })),
  };
}

interface Day {
  entered: CellInput[];
  /** What is only written down on the next day. */
  late: CellInput[];
  /** What was entered wrongly and changed an hour later. */
  mended: CellInput[];
}

/** What everybody did on a day. Today is not over: some have not played yet. */
export function playDay(
  { random, activities, players }: Playground,
  day: string,
  { progress, isToday }: { progress: number; isToday: boolean },
): Day {
  const done: Day = { entered: [], late: [], mended: [] };
  for (const { member, player } of players) {
    const mood = toMood(player, day, progress, random);
    if (whyNotDue(member, { grace_days: 0, first_day: null }, day) !== null || (isToday && random.chance(0.2)))
      continue;
    const isLate = !isToday && random.chance(0.04);
    for (const { row, habit } of activities) {
      const played = isScheduled(row, day) ? playActivity(habit, mood, random) : null;
      if (!played) continue;
      const cell = { member_id: member.id, activity_id: row.id, day, ...played };
      (isLate ? done.late : done.entered).push(cell);
      if (!isLate && played.value && row.value_type !== "yes_no" && random.chance(0.01)) {
        done.mended.push({ ...cell, value: amountOf(habit, random.between(1.1, 1.5)) });
      }
    }
  }
  return done;
}
