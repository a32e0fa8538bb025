import { rangeLabel } from "@clanhall/contract/board-periods";
import { isScheduled } from "@clanhall/contract/cells";
import { endOfClanDay } from "@clanhall/contract/clan-day";
import { pages } from "@clanhall/contract/pages";
import { listSchedules, type ScheduledActivity } from "../../../clan/activities.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { toClanPath } from "../../../outbox/queue.ts";
import { listMissing } from "../../entries/index.ts";
import type { LetterScene, Words, WriteLetter } from "../mails.ts";
import { listEnteredCells, listOwnActivities } from "./letters.queries.ts";

/** More players than a clan has, so that nobody is left out of a count. */
const everybody = 100_000;
const namedMax = 40;

/** Who manages the clan is told who is missing; everybody else what they can still enter themselves. */
export const writeReminder: WriteLetter = async (scene, day) => {
  const { db, clan, now } = scene;
  const ends = endOfClanDay(await listDayRules(db, clan.id), day);
  if (now >= ends) return null;
  const scheduled = (await listSchedules(db, [clan.id])).filter((activity) => isScheduled(activity, day));
  const activities = scheduled.map(({ id }) => id);
  const asked = { clan_id: clan.id, day, grace_days: clan.grace_days, member_id: null, activities };
  const missing = await listMissing(db, [asked], everybody);
  if (missing.length === 0) return null;

  const forManagers = toManagersWords(
    scene,
    day,
    ends,
    missing.map(({ name }) => name),
  );
  const late = new Set(missing.map(({ member_id }) => member_id));
  const listOwnMissing = await readOwnMissing(scene, day, scheduled);
  return ({ role, member_id }) => {
    if (role !== "member") return forManagers;
    const own = late.has(member_id) ? listOwnMissing(member_id) : [];
    return own.length === 0 ? null : toOwnWords(scene, day, ends, own);
  };
};

async function readOwnMissing({ db, clan }: LetterScene, day: string, scheduled: ScheduledActivity[]) {
  const theirs = await listOwnActivities(db, clan.id);
  const cells = await listEnteredCells(db, clan.id, day);
  const entered = new Set(cells.map(({ member_id, activity_id }) => `${member_id} ${activity_id}`));
  const open = scheduled.filter(({ id }) => theirs.has(id));
  return (memberId: string) => open.filter(({ id }) => !entered.has(`${memberId} ${id}`)).map(({ name }) => name);
}

function toManagersWords({ clan }: LetterScene, day: string, ends: Date, names: string[]): Words {
  const players = names.length === 1 ? "One player has" : `${names.length} players have`;
  return {
    ...toFrame(clan),
    paragraphs: [`${players} entries missing for ${toDayWords(day, ends)}`, toList(names)],
  };
}

function toOwnWords({ clan }: LetterScene, day: string, ends: Date, activities: string[]): Words {
  const entries = activities.length === 1 ? "One of your entries is" : `${activities.length} of your entries are`;
  return {
    ...toFrame(clan),
    paragraphs: [`${entries} missing for ${toDayWords(day, ends)}`, toList(activities)],
  };
}

function toFrame({ id, name }: LetterScene["clan"]) {
  return {
    subject: `${name}: entries are missing`,
    title: "Entries are missing",
    button: "Enter the day",
    path: toClanPath(pages.dailyActivity.path, id),
  };
}

function toDayWords(day: string, ends: Date): string {
  return `${rangeLabel({ from: day, to: day })}. The day ends at ${ends.toISOString().slice(11, 16)} UTC.`;
}

function toList(names: string[]): string {
  const others = names.length - namedMax;
  return [...names.slice(0, namedMax), ...(others > 0 ? [`${others} more`] : [])].join(", ");
}
