import { countDays, type DayRange, rangeLabel } from "@clanhall/contract/board-periods";
import { isScheduled } from "@clanhall/contract/cells";
import { addDays, endOfClanDay } from "@clanhall/contract/clan-day";
import { pages } from "@clanhall/contract/pages";
import { toNumberText } from "@clanhall/contract/score-text";
import { listSchedules } from "../../../clan/activities.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import { countDueCells, type DueDay, listMissing } from "../../entries/index.ts";
import { listBestPlayers } from "../queries.ts";
import { type MessageContext, nameForDiscord, type Words } from "./discord-message.ts";

const named = 3;

export async function writeDay(context: MessageContext, { day }: WebhookFacts["daily_summary"]): Promise<Words | null> {
  const range = { from: day, to: day };
  return writeSummary(context, `Summary of ${rangeLabel(range)}`, range);
}

export async function writeWeek(context: MessageContext, range: WebhookFacts["weekly_summary"]): Promise<Words | null> {
  return writeSummary(context, `Week of ${rangeLabel(range)}`, range);
}

/** Null when nothing was asked of anybody. */
async function writeSummary(context: MessageContext, title: string, range: DayRange): Promise<Words | null> {
  const days = Array.from({ length: countDays(range) }, (_, place) => addDays(range.from, place));
  const asked = await toDueDays(context, days);
  const { due, entered } = await countCells(context, asked);
  if (due === 0) return null;
  const best = await listBest(context, range);
  const missing = await listMissingMost(context, asked);
  const text = [
    `**${toNumberText(entered)} of ${toNumberText(due)}** due entries are in.`,
    ...(best.length > 0 ? ["", "**Most points**", ...best] : []),
    ...(missing.length > 0 ? ["", "**Missing most**", ...missing] : []),
  ];
  return {
    title,
    text: text.join("\n"),
    path: toClanPath(pages.activityHistory.path, context.clanId, { ...range }),
    color: 0x7a_6f_d0,
  };
}

async function countCells({ db }: MessageContext, asked: DueDay[]) {
  const sum = { due: 0, entered: 0 };
  for (const day of asked) {
    const [count] = await countDueCells(db, [day]);
    sum.due += count?.due ?? 0;
    sum.entered += count?.entered ?? 0;
  }
  return sum;
}

async function listBest({ db, clanId }: MessageContext, range: DayRange): Promise<string[]> {
  const best = await listBestPlayers(db, clanId, range, named);
  const ids = best.map(({ member_id }) => member_id);
  const names = await nameForDiscord(db, clanId, ids);
  return best.map(
    ({ member_id, points }, place) =>
      `**${place + 1}.** ${names.get(member_id) ?? "Hidden player"} · ${toNumberText(points)} points`,
  );
}

async function listMissingMost({ db, clanId }: MessageContext, asked: DueDay[]): Promise<string[]> {
  const sums = new Map<string, number>();
  for (const day of asked) {
    for (const { member_id, missing } of await listMissing(db, [day], everybody)) {
      sums.set(member_id, (sums.get(member_id) ?? 0) + missing);
    }
  }
  const most = [...sums].toSorted(([, a], [, b]) => b - a);
  const names = await nameForDiscord(db, clanId, [...sums.keys()]);
  const lines = most.flatMap(([id, missing]) => {
    const name = names.get(id);
    return name ? [`${name} · ${missing} ${missing === 1 ? "entry" : "entries"}`] : [];
  });
  return lines.slice(0, named);
}

const namedMax = 40;

/** Null when nothing is missing, and once the day is over. */
export async function writeReminder(context: MessageContext, { day }: WebhookFacts["reminder"]): Promise<Words | null> {
  const { db, clanId, now } = context;
  const ends = endOfClanDay(await listDayRules(db, clanId), day);
  const [asked] = await toDueDays(context, [day]);
  const missing = asked && now < ends ? await listMissing(db, [asked], everybody) : [];
  if (missing.length === 0) return null;
  const names = await nameForDiscord(
    db,
    clanId,
    missing.map(({ member_id }) => member_id),
  );
  const shown = missing.flatMap(({ member_id }) => names.get(member_id) ?? []).slice(0, namedMax);
  const others = missing.length - shown.length;
  const players = missing.length === 1 ? "One player has" : `${missing.length} players have`;
  const until = `<t:${Math.floor(ends.getTime() / 1000)}:R>`;
  return {
    title: "Entries are missing",
    text: [
      `${players} entries missing for ${rangeLabel({ from: day, to: day })}. The day ends ${until}.`,
      "",
      [...shown, ...(others > 0 ? [`${others} more`] : [])].join(", "),
    ].join("\n"),
    path: toClanPath(pages.dailyActivity.path, clanId),
    color: 0xc8_5a_54,
  };
}

/** More players than a clan has, so that nobody is left out of a count. */
const everybody = 100_000;

/** Everybody's cells of some days. */
async function toDueDays({ db, clanId, clan }: MessageContext, days: string[]): Promise<DueDay[]> {
  const activities = await listSchedules(db, [clanId]);
  return days.map((day) => ({
    clan_id: clanId,
    day,
    grace_days: clan.grace_days,
    member_id: null,
    activities: activities.filter((activity) => isScheduled(activity, day)).map(({ id }) => id),
  }));
}
