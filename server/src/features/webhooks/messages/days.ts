import { countDays, type DayRange, rangeLabel } from "@clanhall/contract/board-periods";
import { addDays } from "@clanhall/contract/clan-day";
import { pages } from "@clanhall/contract/pages";
import { toNumberText } from "@clanhall/contract/score-text";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import { countDueCells, type DueDay, listMissing } from "../../entries/index.ts";
import { everybody, toAskedDays } from "./asked-day.ts";
import type { Words } from "./discord-message.ts";
import type { MessageScene } from "./message-scene.ts";
import { listBestPlayers } from "./messages.queries.ts";
import { nameForDiscord } from "./player-names.ts";

const named = 3;

export async function writeDay(scene: MessageScene, { day }: WebhookFacts["daily_summary"]): Promise<Words | null> {
  const range = { from: day, to: day };
  return writeSummary(scene, `Summary of ${rangeLabel(range)}`, range);
}

export async function writeWeek(scene: MessageScene, range: WebhookFacts["weekly_summary"]): Promise<Words | null> {
  return writeSummary(scene, `Week of ${rangeLabel(range)}`, range);
}

/** Null when nothing was asked of anybody. */
async function writeSummary(scene: MessageScene, title: string, range: DayRange): Promise<Words | null> {
  const days = Array.from({ length: countDays(range) }, (_, place) => addDays(range.from, place));
  const asked = await toAskedDays(scene, days);
  const { due, entered } = await countCells(scene, asked);
  if (due === 0) return null;
  const best = await listBest(scene, range);
  const missing = await listMissingMost(scene, asked);
  const text = [
    `**${toNumberText(entered)} of ${toNumberText(due)}** due entries are in.`,
    ...(best.length > 0 ? ["", "**Most points**", ...best] : []),
    ...(missing.length > 0 ? ["", "**Missing most**", ...missing] : []),
  ];
  return {
    title,
    text: text.join("\n"),
    path: toClanPath(pages.activityHistory.path, scene.clanId, { ...range }),
    color: 0x7a_6f_d0,
  };
}

async function countCells({ db }: MessageScene, asked: DueDay[]) {
  const sum = { due: 0, entered: 0 };
  for (const day of asked) {
    const [count] = await countDueCells(db, [day]);
    sum.due += count?.due ?? 0;
    sum.entered += count?.entered ?? 0;
  }
  return sum;
}

async function listBest({ db, clanId }: MessageScene, range: DayRange): Promise<string[]> {
  const best = await listBestPlayers(db, clanId, range, named);
  const ids = best.map(({ member_id }) => member_id);
  const names = await nameForDiscord(db, clanId, ids);
  return best.map(
    ({ member_id, points }, place) =>
      `**${place + 1}.** ${names.get(member_id) ?? "Hidden player"} · ${toNumberText(points)} points`,
  );
}

async function listMissingMost({ db, clanId }: MessageScene, asked: DueDay[]): Promise<string[]> {
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
