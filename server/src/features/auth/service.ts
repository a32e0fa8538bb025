import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { currentTime } from "../../db/clock.ts";
import type { AccessTokens } from "../../access/access-tokens.ts";
import type { SessionLife } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { retireUnusedKeys } from "../../access/signing-keys.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { deleteExpired } from "./admin/queries.ts";
import type { ExternalProvider } from "./external/providers.ts";
import type { RateLimits } from "./rate-limits.ts";

/** What every use case of the service works with. */
export interface AuthService {
  db: Db;
  settings: Settings["auth"];
  tokens: AccessTokens;
  limits: RateLimits;
  secrets: Secrets;
  workers: WorkerPool;
  /** The services somebody may sign in through. */
  providers: ExternalProvider[];
  /** Whose owners become app admins. */
  appAdminEmails: string[];
  /** Without a slash at its end. */
  publicUrl: string;
  log: FastifyBaseLogger;
  /** Ends what else an account can be used through, such as a chat bot, once somebody else has proved to be its owner. */
  endLinks: EndLinks;
  /** Runs what the answer must not wait for. */
  inBackground: BackgroundTasks;
}

export type EndLinks = (tx: Db, userId: string) => Promise<void>;

type BackgroundTasks = (work: () => Promise<void>) => void;

/**
 * For work whose length would give away what was found, such as whether an address has an account: the answer does not
 * wait for it, the server's stop does.
 */
export function createBackgroundTasks(server: FastifyInstance): BackgroundTasks {
  const running = new Set<Promise<void>>();
  server.addHook("onClose", async () => {
    await Promise.all(running);
  });
  return (work) => {
    const run = work()
      .catch((error: unknown) => server.log.error({ err: error }, "auth work behind an answer failed"))
      .finally(() => running.delete(run));
    running.add(run);
  };
}

const day = 86_400_000;
/** A session that is over answers so for a while, before it answers like one that never was. */
const sessionGrace = 3 * day;
/** More than a year, so that what happens once a year can still be compared with the last time. */
const auditKept = 400 * day;

/** Takes away what nobody can use any more. */
export async function cleanUpAuth(db: Db, log: Log, life: SessionLife, now = currentTime()): Promise<void> {
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
