import { randomUUID } from "node:crypto";
import type { TestApp } from "./test-app.ts";

export const link = { is_on: true, version: null };

/** Clans with a link, and people who ask to join them. */
export function openJoining(world: TestApp) {
  /** A clan with a link, and how to come to it. */
  async function linkedClan(draft: object = {}) {
    const clan = await world.clan();
    const owner = await world.memberOf(clan, "owner");
    const path = `/api/clans/${clan.id}`;
    const made = (await owner.send("PUT", `${path}/join-link`, { ...link, ...draft })).json();
    const token = new URL(made.url).pathname.split("/").at(-1) ?? "";
    return { clan, owner, path, made, token, join: `/api/join/${token}` };
  }

  async function addPlayer(clanId: string, name: string): Promise<string> {
    const member = { clan_id: clanId, name, name_key: name.toLowerCase() };
    const { id } = await world.db.insertInto("clan_members").values(member).returning("id").executeTakeFirstOrThrow();
    await world.db
      .insertInto("clan_member_spans")
      .values({ clan_id: clanId, member_id: id, starts_on: "2020-01-01" })
      .execute();
    return id;
  }

  async function confirmed() {
    const person = await world.user();
    await world.db
      .updateTable("users")
      .set({ email: `${randomUUID()}@example.test`, email_confirmed_at: new Date(), display_name: "Nia" })
      .where("id", "=", person.userId)
      .execute();
    return person;
  }

  /** Asked without the call, which counts what one network asks for. */
  async function addRequests(clanId: string, count: number, toRequest: (n: number) => object = () => ({})) {
    const users = await world.db
      .insertInto("users")
      .values(Array.from({ length: count }, () => ({ email: `${randomUUID()}@example.test` })))
      .returning("id")
      .execute();
    const requests = users.map(({ id }, n) => ({
      clan_id: clanId,
      user_id: id,
      name: `Newcomer ${n}`,
      ...toRequest(n),
    }));
    const rows = await world.db.insertInto("join_requests").values(requests).returning("id").execute();
    return rows.map(({ id }) => id);
  }

  /** Everybody who has a player in the clan, and as often as they have one. */
  async function listLinked(clanId: string): Promise<string[]> {
    const rows = await world.db.selectFrom("clan_members").select("user_id").where("clan_id", "=", clanId).execute();
    return rows.flatMap(({ user_id }) => user_id ?? []);
  }

  async function ask(person: Awaited<ReturnType<typeof confirmed>>, join: string, name = "Nia") {
    const answer = await person.send("POST", `${join}/requests`, { name });
    return { status: answer.statusCode, ...answer.json() };
  }

  return { linkedClan, addPlayer, confirmed, addRequests, listLinked, ask };
}
