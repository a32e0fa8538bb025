import type { Db } from "../../db/tables.ts";
import { listDayRules } from "./clan-days.queries.ts";
import { countInvites, countMembers } from "./overview.queries.ts";
import { toToday } from "./today.ts";

export async function loadOverview(db: Db, clanId: string, now = new Date()) {
  const today = toToday(await listDayRules(db, clanId), now);
  return {
    members: await countMembers(db, clanId, today.clan_date),
    invites: await countInvites(db, clanId),
    today,
  };
}
