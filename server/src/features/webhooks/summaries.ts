import {
  addDays,
  type DayRule,
  endOfClanDay,
  startOfClanDay,
  startOfWeek,
  toClanDate,
} from "@clanhall/contract/rules/clan-day";
import { listDayRulesOfClans } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { queueWebhookOnce, type WebhookFacts } from "../../outbox/queue.ts";
import { listClockWebhooks } from "./queries.ts";

type ClockWebhook = Awaited<ReturnType<typeof listClockWebhooks>>[number];
type ClockEvent = "daily_summary" | "weekly_summary" | "reminder";

/** A message that is due at a time of the clan day. */
type Due = {
  [Event in ClockEvent]: { event: Event; subject: string; facts: WebhookFacts[Event]; since: Date };
}[ClockEvent];

const hourMs = 3_600_000;
/** How long after its day a summary is still posted, if the job did not run. */
const newsHours = 6;

/** Queues the summaries of ended days and weeks, and the reminders of days that end soon. */
export async function queueSummaries(db: Db, log: Log, now = currentTime()): Promise<void> {
  const webhooks = await listClockWebhooks(db);
  if (webhooks.length === 0) return;
  const clanIds = [...new Set(webhooks.map(({ clan_id }) => clan_id))];
  const rules = Map.groupBy(await listDayRulesOfClans(db, clanIds), ({ clan_id }) => clan_id);
  for (const webhook of webhooks) {
    const { clan_id: clanId, id } = webhook;
    try {
      const wanted = listDue(webhook, rules.get(clanId) ?? [], now);
      if (wanted.length === 0) continue;
      await db.transaction().execute(async (tx) => {
        for (const { event, subject, facts } of wanted)
          await queueWebhookOnce(tx, id, { clanId, event, subject, facts });
      });
    } catch (err) {
      log.warn({ err, clanId, webhookId: id }, "summary not announced yet, it is tried again");
    }
  }
}

/** A webhook gets only what became due after it was created. */
function listDue({ events, created_at, reminder_hours, week_start }: ClockWebhook, rules: DayRule[], now: Date): Due[] {
  const today = toClanDate(rules, now);
  const turned = startOfClanDay(rules, today);
  const [day, from] = [addDays(today, -1), addDays(today, -7)];
  const reminds = new Date(endOfClanDay(rules, today).getTime() - reminder_hours * hourMs);
  const isNews = now.getTime() - turned.getTime() < newsHours * hourMs;
  const due: Due[] = [];
  if (isNews) due.push({ event: "daily_summary", subject: day, facts: { day }, since: turned });
  if (isNews && startOfWeek(today, week_start) === today) {
    due.push({ event: "weekly_summary", subject: from, facts: { from, to: day }, since: turned });
  }
  if (reminds <= now) due.push({ event: "reminder", subject: today, facts: { day: today }, since: reminds });
  return due.filter(({ event, since }) => events.includes(event) && created_at < since);
}
