import { toNameKey } from "@clanhall/contract/text";
import { addActivity } from "./activities.ts";
import { daysAgo } from "./entries.ts";
import type { TestApp } from "./test-app.ts";

const longMapping = { date: 0, player: 1, activity: 2, value: 3, activities: [], day: null };

/** A clan with two players and activities of each kind, and what is usually done with its files. */
export async function openImports(world: TestApp) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const kara = await addPlayer(world, clan.id, "Kara", ["Kära", "Boss"]);
  const tom = await addPlayer(world, clan.id, "Tom");
  const donations = await addActivity(world.db, clan.id, { name: "Donations", short_label: "Don", max_value: 5000 });
  const hours = await addActivity(world.db, clan.id, { name: "Hours", short_label: "Hrs", value_type: "decimal" });
  const raid = await addActivity(world.db, clan.id, { name: "Raid", value_type: "yes_no" });
  const url = `/api/clans/${clan.id}/imports`;
  const send = (body: object, who: Pick<typeof owner, "send"> = owner) =>
    who.send("POST", url, { format: "long", mapping: longMapping, dry_run: false, ...body });
  return {
    clan,
    owner,
    kara,
    tom,
    donations,
    hours,
    raid,
    url,
    send,
    /** Imports lines of date, player, activity and value. */
    importLines: (lines: string[], more: object = {}) => send({ content: toFile(lines), ...more }),
    /** What stands in the clan's cells, cleared ones left out. */
    listCells: async () => {
      const rows = await world.db
        .selectFrom("entries")
        .innerJoin("clan_members", "clan_members.id", "entries.member_id")
        .innerJoin("activities", "activities.id", "entries.activity_id")
        .select(["entries.day", "clan_members.name as player", "activities.name as activity"])
        .select(["entries.state", "entries.value", "entries.source"])
        .where("entries.clan_id", "=", clan.id)
        .where("entries.state", "<>", "cleared")
        .orderBy("entries.day")
        .orderBy("player")
        .orderBy("activity")
        .execute();
      return rows.map(({ day, player, activity, state, value }) =>
        [day, player, activity, state === "value" ? value : state].join(" "),
      );
    },
  };
}

export function toFile(lines: string[]): string {
  return ["date,player,activity,value", ...lines].join("\n");
}

export const today = daysAgo(0);

export async function addPlayer(world: TestApp, clanId: string, name: string, aliases: string[] = []): Promise<string> {
  const row = { clan_id: clanId, user_id: null, name, name_key: toNameKey(name), aliases: JSON.stringify(aliases) };
  const { id } = await world.db.insertInto("clan_members").values(row).returning("id").executeTakeFirstOrThrow();
  const span = { clan_id: clanId, member_id: id, starts_on: "1970-01-01" };
  await world.db.insertInto("clan_member_spans").values(span).execute();
  return id;
}
