import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { AccessTokens } from "../../access/access-tokens.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
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
  /** Does what the answer must not wait for. */
  unseen: BackgroundTasks;
}

type BackgroundTasks = (work: () => Promise<void>) => void;

/**
 * For work whose length would tell what was found, such as whether an address has an account: the answer does not
 * wait for it, the server's stop does.
 */
export function createUnseenWork(server: FastifyInstance): BackgroundTasks {
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
