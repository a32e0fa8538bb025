import type { DayRange } from "@clanhall/contract/board-periods";
import { toNameKey } from "@clanhall/contract/text";
import { type ActivityRow, listActivities } from "../../../clan/activities.ts";
import { getDaySettings } from "../../../clan/calendar.ts";
import { listPresentMembers, type PresentMember } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";

/** One of the board's activities. */
export interface Task {
  activity: ActivityRow;
  weight: number;
}

/** What a board is about, whatever the range. */
export interface BoardScene {
  board: BoardRow;
  clanId: string;
  today: string;
  graceDays: number;
  /** In the board's order, without those that are gone. */
  tasks: Task[];
  /** Whoever the settings let in, by name, on the roster at any time. */
  candidates: PresentMember[];
}

export async function loadScene(db: Db, board: BoardRow, today: string): Promise<BoardScene> {
  const clanId = board.clan_id;
  const { grace_days } = await getDaySettings(db, clanId);
  const activities = new Map((await listActivities(db, clanId)).map((activity) => [activity.id, activity]));
  const tasks = board.activities.flatMap(({ activity_id, weight }) => {
    const activity = activities.get(activity_id);
    return activity ? [{ activity, weight }] : [];
  });
  const memberIds = board.members.kind === "chosen" ? board.members.ids : undefined;
  const everybody = await listPresentMembers(db, clanId, { from: "1970-01-01", to: "9999-12-31", memberIds });
  const candidates = everybody.filter((player) => isWanted(player, board));
  return { board, clanId, today, graceDays: grace_days, tasks, candidates };
}

function isWanted({ status, groups }: PresentMember, { members, include_former }: BoardRow): boolean {
  if (!include_former && status !== "active") return false;
  if (members.kind !== "groups") return true;
  const wanted = new Set(members.ids.map(toNameKey));
  return groups.some((name) => wanted.has(toNameKey(name)));
}

/** Those who were on the roster at some time in the range. */
export function playersIn({ candidates }: BoardScene, { from, to }: DayRange): PresentMember[] {
  return candidates.filter(({ spans }) =>
    spans.some(({ starts_on, ends_on }) => starts_on <= to && (ends_on === null || ends_on >= from)),
  );
}
