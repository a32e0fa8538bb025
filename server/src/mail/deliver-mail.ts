import { currentTime } from "../db/clock.ts";
import type { Secrets } from "../access/secrets.ts";
import type { Log } from "../db/log.ts";
import type { Db } from "../db/tables.ts";
import { waitForDatabase } from "../db/wait-for-database.ts";
import { isRefusedForGood, type MailTransport } from "./mail-transport.ts";
import { claimMail, deleteMailsBefore, findMail, removeEndedBodies, updateClaimedMail } from "./queries.ts";
import { openBody } from "./queue-mail.ts";

const dayMs = 86_400_000;
/** Longer than a job may take, so that a claim outlives every delivery that could still succeed. */
const claimMs = 180_000;

interface Delivery {
  db: Db;
  log: Log;
  secrets: Secrets;
  transport: MailTransport | null;
}

/** One try to send a mail. Throws when another try makes sense; a mail that is sent, kept or failed is left alone. */
export async function deliverMail(delivery: Delivery, mailId: string, now = currentTime()): Promise<void> {
  const { db, log } = delivery;
  const mail = await claimMail(db, mailId, now, new Date(now.getTime() + claimMs));
  if (!mail) {
    const current = await findMail(db, mailId);
    if (current?.state === "waiting") throw new Error("Another delivery of this mail has not ended yet");
    return;
  }
  let outcome: Outcome;
  try {
    outcome = await handOver(delivery, mail, now);
  } catch (error) {
    const isGivenUp = isRefusedForGood(error) || now.getTime() - mail.created_at.getTime() > dayMs;
    await recordFailure(delivery, mailId, error, isGivenUp);
    if (!isGivenUp) throw error;
    return;
  }
  await waitForDatabase(() => updateClaimedMail(db, mailId, outcome));
  if (outcome.state === "sent") log.info({ mailId, attempts: mail.attempts }, "mail sent");
}

type Outcome = Parameters<typeof updateClaimedMail>[2];
type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

async function handOver({ log, secrets, transport }: Delivery, mail: ClaimedMail, now: Date): Promise<Outcome> {
  const { id: mailId, recipient, subject } = mail;
  const body = openBody(secrets, mail, now);
  if (!body) {
    log.warn({ mailId }, "mail given up, because its link has ended");
    return { state: "failed", last_error: "Its link has ended" };
  }
  if (!transport) {
    log.info({ mailId, recipient, subject, text: body.text }, "mail kept, because no SMTP server is set");
    return { state: "kept" };
  }
  await transport({ ...mail, ...body });
  return { state: "sent", sent_at: now, last_error: null };
}

async function recordFailure({ db, log }: Delivery, mailId: string, error: unknown, isGivenUp: boolean): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  await updateClaimedMail(db, mailId, { state: isGivenUp ? "failed" : "waiting", last_error: reason });
  if (isGivenUp) log.error({ mailId, reason }, "mail given up");
}

const keptDays = 90;

/** Bodies go when what they hold has ended; that there was a mail is known for longer. */
export async function deleteOldMails(db: Db, log: Log, now = currentTime()): Promise<void> {
  await removeEndedBodies(db, now);
  const oldest = new Date(now.getTime() - keptDays * 86_400_000);
  const deleted = await deleteMailsBefore(db, oldest);
  if (deleted > 0n) log.info({ deleted: Number(deleted) }, "old mails deleted");
}
