import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await sharedApp();
});
// All tests come from one network.
beforeEach(() => world.db.deleteFrom("auth_rate_limits").where("key", "like", "join_%").execute());

const link = { is_on: true, version: null };

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

type Person = Awaited<ReturnType<typeof confirmed>>;

async function ask(person: Person, join: string, name = "Nia") {
  const answer = await person.send("POST", `${join}/requests`, { name });
  return { status: answer.statusCode, ...answer.json() };
}

test("an owner makes the link, changes it, and gives it a new address that ends the old one", async () => {
  const { owner, path, made, join } = await linkedClan({ question: "Which server?" });
  expect(made).toMatchObject({ is_on: true, names: "typed", question: "Which server?", uses: 0, version: 1 });
  expect(Date.parse(made.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  const stale = await owner.send("PUT", `${path}/join-link`, { ...link, version: 7 });
  expect(stale.statusCode).toBe(409);
  const changed = await owner.send("PUT", `${path}/join-link`, { ...link, expires_at: null, version: 1 });
  expect(changed.json()).toMatchObject({ expires_at: null, question: null, version: 2, url: made.url });
  const rotated = (await owner.send("POST", `${path}/join-link/rotate`, { version: 2 })).json();
  expect(rotated.url).not.toBe(made.url);
  expect((await world.visitor.get(join)).statusCode).toBe(404);
  const stored = await world.db.selectFrom("join_links").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(new URL(rotated.url).pathname.split("/").at(-1));
});

test("S04: a link that is off, over, used up, of an archived clan or unknown reads alike, and so it does for a blocked account", async () => {
  const answers = new Set<string>();
  const read = async (url: string, person: Pick<Person, "get"> = world.visitor) => {
    const answer = await person.get(url);
    answers.add(JSON.stringify({ ...answer.json(), request_id: "", status: answer.statusCode }));
  };
  const states = [{ is_on: false }, { expires_at: new Date(Date.now() - 1000) }, { max_uses: 1, uses: 1 }];
  for (const state of states) {
    const { clan, join } = await linkedClan();
    await world.db.updateTable("join_links").set(state).where("clan_id", "=", clan.id).execute();
    await read(join);
  }
  const archived = await linkedClan();
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", archived.clan.id).execute();
  await read(archived.join);
  await read(`/api/join/${"x".repeat(43)}`);
  const blocking = await linkedClan({ names: "list" });
  const nia = await confirmed();
  await world.db.insertInto("join_blocks").values({ clan_id: blocking.clan.id, user_id: nia.userId }).execute();
  await read(`${blocking.join}/names`, nia);
  expect(answers.size).toBe(1);
  expect([...answers][0]).toContain('"status":404');
});

test("names are for accounts with a confirmed address, where the clan shows them, and never carry ids", async () => {
  const typed = await linkedClan();
  const listed = await linkedClan({ names: "list" });
  const bram = await addPlayer(listed.clan.id, "Bram");
  await addPlayer(typed.clan.id, "Corvin");
  await world.memberOf(listed.clan, "maintainer");
  const nia = await confirmed();
  expect((await world.visitor.get(`${listed.join}/names`)).statusCode).toBe(401);
  expect((await (await world.user()).get(`${listed.join}/names`)).statusCode).toBe(403);
  expect((await nia.get(`${typed.join}/names`)).json()).toEqual({ items: [] });
  const { items } = (await nia.get(`${listed.join}/names`)).json();
  expect(items).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/), name: "Bram" }]);
  expect(JSON.stringify(items)).not.toContain(bram);
  // A key of another link is worth nothing here.
  expect((await nia.send("POST", `${typed.join}/requests`, { key: items[0].key })).statusCode).toBe(409);
  const asked = await nia.send("POST", `${listed.join}/requests`, { key: items[0].key });
  expect(asked.json()).toMatchObject({ state: "waiting" });
});

test("somebody asks once, sees the request, withdraws it and asks again", async () => {
  const { join, clan } = await linkedClan();
  const nia = await confirmed();
  const first = await ask(nia, join);
  expect(first).toMatchObject({ status: 200, state: "waiting" });
  expect(await ask(nia, join)).toMatchObject({ status: 409, current: { kind: "already_waiting" } });
  const mine = (await nia.get("/api/me/join-requests")).json().items;
  expect(mine).toMatchObject([{ id: first.id, clan_name: expect.any(String), clan_id: null, state: "waiting" }]);
  const other = await confirmed();
  expect((await other.send("DELETE", `/api/me/join-requests/${first.id}`)).statusCode).toBe(404);
  expect((await nia.send("DELETE", `/api/me/join-requests/${first.id}`)).statusCode).toBe(200);
  expect(await ask(nia, join)).toMatchObject({ status: 200 });
  expect(await ask(await confirmed(), join, "\u202E")).toMatchObject({ status: 400 });
  const member = await world.memberOf(clan, "member");
  await world.db.updateTable("users").set({ email_confirmed_at: new Date() }).where("id", "=", member.userId).execute();
  expect(await ask(member, join)).toMatchObject({ status: 409, current: { kind: "already_member" } });
});

test("officers see who asks and who it may be, and let them in as a player there is or a new one", async () => {
  const { clan, owner, path, join } = await linkedClan();
  const brynja = await addPlayer(clan.id, "Brynja");
  const [nia, tom] = [await confirmed(), await confirmed()];
  const asked = await ask(nia, join, "Brynia");
  await ask(tom, join, "Tom");
  const { items, waiting } = (await owner.get(`${path}/join-requests`)).json();
  expect(waiting).toBe(2);
  expect(items).toMatchObject([
    { name: "Brynia", similar: [{ member_id: brynja, name: "Brynja" }], user: { display_name: "Nia" }, wanted: null },
    { name: "Tom", similar: [] },
  ]);
  expect(JSON.stringify(items)).not.toContain("@example.test");
  const { results } = (
    await owner.send("POST", `${path}/join-requests/approve-many`, { ids: items.map(({ id }: { id: string }) => id) })
  ).json();
  expect(results).toMatchObject([{ ok: false, problem: expect.stringContaining("Brynja") }, { ok: true }]);
  const as = { kind: "row", member_id: brynja };
  const approve = `${path}/join-requests/${asked.id}/approve`;
  expect((await owner.send("POST", approve, { as, version: 1 })).json()).toEqual({ member_id: brynja, name: "Brynja" });
  expect((await owner.send("POST", approve, { as, version: 1 })).json()).toMatchObject({
    current: { kind: "decided" },
  });
  const { members } = (await owner.get(`${path}/members`)).json();
  expect(members.find(({ id }: { id: string }) => id === brynja)).toMatchObject({
    user_id: nia.userId,
    aliases: ["Brynia"],
  });
  expect(members.map(({ name }: { name: string }) => name)).toContain("Tom");
  expect((await nia.get("/api/me/join-requests")).json().items).toMatchObject([
    { state: "approved", clan_id: clan.id },
  ]);
  expect((await owner.get(`${path}/join-link`)).json()).toMatchObject({ uses: 2 });
});

test("whoever is declined is told why, waits a week, and finds the link closed once blocked", async () => {
  const { owner, path, join } = await linkedClan();
  const nia = await confirmed();
  const { id } = await ask(nia, join);
  const refusal = { reason: "We are full.", block: false, version: 1 };
  expect((await owner.send("POST", `${path}/join-requests/${id}/decline`, refusal)).statusCode).toBe(200);
  expect((await nia.get("/api/me/join-requests")).json().items).toMatchObject([
    { state: "declined", reason: "We are full." },
  ]);
  expect(await ask(nia, join)).toMatchObject({ status: 403, message: expect.stringContaining("7 days") });
  const tom = await confirmed();
  const toms = await ask(tom, join, "Tom");
  await owner.send("POST", `${path}/join-requests/${toms.id}/decline`, { block: true, version: 1 });
  expect(await ask(tom, join)).toMatchObject({ status: 404 });
  const { items } = (await owner.get(`${path}/join-blocks`)).json();
  expect(items).toMatchObject([{ user_id: tom.userId }]);
  expect((await owner.send("DELETE", `${path}/join-blocks/${tom.userId}`)).statusCode).toBe(200);
  expect((await owner.get(`${path}/join-blocks`)).json()).toEqual({ items: [] });
});

test("maintainers decide unless the owner forbids it, and link rows of members alone", async () => {
  const { clan, path, join } = await linkedClan();
  const other = await world.memberOf(clan, "maintainer");
  await world.db.updateTable("clan_members").set({ user_id: null }).where("id", "=", other.memberId).execute();
  const maintainer = await world.memberOf(clan, "maintainer");
  const { id } = await ask(await confirmed(), join);
  const as = { kind: "row", member_id: other.memberId };
  const approve = `${path}/join-requests/${id}/approve`;
  expect((await maintainer.send("POST", approve, { as, version: 1 })).statusCode).toBe(403);
  expect((await maintainer.get(`${path}/join-link`)).statusCode).toBe(403);
  expect((await maintainer.get(`${path}/join-requests`)).statusCode).toBe(200);
  const toggles = JSON.stringify({ maintainers_approve_joins: false });
  await world.db.updateTable("clans").set({ toggles }).where("id", "=", clan.id).execute();
  expect((await maintainer.get(`${path}/join-requests`)).statusCode).toBe(403);
  expect((await (await world.memberOf(clan, "member")).get(`${path}/join-requests`)).statusCode).toBe(403);
});

test("of 50 who claim one player exactly one becomes it, and the link lets in no more than it is for", async () => {
  const { clan, owner, path, join } = await linkedClan({ max_uses: 3 });
  const bram = await addPlayer(clan.id, "Bram");
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) {
    const person = await confirmed();
    // Asked without the call, which counts what one network asks for.
    const request = { clan_id: clan.id, user_id: person.userId, wanted_member_id: bram, name: "Bram" };
    const { id } = await world.db.insertInto("join_requests").values(request).returning("id").executeTakeFirstOrThrow();
    ids.push(id);
  }
  const decide = (id: string, as: object) =>
    owner.send("POST", `${path}/join-requests/${id}/approve`, { as, version: 1 });
  const claims = await Promise.all(ids.map((id) => decide(id, { kind: "asked" })));
  expect(claims.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(new Set(claims.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  const others = await Promise.all(ids.map((id, n) => decide(id, { kind: "new", name: `Newcomer ${n}` })));
  expect(others.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  expect((await world.visitor.get(join)).statusCode).toBe(404);
  const { linked } = await world.db
    .selectFrom("clan_members")
    .select(sql<number>`count(user_id)::int`.as("linked"))
    .where("clan_id", "=", clan.id)
    .executeTakeFirstOrThrow();
  expect(linked).toBe(4);
});

test("an invite accepted and a request approved at the same moment make one link", async () => {
  const { clan, owner, path, join } = await linkedClan();
  const bram = await addPlayer(clan.id, "Bram");
  const invite = (await owner.send("POST", "/api/invites", { clanMemberId: bram })).json();
  const invited = await confirmed();
  const url = `/api/invites/${invite.invite_token}`;
  const opened = (await invited.send("POST", `${url}/process`, { verificationCode: invite.verification_code })).json();
  const nia = await confirmed();
  const { id } = await ask(nia, join, "Bram");
  const [accepted, approved] = await Promise.all([
    invited.send("POST", `${url}/link`, { inviteSessionToken: opened.invite_session_token }),
    owner.send("POST", `${path}/join-requests/${id}/approve`, { as: { kind: "row", member_id: bram }, version: 1 }),
  ]);
  expect([accepted.statusCode, approved.statusCode].filter((status) => status === 200)).toHaveLength(1);
});

test("limits hold per account and per network, and what nobody decided ends", async () => {
  const nia = await confirmed();
  for (let n = 0; n < 5; n++) {
    const { join } = await linkedClan();
    expect(await ask(nia, join)).toMatchObject({ status: 200 });
  }
  const { join, clan, owner, path } = await linkedClan();
  expect(await ask(nia, join)).toMatchObject({ status: 429 });
  const tom = await confirmed();
  const request = { clan_id: clan.id, user_id: tom.userId, name: "Tom", expires_at: new Date(Date.now() - 1000) };
  await world.db.insertInto("join_requests").values(request).execute();
  expect((await owner.get(`${path}/join-requests`)).json()).toEqual({ items: [], waiting: 0 });
  expect((await tom.get("/api/me/join-requests")).json().items).toMatchObject([{ state: "expired" }]);
});

test("S04: one network looks up 60 links and asks 20 times in five minutes, whether the links are known or not", async () => {
  const { join } = await linkedClan({ names: "list" });
  // From another network only a real session counts.
  const nia = await world.signedUp();
  const email_confirmed_at = new Date();
  await world.db.updateTable("users").set({ email_confirmed_at }).where("id", "=", nia.userId).execute();
  const unknown = `/api/join/${"y".repeat(43)}`;
  const from = (remoteAddress: string) => ({
    open: async (url: string) => (await world.app.server.inject({ method: "GET", url, remoteAddress })).statusCode,
    ask: async (url: string) => {
      const sent = { method: "POST", url: `${url}/requests`, payload: { name: "Nia" }, remoteAddress } as const;
      return (await world.app.server.inject({ ...sent, headers: nia.headers })).statusCode;
    },
  });
  const crowd = from("198.51.100.7");
  const lookups: number[] = [];
  for (let n = 0; n < 61; n++) lookups.push(await crowd.open(n % 2 === 0 ? join : unknown));
  expect(lookups.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 200 : 404)));
  expect(lookups[60]).toBe(429);
  const asks: number[] = [];
  for (let n = 0; n < 21; n++) asks.push(await crowd.ask(unknown));
  expect([new Set(asks.slice(0, 20)), asks[20]]).toEqual([new Set([404]), 429]);
  const neighbour = from("203.0.113.9");
  expect([await neighbour.open(join), await neighbour.ask(join)]).toEqual([200, 200]);
  const names: number[] = [];
  for (let n = 0; n < 21; n++) names.push((await nia.get(`${join}/names`)).statusCode);
  expect([new Set(names.slice(0, 20)), names[20]]).toEqual([new Set([200]), 429]);
});

test("strangers read nothing of the roster, and with 200 requests waiting the link looks closed and says so to officers", async () => {
  const { clan, owner, path, join } = await linkedClan({ question: "Which server?" });
  await addPlayer(clan.id, "Brynja");
  const page = await world.visitor.get(join);
  expect(Object.keys(page.json()).toSorted()).toEqual([
    "clan_name",
    "description",
    "game",
    "names",
    "needs_confirmed_email",
    "question",
  ]);
  // The answer is the same whether there is such a player.
  const [nia, tom] = [await confirmed(), await confirmed()];
  const [known, unknown] = [await ask(nia, join, "Brynja"), await ask(tom, join, "Nobody")];
  expect([known.status, Object.keys(known)]).toEqual([unknown.status, Object.keys(unknown)]);
  for (const body of [page.body, JSON.stringify(known), (await nia.get("/api/me/join-requests")).body]) {
    expect(body).not.toContain(owner.memberId);
  }
  const token = join.split("/").at(-1) ?? "";
  const here = (await nia.get(`/api/me/join-requests?token=${token}`)).json().items;
  expect(here).toMatchObject([{ state: "waiting", name: "Brynja", clan_id: null }]);
  expect((await nia.get(`/api/me/join-requests?token=${"z".repeat(43)}`)).json()).toEqual({ items: [] });
  const users = await world.db
    .insertInto("users")
    .values(Array.from({ length: 198 }, () => ({ email: `${randomUUID()}@example.test` })))
    .returning("id")
    .execute();
  await world.db
    .insertInto("join_requests")
    .values(users.map(({ id }) => ({ clan_id: clan.id, user_id: id, name: "Somebody" })))
    .execute();
  expect((await world.visitor.get(join)).statusCode).toBe(404);
  expect(await ask(await confirmed(), join)).toMatchObject({ status: 404 });
  expect((await owner.get(`${path}/join-link`)).json()).toMatchObject({ is_full: true, is_on: true });
});

test("a link that gets a new address while somebody asks lets the request in or refuses it, and nothing between", async () => {
  const { owner, path, join, made } = await linkedClan();
  const people = await Promise.all(Array.from({ length: 8 }, confirmed));
  const [rotated, ...answers] = await Promise.all([
    owner.send("POST", `${path}/join-link/rotate`, { version: made.version }),
    ...people.map((person) => ask(person, join)),
  ]);
  expect(rotated.statusCode).toBe(200);
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
  const { items } = (await owner.get(`${path}/join-requests`)).json();
  expect(items).toHaveLength(answers.filter(({ status }) => status === 200).length);
  expect(await ask(await confirmed(), join)).toMatchObject({ status: 404 });
});
