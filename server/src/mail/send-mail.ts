import type { Transaction } from "kysely";
import type { Tables } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { toHeaderLine, toRecipient } from "./header-fields.ts";
import type { MailMessage } from "./layout.ts";
import { insertMail } from "./mails.queries.ts";

/** Promises a mail as part of the caller's transaction; it leaves within seconds of the commit. Returns its id. */
export async function sendMail(tx: Transaction<Tables>, { to, subject, text, html }: MailMessage & { to: string }) {
  const mailId = await insertMail(tx, { recipient: toRecipient(to), subject: toHeaderLine(subject), text, html });
  await enqueue(tx, "deliver-mail", { mailId });
  return mailId;
}
