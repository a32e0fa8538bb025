import type { Secrets } from "../access/secrets.ts";
import type { Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { toHeaderAddress, toHeaderLine, toRecipient } from "./header-fields.ts";
import type { MailMessage } from "./layout.ts";
import { sealBody } from "./mail-body.ts";
import { insertMail, insertMailOnce } from "./mails.queries.ts";

/** How long a mail without a link can be read where no mail server takes it. */
const keptMs = 7 * 86_400_000;

interface NewMail extends MailMessage {
  to: string;
  /** Where a mail program may switch such mails off with one POST, for mails that can be switched off. */
  unsubscribeUrl?: string;
  /** When the link or code in it ends: the body is removed then, sent or not. */
  endsAt?: Date;
}

/** Promises a mail as part of the caller's transaction; it leaves within seconds of the commit. Returns its id. */
export async function queueMail(tx: Tx, secrets: Secrets, mail: NewMail): Promise<string> {
  const mailId = await insertMail(tx, toRow(secrets, mail));
  await enqueue(tx, "deliver-mail", { mailId });
  return mailId;
}

/** The same for a mail that knows its id: however often and by whomever it is promised, it leaves once. */
export async function queueMailOnce(tx: Tx, secrets: Secrets, mailId: string, mail: NewMail): Promise<void> {
  const isNew = await insertMailOnce(tx, { id: mailId, ...toRow(secrets, mail) });
  if (isNew) await enqueue(tx, "deliver-mail", { mailId });
}

function toRow(secrets: Secrets, { to, subject, text, html, unsubscribeUrl, endsAt }: NewMail) {
  const stop = unsubscribeUrl === undefined ? null : toHeaderAddress(unsubscribeUrl);
  return {
    recipient: toRecipient(to),
    subject: toHeaderLine(subject),
    sealed_body: sealBody(secrets, { text, html, unsubscribeUrl: stop }),
    body_ends_at: endsAt ?? new Date(Date.now() + keptMs),
  };
}
