import type { Log } from "../db/log.ts";
import type { Db } from "../db/tables.ts";
import { deleteOldMails } from "../mail/delete-old-mails.ts";
import { deliverMail } from "../mail/deliver-mail.ts";
import { createMailTransport } from "../mail/mail-transport.ts";
import type { Settings } from "../settings.ts";
import type { JobHandlers } from "./job-payloads.ts";

interface JobWorld {
  db: Db;
  log: Log;
  mail: Settings["mail"];
}

export function createJobHandlers({ db, log, mail }: JobWorld): JobHandlers {
  const transport = createMailTransport(mail);
  return {
    "deliver-mail": ({ mailId }) => deliverMail({ db, log, transport }, mailId),
    "delete-old-mails": () => deleteOldMails(db, log),
  };
}
