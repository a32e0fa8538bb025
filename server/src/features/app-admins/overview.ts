import type { AdminOverview } from "@clanhall/contract/admin";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { version } from "../../version.ts";
import { countOwnerlessClans } from "../clans/index.ts";
import { countUsers } from "../users/index.ts";
import type { DiscordBot } from "../webhooks/index.ts";
import {
  countClans,
  countFailedSignInsSince,
  countJobs,
  countMails,
  countSignUpsSince,
  getDatabaseState,
} from "./queries.ts";

const day = 86_400_000;
const startedAt = new Date(Date.now() - process.uptime() * 1_000);

export async function loadOverview(db: Db, bot: DiscordBot | null): Promise<AdminOverview> {
  const now = currentTime();
  const { oldest_waiting_at, ...jobs } = await countJobs(db);
  return {
    users: await countUsers(db),
    clans: { ...(await countClans(db)), without_owner: await countOwnerlessClans(db) },
    sign_ups_7d: await countSignUpsSince(db, new Date(now.getTime() - 7 * day)),
    failed_sign_ins_24h: await countFailedSignInsSince(db, new Date(now.getTime() - day)),
    jobs: { ...jobs, oldest_waiting_at: oldest_waiting_at?.toISOString() ?? null },
    mails: await countMails(db),
    discord: bot ? (bot.findStop() ?? "ok") : "off",
    health: { version, ...(await getDatabaseState(db)), started_at: startedAt.toISOString() },
  };
}
