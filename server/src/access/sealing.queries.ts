import { sql } from "kysely";
import { anyOf } from "../db/lists.ts";
import type { Db } from "../db/tables.ts";

/** Keys of earlier releases, which kept them in the database, and of earlier secrets: they still open what they sealed. */
export function listSealingKeys(db: Db) {
  return db
    .selectFrom("sealing_keys")
    .select(["id", "key", "sealed_key"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

/** How many rows still hold in clear what has to be sealed. */
export async function countUnsealed(db: Db): Promise<{ keys: number; mails: number }> {
  const { rows } = await sql<{ keys: number; mails: number }>`
    select
      (select count(*) from auth_signing_keys where private_jwk is not null)::int
        + (select count(*) from sealing_keys where key is not null)::int as keys,
      (select count(*) from mails where coalesce(text, html, unsubscribe_url) is not null)::int as mails`.execute(db);
  return rows[0] ?? { keys: 0, mails: 0 };
}

/** Instances that start together wait for each other here. */
export async function lockSealing(tx: Db): Promise<void> {
  await sql`lock table sealing_keys, auth_signing_keys in share row exclusive mode`.execute(tx);
}

export async function keepSealingKey(tx: Db, id: string, sealed: Buffer): Promise<void> {
  await tx
    .insertInto("sealing_keys")
    .values({ id, sealed_key: sealed })
    .onConflict((same) => same.column("id").doUpdateSet({ key: null, sealed_key: sealed }))
    .execute();
}

export function listClearSigningKeys(tx: Db) {
  return tx
    .selectFrom("auth_signing_keys")
    .select(["kid", "private_jwk"])
    .where("private_jwk", "is not", null)
    .forUpdate()
    .execute();
}

export async function replacePrivateJwk(tx: Db, kid: string, sealed: Buffer): Promise<void> {
  await tx
    .updateTable("auth_signing_keys")
    .set({ private_jwk: null, sealed_jwk: sealed })
    .where("kid", "=", kid)
    .execute();
}

/** A few at a time, so that no statement takes long. */
export function listClearMails(tx: Db, limit: number) {
  return tx
    .selectFrom("mails")
    .select(["id", "state", "text", "html", "unsubscribe_url", "created_at"])
    .where((mail) =>
      mail.or([mail("text", "is not", null), mail("html", "is not", null), mail("unsubscribe_url", "is not", null)]),
    )
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function replaceMailBody(tx: Db, id: string, sealed: Buffer, endsAt: Date): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ text: null, html: null, unsubscribe_url: null, sealed_body: sealed, body_ends_at: endsAt })
    .where("id", "=", id)
    .execute();
}

export async function clearMailBodies(tx: Db, ids: string[]): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ text: null, html: null, unsubscribe_url: null })
    .where("id", "=", anyOf(ids))
    .execute();
}
