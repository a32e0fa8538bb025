import { createHash } from "node:crypto";
import { clock, currentTime } from "../db/clock.ts";
import type { Secrets } from "../access/secrets.ts";
import type { Db, Tx } from "../db/tables.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { type MailMessage, toHeaderAddress, toHeaderLine, toRecipient } from "./layout.ts";
import { insertMail, insertMailOnce, listOverdueMails, type MailRow } from "./queries.ts";

/** How long a mail without a link can be read where no mail server takes it. */
const keptMs = 7 * 86_400_000;

interface NewMail extends MailMessage {
  to: string;
  /** Where a mail program may switch such mails off with one POST, for mails that can be switched off. */
  unsubscribeUrl?: string;
  /** When the link or code in it ends: the body is removed then, sent or not. */
  endsAt?: Date;
}

/** Queues a mail as part of the caller's transaction; it leaves within seconds of the commit. Returns its id. */
export async function queueMail(tx: Tx, secrets: Secrets, mail: NewMail): Promise<string> {
  const mailId = await insertMail(tx, toRow(secrets, mail));
  await enqueue(tx, "deliver-mail", { mailId });
  return mailId;
}

/** The same for a mail that knows its id: however often and by whomever it is queued, it leaves once. */
export async function queueMailOnce(tx: Tx, secrets: Secrets, mailId: string, mail: NewMail): Promise<void> {
  const isNew = await insertMailOnce(tx, { id: mailId, ...toRow(secrets, mail) });
  if (isNew) await enqueue(tx, "deliver-mail", { mailId });
}

/** What the mail is about, as its id: the same mail always has the same one. */
export function toMailId(...about: string[]): string {
  const hash = createHash("sha256").update(about.join(" ")).digest("hex");
  const [a, b, c, d, e] = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 15),
    hash.slice(15, 18),
    hash.slice(18, 30),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

function toRow(secrets: Secrets, { to, subject, text, html, unsubscribeUrl, endsAt }: NewMail) {
  const stop = unsubscribeUrl === undefined ? null : toHeaderAddress(unsubscribeUrl);
  return {
    recipient: toRecipient(to),
    subject: toHeaderLine(subject),
    sealed_body: sealBody(secrets, { text, html, unsubscribeUrl: stop }),
    body_ends_at: endsAt ?? new Date(clock.now() + keptMs),
  };
}

/** What only its reader may see: links and codes are in it. */
export interface MailBody {
  text: string;
  html: string;
  /** Where a mail program may switch such mails off with one POST. */
  unsubscribeUrl: string | null;
}

const purpose = "mail body";

export function sealBody(secrets: Secrets, { text, html, unsubscribeUrl }: MailBody): Buffer {
  return secrets.seal(JSON.stringify({ text, html, unsubscribeUrl }), purpose);
}

type SealedMail = Pick<MailRow, "sealed_body" | "body_ends_at">;

/** Null once the mail was sent, or when what it holds has ended. */
export function openBody(secrets: Secrets, mail: SealedMail, now = currentTime()): MailBody | null {
  const sealed = findSealedBody(mail, now);
  return sealed && toBody(secrets.open(sealed, purpose));
}

function findSealedBody({ sealed_body, body_ends_at }: SealedMail, now: Date): Buffer | null {
  return body_ends_at && body_ends_at <= now ? null : sealed_body;
}

function toBody(text: string): MailBody {
  return JSON.parse(text) as MailBody;
}

export type ReadableMail = ReturnType<typeof readMail>;

/** A row of the outbox as its reader sees it; without a body once that is gone, or the secret that sealed it lost. */
export function readMail(secrets: Secrets, row: MailRow) {
  const { sealed_body: _sealed, ...fields } = row;
  const sealed = findSealedBody(row, currentTime());
  const opened = sealed && secrets.tryOpen(sealed, purpose);
  const body = opened === null ? null : toBody(opened);
  return {
    ...fields,
    text: body?.text ?? null,
    html: body?.html ?? null,
    unsubscribe_url: body?.unsubscribeUrl ?? null,
  };
}

const overdueMs = 60_000;

/** Queues mails again that wait although they could have left; one whose job is alive is still sent once. */
export function requeueOverdueMails(db: Db, now = currentTime()): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const mailIds = await listOverdueMails(tx, new Date(now.getTime() - overdueMs));
    for (const mailId of mailIds) await enqueue(tx, "deliver-mail", { mailId });
    return mailIds.length;
  });
}
