import { addAppAdmin } from "../../access/app-admins.queries.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { hashPassword } from "../../features/auth/index.ts";
import { freezeScoreboards } from "../../features/scoreboards/index.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { emberWolves } from "./clan-ember-wolves.ts";
import { lanternKeepers } from "./clan-lantern-keepers.ts";
import { silverCompass } from "./clan-silver-compass.ts";
import { demoAccounts, demoNote, demoPassword } from "./demo-accounts.ts";
import { addAccount, beginStory, daysBefore } from "./demo-story.ts";
import { backdateUsers, forgetNews, refreshStatistics } from "./demo.queries.ts";
import { fillClan } from "./fill-clan.ts";

/** How large a world becomes; a smaller one is told by the same rules. */
export interface DemoSize {
  days: number;
  /** Share of the players that each clan usually has. */
  share: number;
}

interface Empty {
  db: Db;
  log: Log;
  secrets: Secrets;
  workers: WorkerPool;
}

/** Fills an empty database with three clans and all they did, through the use cases of the product itself. */
export async function fillDemo(
  { db, log, secrets, workers }: Empty,
  { days, share }: DemoSize,
  now = new Date(),
): Promise<void> {
  const passwordHash = await hashPassword(demoPassword, "");
  const story = await beginStory({ db, secrets, workers, now, days, passwordHash });
  const { owner, maintainer, member, admin } = demoAccounts;
  const people = {
    owner: await addAccount(story, owner.email, owner.name),
    maintainer: await addAccount(story, maintainer.email, maintainer.name),
    member: await addAccount(story, member.email, member.name),
  };
  const administrator = await addAccount(story, admin.email, admin.name);
  for (const clan of [lanternKeepers, emberWolves, silverCompass]) {
    await fillClan(story, people, { ...clan, size: Math.max(6, Math.round(clan.size * share)) });
  }
  await freezeScoreboards(db, troublesOnly(log), now);
  await backdateUsers(db, daysBefore(story, days), now);
  await forgetNews(db);
  await refreshStatistics(db);
  await addAppAdmin(db, administrator.userId, demoNote);
}

/** That the past was frozen is no news. */
function troublesOnly(log: Log): Log {
  return {
    info() {},
    warn: (details, message) => log.warn(details, message),
    error: (details, message) => log.error(details, message),
  };
}
