import type { AccessTokens } from "../../access/access-tokens.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import type { RateLimits } from "./rate-limits.ts";

/** What every use case of the service works with. */
export interface AuthService {
  db: Db;
  settings: Settings["auth"];
  tokens: AccessTokens;
  limits: RateLimits;
}
