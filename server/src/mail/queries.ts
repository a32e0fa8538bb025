import type { Insertable, Selectable, Updateable } from "kysely";
import { anyOf } from "../db/lists.ts";
import type { Db, Tables } from "../db/tables.ts";

export type MailRow = Selectable<Tables["mails"]>;

type NewMail = Pick<Insertable<Tables["mails"]>, "recipient" | "subject" | "sealed_body" | "body_ends_at">;

export async function insertMail(db: Db, mail: NewMail): Promise<string> {
  const { id } = await db.insertInto("mails").values(mail).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** False when there is a mail of this id already. */
export async function insertMailOnce(db: Db, mail: NewMail & { id: string }): Promise<boolean> {
  const row = await db
    .insertInto("mails")
    .values(mail)
    .onConflict((same) => same.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of these mails are written already. */
export async function listWrittenMails(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.selectFrom("mails").select("id").where("id", "=", anyOf(ids)).execute();
  return rows.map(({ id }) => id);
}

export async function findMail(db: Db, id: string) {
  return (await db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Mails that should have left by now: their job is late, or was lost with a queue that a restore does not bring back. */
export async function listOverdueMails(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("mails")
    .select("id")
    .where("state", "=", "waiting")
    .where("created_at", "<", before)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the mail for one delivery, so that of two instances only one sends it; null if it is not to be sent now. */
export async function claimMail(db: Db, id: string, now: Date, claimedUntil: Date) {
  const claimed = await db
    .updateTable("mails")
    .set((eb) => ({ attempts: eb("attempts", "+", 1), claimed_until: claimedUntil }))
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .where((eb) => eb.or([eb("claimed_until", "is", null), eb("claimed_until", "<=", now)]))
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/** Gives the claim back with what came of the delivery. Nobody reads the body of a mail that was sent or given up. */
export async function updateClaimedMail(
  db: Db,
  id: string,
  outcome: Pick<Updateable<Tables["mails"]>, "state" | "last_error" | "sent_at">,
): Promise<void> {
  const isOver = outcome.state === "sent" || outcome.state === "failed";
  await db
    .updateTable("mails")
    .set({ ...outcome, claimed_until: null, ...(isOver && { sealed_body: null }) })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

export function listNewestMails(db: Db, limit: number, recipient: string | null = null) {
  return db
    .selectFrom("mails")
    .selectAll()
    .$if(recipient !== null, (query) => query.where("recipient", "=", recipient ?? ""))
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
}

/** A body does not outlive the link or code in it, whatever became of the mail. */
export async function removeEndedBodies(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("mails")
    .set({ sealed_body: null })
    .where("sealed_body", "is not", null)
    .where("body_ends_at", "<=", now)
    .execute();
}

export async function deleteMailsBefore(db: Db, time: Date): Promise<bigint> {
  const { numDeletedRows } = await db.deleteFrom("mails").where("created_at", "<", time).executeTakeFirst();
  return numDeletedRows;
}

/** A mail to somebody else that names the address is sealed, and its body goes within days. */
export async function deleteMailsTo(tx: Db, address: string): Promise<void> {
  await tx
    .deleteFrom("mails")
    .where((mail) => mail(mail.fn("lower", ["recipient"]), "=", address))
    .execute();
}
