import { addDays, type DayRule, startOfClanDay, toClanDate } from "@clanhall/contract/clan-day";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { type CellInput, writeEntries } from "../../features/entries/index.ts";
import type { DemoClan } from "./demo-clans.ts";
import { loadPlayground, playDay } from "./demo-days.ts";
import type { Story } from "./demo-story.ts";

interface Book {
  clan: DemoClan;
  /** By short label. */
  activityIds: Map<string, string>;
  /** Players who enter what everybody did, in turn. */
  writers: string[];
}

const hour = 3_600_000;

/** Everything that was entered, day by day, as it would have been saved on these days. */
export async function fillEntries({ db, now, days }: Story, { clanId }: ClanActor, book: Book): Promise<void> {
  const rules = await listDayRules(db, clanId);
  const today = toClanDate(rules, now);
  const playground = await loadPlayground(db, clanId, book.clan, book.activityIds);
  let forgotten: CellInput[] = [];
  for (let ago = days; ago >= 0; ago -= 1) {
    const day = addDays(today, -ago);
    const { entered, late, mended } = playDay(playground, day, { progress: 1 - ago / days, isToday: ago === 0 });
    const write = { clanId, by: book.writers[ago % book.writers.length] ?? "", source: "ui", score: "rule" } as const;
    const at = (hours: number) => atHour(rules, day, hours, now);
    const yesterdays = forgotten;
    await db.transaction().execute(async (tx) => {
      if (yesterdays.length > 0) await writeEntries(tx, { ...write, now: at(2) }, yesterdays);
      await writeEntries(tx, { ...write, now: at(14) }, entered);
      if (mended.length > 0) await writeEntries(tx, { ...write, now: at(15), reason: "Counted again" }, mended);
    });
    forgotten = late;
  }
}

/** So many hours after a clan's day has begun, and never later than now. */
function atHour(rules: DayRule[], day: string, hours: number, now: Date): Date {
  return new Date(Math.min(startOfClanDay(rules, day).getTime() + hours * hour, now.getTime()));
}
