import { addDays } from "@clanhall/contract/rules/clan-day";
import type { CellDraft } from "@clanhall/contract/entries";
import type { ClanToggles } from "@clanhall/contract/permissions";
import { addActivity } from "./activities.ts";
import type { TestApp } from "./test-app.ts";

/** Clan dates of a test clan are days of UTC. */
export function daysAgo(days: number): string {
  return addDays(new Date().toISOString().slice(0, 10), -days);
}

/** A clan with an owner and a member, an activity, and what is usually done with its cells. */
export async function openEntries(world: TestApp, fields: Parameters<typeof addActivity>[2] = {}) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const member = await world.memberOf(clan, "member");
  const activityId = await addActivity(world.db, clan.id, fields);
  const url = `/api/clans/${clan.id}`;
  return {
    clan,
    owner,
    member,
    activityId,
    url,
    /** The member's cell of today with this value, unless said otherwise. */
    cell: (more: Partial<CellDraft> = {}): CellDraft => ({
      member_id: member.memberId,
      activity_id: activityId,
      day: daysAgo(0),
      value: 5,
      ...more,
    }),
    put: (who: Pick<typeof owner, "send">, entries: unknown[], reason?: string) =>
      who.send("PUT", `${url}/entries`, { entries, ...(reason !== undefined && { reason }) }),
    countVersions: async () => {
      const versions = world.db.selectFrom("entry_versions").where("clan_id", "=", clan.id);
      const { count } = await versions.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
      return count;
    },
    allow: (toggles: Partial<ClanToggles>) =>
      world.db
        .updateTable("clans")
        .set({ toggles: JSON.stringify(toggles) })
        .where("id", "=", clan.id)
        .execute(),
  };
}
