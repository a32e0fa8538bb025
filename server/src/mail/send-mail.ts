import type { Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { toHeaderAddress, toHeaderLine, toRecipient } from "./header-fields.ts";
import type { MailMessage } from "./layout.ts";
import { insertMail, insertMailOnce } from "./mails.queries.ts";

interface Letter extends MailMessage {
  to: string;
  /** Where a mail program may switch such mails off with one POST, for mails that can be switched off. */
  unsubscribeUrl?: string;
}

/** Promises a mail as part of the caller's transaction; it leaves within seconds of the commit. Returns its id. */
export async function sendMail(tx: Tx, letter: Letter): Promise<string> {
  const mailId = await insertMail(tx, toRow(letter));
  await enqueue(tx, "deliver-mail", { mailId });
  return mailId;
}

/** The same for a mail that knows its id: however often and by whomever it is promised, it leaves once. */
export async function sendMailOnce(tx: Tx, mailId: string, letter: Letter): Promise<void> {
  if (await insertMailOnce(tx, { id: mailId, ...toRow(letter) })) await enqueue(tx, "deliver-mail", { mailId });
}

function toRow({ to, subject, text, html, unsubscribeUrl }: Letter) {
  return {
    recipient: toRecipient(to),
    subject: toHeaderLine(subject),
    text,
    html,
    unsubscribe_url: unsubscribeUrl === undefined ? null : toHeaderAddress(unsubscribeUrl),
  };
}
