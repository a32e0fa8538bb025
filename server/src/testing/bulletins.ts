import type { BulletinDraft } from "@clanhall/contract/bulletin-drafts";
import type { Bulletin } from "@clanhall/contract/bulletins";
import type { Insertable } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { TestApp } from "./test-app.ts";

type Fields = Partial<Omit<Insertable<Tables["bulletins"]>, "clan_id">>;

/** A bulletin that everybody could read a minute ago and that was announced, unless the fields say otherwise. */
export async function addBulletin(world: Pick<TestApp, "db">, clanId: string, fields: Fields = {}): Promise<string> {
  const publish_at = fields.publish_at === undefined ? inMinutes(-1) : fields.publish_at;
  const announcedAt = publish_at && publish_at <= new Date() ? publish_at : null;
  const { id } = await world.db
    .insertInto("bulletins")
    .values({
      title: "Raid at eight",
      content: "<p>Bring potions.</p>",
      published_told_at: announcedAt,
      ...fields,
      publish_at,
      clan_id: clanId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}

/** A clan with an owner, a maintainer and a member, and what is usually done with its bulletins. */
export async function openBulletins(world: TestApp) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const maintainer = await world.memberOf(clan, "maintainer");
  const member = await world.memberOf(clan, "member");
  const url = `/api/clans/${clan.id}/bulletins`;
  const create = (draft: object = {}) => maintainer.send("POST", url, { title: "Raid at eight", ...draft });
  return {
    clan,
    owner,
    maintainer,
    member,
    url,
    create,
    make: async (draft: Partial<BulletinDraft> = {}): Promise<Bulletin> => (await create(draft)).json(),
    add: (fields: Fields = {}) => addBulletin(world, clan.id, fields),
    patch: (id: string, change: object) => maintainer.send("PATCH", `${url}/${id}`, change),
    list: async (who: Pick<typeof owner, "get">, query = ""): Promise<Bulletin[]> =>
      (await who.get(url + query)).json().items,
    get: async (id: string): Promise<Bulletin> => {
      const { items } = (await owner.get(`${url}?limit=200`)).json() as { items: Bulletin[] };
      const found = items.find((item) => item.id === id);
      if (!found) throw new Error("the bulletin is not listed");
      return found;
    },
    rowOf: (id: string) => world.db.selectFrom("bulletins").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    listActions: (id: string) =>
      world.db
        .selectFrom("clan_audit")
        .select(["action", "actor_user_id", "before", "after"])
        .where("clan_id", "=", clan.id)
        .where("target_id", "=", id)
        .orderBy("at")
        .orderBy("id")
        .execute(),
  };
}
