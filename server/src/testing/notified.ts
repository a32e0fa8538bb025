import type { NotificationKind } from "@clanhall/contract/notifications";
import { announceDueBulletins } from "../features/bulletins/schedule.ts";
import { queueReminders } from "../features/notifications/reminders.ts";
import { sendMemberMails } from "../features/notifications/send.ts";
import { freezeScoreboards } from "../features/scoreboards/results/freeze.ts";
import type { JobPayloads } from "../jobs/job-payloads.ts";
import { listMails } from "./mailbox.ts";
import { recordedLog } from "./recorded-log.ts";
import { testSecrets } from "./secrets.ts";
import type { TestApp } from "./test-app.ts";

type Person = Awaited<ReturnType<TestApp["user"]>>;

/** The notifications of a world, as an instance would write them. */
export async function openNotifications(world: TestApp) {
  const log = recordedLog();
  const mailDeps = { db: world.db, log, secrets: testSecrets, publicUrl: "https://hall.clan.test" };
  const addressOf = async ({ userId }: Pick<Person, "userId">) => {
    const row = await world.db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
    return row.email ?? "";
  };
  return {
    log,
    secrets: testSecrets,
    mailDeps,
    addressOf,
    /** Somebody proves their address and switches mails of a clan on. */
    async wants(person: Person, clanId: string, ...kinds: NotificationKind[]) {
      const proven = { email_confirmed_at: new Date(), email_confirmed_by: "mail" as const };
      await world.db.updateTable("users").set(proven).where("id", "=", person.userId).execute();
      const mail = Object.fromEntries(kinds.map((kind) => [kind, true]));
      const answer = await person.send("PUT", "/api/me/notifications", { clan_id: clanId, mail });
      if (answer.statusCode !== 200) throw new Error(answer.body);
    },
    /** Works on every job of a clan that was asked for, as often as it is called. */
    async run(clanId: string) {
      const { rows } = await world.database.pool.query<{ data: JobPayloads["notify-members"] }>(
        "select data from pgboss.job where name = 'notify-members' and data ->> 'clanId' = $1 order by created_on",
        [clanId],
      );
      for (const { data } of rows) await sendMemberMails(mailDeps, data);
      return rows.length;
    },
    /** What time itself does to bulletins and boards. */
    async passTime() {
      await announceDueBulletins(world.db, log);
      await freezeScoreboards(world.db, log);
    },
    remind: (now: string) => queueReminders(mailDeps, new Date(now)),
    async mailsTo(person: Pick<Person, "userId">) {
      return listMails(world.db, await addressOf(person));
    },
  };
}

/** The token in a notification's links. */
export function tokenIn({ text }: { text: string }): string {
  return /\/unsubscribe\/([\w-]+)$/m.exec(text)?.[1] ?? "";
}
