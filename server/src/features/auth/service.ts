import type { FastifyBaseLogger } from "fastify";
import type { AccessTokens } from "../../access/access-tokens.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import type { ExternalProvider } from "./external/providers.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { UnseenWork } from "./unseen-work.ts";

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
  unseen: UnseenWork;
}
