import type { Secrets } from "./access/secrets.ts";
import type { SessionLife } from "./access/session-life.ts";
import type { Log } from "./db/log.ts";
import type { Db } from "./db/tables.ts";
import { deleteAccounts } from "./features/account/delete-accounts.ts";
import { emptyActivityBins } from "./features/activities/activity-bin.ts";
import { cleanUpAuth } from "./features/auth/admin/clean-up-auth.ts";
import { emptyBulletinBins } from "./features/bulletins/bulletin-bin.ts";
import { turnBulletins } from "./features/bulletins/turn-bulletins.ts";
import { deleteClans } from "./features/clans/delete-clans.ts";
import { cleanUpInvites } from "./features/invites/clean-up-invites.ts";
import { emptyScoreboardBins } from "./features/scoreboards/board-bin.ts";
import { createPictures } from "./features/scoreboards/card/pictures.ts";
import { createBoardReader } from "./features/scoreboards/results/announced-board.ts";
import { freezeBoards } from "./features/scoreboards/results/freeze-boards.ts";
import { notifyMembers } from "./features/notifications/notify-members.ts";
import { remindMembers } from "./features/notifications/remind-members.ts";
import { announceSummaries } from "./features/webhooks/announce-summaries.ts";
import { deleteOldDeliveries } from "./features/webhooks/delete-old-deliveries.ts";
import { deliverWebhook } from "./features/webhooks/deliver-webhook.ts";
import { deleteOldKeys } from "./http/idempotency.queries.ts";
import { deleteOldMails } from "./mail/delete-old-mails.ts";
import { deliverMail } from "./mail/deliver-mail.ts";
import { createMailTransport } from "./mail/mail-transport.ts";
import type { Settings } from "./settings.ts";
import type { WorkerPool } from "./workers/worker-pool.ts";
import type { JobHandlers } from "./jobs/job-payloads.ts";

interface JobWorld {
  db: Db;
  log: Log;
  mail: Settings["mail"];
  sessionLife: SessionLife;
  secrets: Secrets;
  publicUrl: string;
  discordApi: string;
  workers: WorkerPool;
}

export function createJobHandlers(world: JobWorld): JobHandlers {
  const { db, log, mail, secrets, sessionLife } = world;
  const transport = createMailTransport(mail);
  const courier = { ...world, readBoard: createBoardReader({ ...world, pictures: createPictures(world.workers) }) };
  return {
    "deliver-mail": ({ mailId }) => deliverMail({ db, log, secrets, transport }, mailId),
    "delete-old-mails": () => deleteOldMails(db, log),
    "delete-accounts": () => deleteAccounts(db, log),
    "delete-clans": () => deleteClans(db, log),
    "delete-old-keys": () => deleteOldKeys(db),
    "clean-up-auth": () => cleanUpAuth(db, log, sessionLife),
    "clean-up-invites": () => cleanUpInvites(db),
    "empty-activity-bins": () => emptyActivityBins(db),
    "empty-scoreboard-bins": () => emptyScoreboardBins(db),
    "empty-bulletin-bins": () => emptyBulletinBins(db),
    "freeze-scoreboards": () => freezeBoards(db, log),
    "turn-bulletins": () => turnBulletins(db, log),
    "deliver-webhook": (payload) => deliverWebhook(courier, payload),
    "announce-summaries": () => announceSummaries(db, log),
    "delete-old-deliveries": () => deleteOldDeliveries(db, log),
    "notify-members": (payload) => notifyMembers(world, payload),
    "remind-members": () => remindMembers(world),
  };
}
