import { endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import { currentTime } from "../../db/clock.ts";
import { listDayRulesOfClans } from "../../clan/calendar.ts";
import { listClansToRemind } from "./queries.ts";
import { type MailDeps, sendMemberMails } from "./send.ts";

/** How long before the clan's reset. */
const remindsMs = 2 * 3_600_000;

/** Reminds the members of clans whose day ends soon. */
export async function queueReminders(deps: MailDeps, now = currentTime()): Promise<void> {
  const { db, log } = deps;
  const clanIds = await listClansToRemind(db);
  if (clanIds.length === 0) return;
  const rules = Map.groupBy(await listDayRulesOfClans(db, clanIds), ({ clan_id }) => clan_id);
  for (const [clanId, ofClan] of rules) {
    try {
      const day = toClanDate(ofClan, now);
      const isNear = endOfClanDay(ofClan, day).getTime() - now.getTime() <= remindsMs;
      if (isNear) await sendMemberMails(deps, { clanId, kind: "reminder", subject: day }, now);
    } catch (err) {
      log.warn({ err, clanId }, "reminders not queued, they are tried again");
    }
  }
}
