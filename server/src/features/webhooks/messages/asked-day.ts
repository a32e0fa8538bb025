import { isScheduled } from "@clanhall/contract/cells";
import { listSchedules } from "../../../clan/activities.ts";
import type { DueDay } from "../../entries/index.ts";
import type { MessageScene } from "./message-scene.ts";

/** More players than a clan has, so that nobody is left out of a count. */
export const everybody = 100_000;

/** Everybody's cells of some days. */
export async function toAskedDays({ db, clanId, clan }: MessageScene, days: string[]): Promise<DueDay[]> {
  const activities = await listSchedules(db, [clanId]);
  return days.map((day) => ({
    clan_id: clanId,
    day,
    grace_days: clan.grace_days,
    member_id: null,
    activities: activities.filter((activity) => isScheduled(activity, day)).map(({ id }) => id),
  }));
}
