import type { SessionLife } from "../../access/actor.ts";
import { retireUnusedKeys } from "../../access/signing-keys.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { deleteExpired } from "./admin/queries.ts";

const day = 86_400_000;
/** A session that is over answers so for a while, before it answers like one that never was. */
const sessionGrace = 3 * day;
/** More than a year, so that what happens once a year can still be compared with the last time. */
const auditKept = 400 * day;

/** Takes away what nobody can use any more. */
export async function cleanUpAuth(db: Db, log: Log, life: SessionLife, now = new Date()): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const retired = await retireUnusedKeys(db, now);
  const deleted = await deleteExpired(db, {
    now,
    sessionIdle: ago(life.idleDays * day + sessionGrace),
    sessionOpened: ago(life.maxDays * day + sessionGrace),
    sessionReused: ago(sessionGrace),
    unverifiedFactor: ago(day),
    audit: ago(auditKept),
    anonymousUser: ago(30 * day),
    retiredKey: ago(7 * day),
    serviceToken: ago(7 * day),
  });
  if (retired > 0) log.info({ retired }, "signing keys retired");
  if (Object.keys(deleted).length > 0) log.info({ deleted }, "expired rows of the auth service deleted");
}
