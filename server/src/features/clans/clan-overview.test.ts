import { addDays } from "@clanhall/contract/clan-day";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("the overview counts players by state, who is away today, and invites that end soon", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const [away, back, inactive, removed] = [
    await world.memberOf(clan, "member"),
    await world.memberOf(clan, "member"),
    await world.memberOf(clan, "member"),
    await world.memberOf(clan, "member"),
  ];
  await setStatus(inactive.memberId, "inactive");
  await setStatus(removed.memberId, "removed");
  const today = new Date().toISOString().slice(0, 10);
  const period = (member_id: string, starts_on: string, ends_on: string) => ({
    clan_id: clan.id,
    member_id,
    starts_on,
    ends_on,
  });
  await world.db
    .insertInto("clan_member_away")
    .values([
      period(away.memberId, addDays(today, -2), addDays(today, 1)),
      period(back.memberId, addDays(today, -9), addDays(today, -3)),
      period(inactive.memberId, today, today),
    ])
    .execute();
  const player = (name: string) => ({ clan_id: clan.id, name, name_key: name, user_id: null });
  const players = await world.db
    .insertInto("clan_members")
    .values(["a", "b", "c", "d", "e"].map(player))
    .returning("id")
    .execute();
  const hour = 3_600_000;
  const states = [
    { expires_at: new Date(Date.now() + 3 * hour) },
    { expires_at: new Date(Date.now() + 30 * hour) },
    { expires_at: null },
    { expires_at: new Date(Date.now() - hour) },
    { expires_at: null, cancelled_at: new Date() },
  ];
  for (const [n, state] of states.entries()) {
    const invite = (await owner.send("POST", "/api/invites", { clanMemberId: players[n]?.id })).json();
    await world.db.updateTable("invites").set(state).where("id", "=", invite.id).execute();
  }

  const answer = await owner.get(`/api/clans/${clan.id}/overview`);
  expect(answer.json()).toMatchObject({
    members: { active: 8, inactive: 1, removed: 1, linked: 4, away: 1 },
    invites: { open: 3, expiring: 1 },
    today: { due: 0, entered: 0 },
  });
  expect((await back.get(`/api/clans/${clan.id}/overview`)).statusCode).toBe(403);
});

function setStatus(id: string, status: "inactive" | "removed") {
  return world.db.updateTable("clan_members").set({ status }).where("id", "=", id).execute();
}
