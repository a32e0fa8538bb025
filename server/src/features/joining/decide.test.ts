import { beforeEach, expect, test } from "vitest";
import { openJoining } from "../../testing/joining.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();
const { linkedClan, addPlayer, confirmed, addRequests, listLinked, ask } = openJoining(world);
beforeEach(() => world.db.deleteFrom("auth_rate_limits").where("key", "like", "join_%").execute());

test("a request whose time is over is neither approved nor declined", async () => {
  const { clan, owner, path } = await linkedClan();
  const [id] = await addRequests(clan.id, 1, () => ({ expires_at: new Date(Date.now() - 1_000) }));
  const over = { error: "conflict", current: { kind: "decided" } };
  const decide = async (way: string, body: object) =>
    (await owner.send("POST", `${path}/join-requests/${id}/${way}`, { ...body, version: 1 })).json();
  expect(await decide("approve", { as: { kind: "asked" } })).toMatchObject(over);
  expect(await decide("decline", { block: true })).toMatchObject(over);
  expect(await listLinked(clan.id)).toEqual([owner.userId]);
  expect((await owner.get(`${path}/join-blocks`)).json()).toEqual({ items: [] });
});

test("whoever is let in as a player who was invited ends the invite", async () => {
  const { clan, owner, path, join } = await linkedClan();
  const bram = await addPlayer(clan.id, "Bram");
  const invite = (await owner.send("POST", "/api/invites", { clanMemberId: bram })).json();
  const { id } = await ask(await confirmed(), join, "Bram");
  const as = { kind: "row", member_id: bram };
  expect((await owner.send("POST", `${path}/join-requests/${id}/approve`, { as, version: 1 })).statusCode).toBe(200);
  const code = { verificationCode: invite.verification_code };
  const opened = await world.visitor.send("POST", `/api/invites/${invite.invite_token}/process`, code);
  expect(opened.json()).toMatchObject({ error: "gone", details: [{ path: "state", message: "cancelled" }] });
});

test("a clan that declined somebody does not keep them out of another", async () => {
  const [first, second] = [await linkedClan(), await linkedClan()];
  const nia = await confirmed();
  const { id } = await ask(nia, first.join);
  const refusal = { block: false, version: 1 };
  expect((await first.owner.send("POST", `${first.path}/join-requests/${id}/decline`, refusal)).statusCode).toBe(200);
  expect(await ask(nia, first.join)).toMatchObject({ status: 403 });
  expect(await ask(nia, second.join)).toMatchObject({ status: 200, state: "waiting" });
});

test("of many who ask at once for the last place among those who wait one gets it", async () => {
  const { clan, owner, path, join } = await linkedClan();
  await addRequests(clan.id, 199);
  const people = await Promise.all(Array.from({ length: 8 }, confirmed));
  const answers = await Promise.all(people.map((person) => ask(person, join)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(7);
  expect((await owner.get(`${path}/join-requests?limit=1`)).json().counts).toEqual({ waiting: 200, decided: 0 });
});
