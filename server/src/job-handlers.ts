import type { SessionLife } from "./access/actor.ts";
import type { Secrets } from "./access/secrets.ts";
import type { Log } from "./db/log.ts";
import { prepareParts } from "./db/parts.ts";
import type { Db } from "./db/tables.ts";
import { eraseDueAccounts } from "./features/account/index.ts";
import { emptyActivityBins } from "./features/activities/index.ts";
import { cleanUpAuth } from "./features/auth/index.ts";
import { announceDueBulletins, emptyBulletinBins } from "./features/bulletins/index.ts";
import { deleteDueClans } from "./features/clans/index.ts";
import { deleteOldPictures } from "./features/decisions/index.ts";
import { deleteOldInteractions, syncRoles } from "./features/discord/index.ts";
import { cleanUpRequests } from "./features/joining/index.ts";
import { cleanUpInvites } from "./features/invites/index.ts";
import { queueReminders, sendMemberMails } from "./features/notifications/index.ts";
import {
  createImageRenderer,
  createStandingsReader,
  emptyScoreboardBins,
  freezeScoreboards,
} from "./features/scoreboards/index.ts";
import { deleteOldDeliveries, deliverWebhook, openBot, queueSummaries } from "./features/webhooks/index.ts";
import { deleteOldKeys } from "./http/idempotency.queries.ts";
import type { JobHandlers } from "./jobs/job-payloads.ts";
import { deleteOldMails, deliverMail } from "./mail/deliver-mail.ts";
import { createMailTransport } from "./mail/mail-transport.ts";
import type { DiscordApp, Settings } from "./settings.ts";
import type { WorkerPool } from "./workers/worker-pool.ts";

interface JobDeps {
  db: Db;
  log: Log;
  mail: Settings["mail"];
  sessionLife: SessionLife;
  secrets: Secrets;
  publicUrl: string;
  discordApi: string;
  discordApp?: DiscordApp | null;
  workers: WorkerPool;
}

export function createJobHandlers(deps: JobDeps): JobHandlers {
  const { db, log, mail, secrets, sessionLife } = deps;
  const transport = createMailTransport(mail);
  const deliveryDeps = {
    ...deps,
    readBoard: createStandingsReader({ ...deps, pictures: createImageRenderer(deps.workers) }),
  };
  return {
    "deliver-mail": ({ mailId }) => deliverMail({ db, log, secrets, transport }, mailId),
    "delete-old-mails": () => deleteOldMails(db, log),
    "delete-accounts": () => eraseDueAccounts(db, log),
    "delete-clans": () => deleteDueClans(db, log),
    "delete-old-keys": () => deleteOldKeys(db),
    "delete-old-interactions": () => deleteOldInteractions(db),
    "clean-up-auth": () => cleanUpAuth(db, log, sessionLife),
    "clean-up-invites": async () => {
      await cleanUpInvites(db);
      await cleanUpRequests(db);
      await deleteOldPictures(db);
    },
    "empty-activity-bins": () => emptyActivityBins(db),
    "empty-scoreboard-bins": () => emptyScoreboardBins(db),
    "empty-bulletin-bins": () => emptyBulletinBins(db),
    "freeze-scoreboards": () => freezeScoreboards(db, log),
    "announce-due-bulletins": () => announceDueBulletins(db, log),
    "deliver-webhook": (payload) => deliverWebhook(deliveryDeps, payload),
    "announce-summaries": () => queueSummaries(db, log),
    "delete-old-deliveries": () => deleteOldDeliveries(db, log),
    "notify-members": (payload) => sendMemberMails(deps, payload),
    "remind-members": () => queueReminders(deps),
    "sync-discord-roles": () => syncRoles({ db, log, bot: openBot(deps.discordApp, deps) }),
    "make-parts": () => prepareParts(db, log),
  };
}
