import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { link, openJoining } from "../../testing/joining.ts";
import { listMails } from "../../testing/mailbox.ts";
import { cleanUpRequests } from "./queries.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
const { linkedClan, addPlayer, confirmed, addRequests, listLinked, ask } = openJoining(world);
// All tests come from one network.
beforeEach(() => world.db.deleteFrom("auth_rate_limits").where("key", "like", "join_%").execute());

type Person = Awaited<ReturnType<typeof confirmed>>;

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

test("S04: a link that is off, over, used up, full, replaced, of an archived clan or unknown reads alike by every call, and so it does for a blocked account", async () => {
  const nia = await confirmed();
  const close = (change: object) => async (clanId: string) =>
    void (await world.db.updateTable("join_links").set(change).where("clan_id", "=", clanId).execute());
  const states: Record<string, (clanId: string) => Promise<void>> = {
    off: close({ is_on: false }),
    over: close({ expires_at: new Date(Date.now() - 1000) }),
    "used up": close({ max_uses: 1, uses: 1 }),
    replaced: close({ token_hash: Buffer.from(randomUUID()) }),
    archived: async (clanId) =>
      void (await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", clanId).execute()),
    full: async (clanId) => void (await addRequests(clanId, 200)),
    unknown: async () => undefined,
    blocked: async (clanId) =>
      void (await world.db.insertInto("join_blocks").values({ clan_id: clanId, user_id: nia.userId }).execute()),
  };
  type Answer = Awaited<ReturnType<Person["get"]>>;
  const toText = ({ statusCode, headers, body }: Answer) => {
    const { date: _, "x-request-id": __, ...others } = headers;
    return JSON.stringify([statusCode, others, body.replace(/"request_id":"[^"]*"/u, "")]);
  };
  const [pages, names, asks, mine] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [state, change] of Object.entries(states)) {
    const { clan, join, token } = await linkedClan({ names: "list" });
    await addPlayer(clan.id, "Bram");
    await change(clan.id);
    const url = state === "unknown" ? `/api/join/${"x".repeat(43)}` : join;
    // Whoever is blocked is known by the account alone.
    if (state !== "blocked") pages.add(toText(await world.visitor.get(url)));
    names.add(toText(await nia.get(`${url}/names`)));
    asks.add(toText(await nia.send("POST", `${url}/requests`, { name: "Bram" })));
    mine.add(toText(await nia.get(`/api/me/join-requests?token=${state === "unknown" ? "x".repeat(43) : token}`)));
  }
  for (const answers of [pages, names, asks, mine]) {
    expect([...answers]).toEqual([expect.stringContaining("This link no longer works.")]);
    expect([...answers][0]).toMatch(/^\[404,/u);
    expect([...answers][0]).not.toContain("Bram");
  }
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
  const { items, counts } = (await owner.get(`${path}/join-requests`)).json();
  expect(counts).toEqual({ waiting: 2, decided: 0 });
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

test("whoever was let in reads the clan's id for as long as their player can open it", async () => {
  const { clan, owner, path, join } = await linkedClan();
  const [nia, tom] = [await confirmed(), await confirmed()];
  for (const [person, name] of [
    [nia, "Nia"],
    [tom, "Tom"],
  ] as const) {
    const { id } = await ask(person, join, name);
    const body = { as: { kind: "new", name }, version: 1 };
    expect((await owner.send("POST", `${path}/join-requests/${id}/approve`, body)).statusCode).toBe(200);
  }
  const mine = async (person: Person) => (await person.get("/api/me/join-requests")).json().items;
  expect(await mine(nia)).toMatchObject([{ state: "approved", clan_id: clan.id }]);
  const setPlayer = (change: { status: "active" | "inactive" }) =>
    world.db.updateTable("clan_members").set(change).where("user_id", "=", nia.userId).execute();
  await setPlayer({ status: "inactive" });
  expect(await mine(nia)).toMatchObject([{ clan_id: null }]);
  await setPlayer({ status: "active" });
  await world.db.updateTable("clans").set({ deletes_at: new Date() }).where("id", "=", clan.id).execute();
  expect(await mine(nia)).toMatchObject([{ clan_id: null }]);
  await world.db.updateTable("clans").set({ deletes_at: null }).where("id", "=", clan.id).execute();
  expect(await mine(nia)).toMatchObject([{ clan_id: clan.id }]);
  const { members } = (await owner.get(`${path}/members`)).json();
  const { id: player } = members.find(({ name }: { name: string }) => name === "Nia");
  expect((await owner.send("POST", `${path}/members/${player}/mark-removed`)).statusCode).toBe(200);
  expect((await tom.send("POST", `${path}/leave`)).statusCode).toBe(200);
  for (const person of [nia, tom]) expect(await mine(person)).toMatchObject([{ state: "approved", clan_id: null }]);
  await world.db.updateTable("clan_members").set({ user_id: nia.userId }).where("id", "=", owner.memberId).execute();
  await world.db.updateTable("clans").set({ deletes_at: new Date() }).where("id", "=", clan.id).execute();
  expect(await mine(nia)).toMatchObject([{ clan_id: clan.id }]);
});

test("a name that a player bears is taken: officers see it, and nobody becomes a new player of it", async () => {
  const { clan, owner, path, join, token } = await linkedClan({ names: "list" });
  const bram = await addPlayer(clan.id, "Bram");
  await addPlayer(clan.id, "Corvin");
  const [first, second, third, fourth] = [await confirmed(), await confirmed(), await confirmed(), await confirmed()];
  const { items: names } = (await first.get(`${join}/names`)).json();
  const { key } = names.find(({ name }: { name: string }) => name === "Bram");
  for (const person of [first, second]) await person.send("POST", `${join}/requests`, { key });
  await ask(third, join, "BRAM");
  await ask(fourth, join, "Dorn");
  const read = async () => (await owner.get(`${path}/join-requests`)).json().items;
  const [one, two, typed, dorn] = await read();
  const approve = (id: string, as: object) =>
    owner.send("POST", `${path}/join-requests/${id}/approve`, { as, version: 1 });
  expect((await approve(one.id, { kind: "asked" })).statusCode).toBe(200);
  expect(await read()).toMatchObject([
    { id: two.id, wanted: { member_id: bram, taken: true }, name_taken: true, similar: [] },
    { id: typed.id, wanted: null, name_taken: true, similar: [] },
    { id: dorn.id, wanted: null, name_taken: false },
  ]);
  const refused = { message: "There is already a player called Bram.", current: { kind: "name_taken" } };
  expect((await approve(typed.id, { kind: "asked" })).json()).toMatchObject(refused);
  expect((await approve(two.id, { kind: "new", name: "bram" })).json()).toMatchObject(refused);
  expect((await approve(two.id, { kind: "asked" })).json()).toMatchObject({ current: { kind: "row_linked" } });
  expect((await approve(two.id, { kind: "new", name: "Bram 2" })).statusCode).toBe(200);
  // What they asked for they still find at the link, until they are blocked.
  expect((await third.get(`/api/me/join-requests?token=${token}`)).json().items).toMatchObject([{ id: typed.id }]);
  await owner.send("POST", `${path}/join-requests/${typed.id}/decline`, { block: true, version: 1 });
  expect((await third.get(`/api/me/join-requests?token=${token}`)).statusCode).toBe(404);
  expect((await third.get("/api/me/join-requests")).json().items).toMatchObject([{ state: "declined" }]);
});

test("a long queue comes page by page, each request once, and who asks for the same player is counted on every page", async () => {
  const { clan, owner, path } = await linkedClan();
  const bram = await addPlayer(clan.id, "Bram");
  // Several at the same moment: their ids order them.
  const expires_at = new Date(Date.now() + 60_000);
  for (const [n, day] of [1, 1, 1, 2, 3].entries()) {
    const { userId: user_id } = await confirmed();
    const wanted_member_id = n % 2 === 0 ? bram : null;
    const created_at = new Date(Date.UTC(2026, 0, day));
    const request = { clan_id: clan.id, user_id, wanted_member_id, name: `Nia ${n}`, created_at, expires_at };
    await world.db.insertInto("join_requests").values(request).execute();
  }
  const read = async (query: string) => (await owner.get(`${path}/join-requests?limit=2${query}`)).json();
  const readAll = async (state: string) => {
    const pages = [await read(`&state=${state}`)];
    while (pages.at(-1).next_cursor) pages.push(await read(`&state=${state}&cursor=${pages.at(-1).next_cursor}`));
    return pages;
  };
  const pages = await readAll("waiting");
  const items = pages.flatMap((page) => page.items);
  expect(pages.map((page) => page.items.length)).toEqual([2, 2, 1]);
  for (const { counts } of pages) expect(counts).toEqual({ waiting: 5, decided: 0 });
  expect(new Set(items.map(({ name }) => name)).size).toBe(5);
  const times = items.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const wanted = items.filter((item) => item.wanted);
  expect(wanted).toHaveLength(3);
  const player = { member_id: bram, name: "Bram", role: "member", taken: false, last_entry: null, rivals: 2 };
  for (const item of wanted) expect(item.wanted).toEqual(player);

  // The last one of a page is decided before the next page is read.
  const [first] = pages;
  for (const { id } of first.items) {
    await owner.send("POST", `${path}/join-requests/${id}/decline`, { block: false, version: 1 });
  }
  const next = await read(`&cursor=${first.next_cursor}`);
  expect(next).toMatchObject({ items: pages[1].items.map(({ id }: { id: string }) => ({ id })) });
  expect(next.counts).toEqual({ waiting: 3, decided: 2 });
  const decided = (await readAll("decided")).flatMap((page) => page.items);
  expect(decided.map(({ id }) => id)).toEqual(first.items.map(({ id }: { id: string }) => id).toReversed());

  const elsewhere = await linkedClan();
  const foreign = await elsewhere.owner.get(`${elsewhere.path}/join-requests?cursor=${first.next_cursor}`);
  expect(foreign.statusCode).toBe(400);
  expect((await owner.get(`${path}/join-requests?cursor=nothing`)).statusCode).toBe(400);
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

test("of 200 approvals of one player at once, through two instances, exactly one makes a link", async () => {
  const { clan, owner, path } = await linkedClan();
  const bram = await addPlayer(clan.id, "Bram");
  const ids = await addRequests(clan.id, 200, () => ({ wanted_member_id: bram, name: "Bram" }));
  const instances = [world, await createTestApp({ beside: world })];
  const answers = await Promise.all(
    ids.map((id, n) => decideAt(instances[n % 2], owner, `${path}/join-requests/${id}/approve`)),
  );
  await instances[1]?.close();
  expect(countOf(answers, 200)).toBe(1);
  expect(countOf(answers, 409)).toBe(199);
  expect(await listLinked(clan.id)).toHaveLength(2);
  expect((await owner.get(`${path}/join-link`)).json()).toMatchObject({ uses: 1 });
});

const decideAt = async (instance: TestApp | undefined, { headers }: Pick<Person, "headers">, url: string) =>
  instance?.app.server.inject({ method: "POST", url, headers, payload: { as: { kind: "asked" }, version: 1 } });

const countOf = (answers: ({ statusCode: number } | undefined)[], status: number) =>
  answers.filter((answer) => answer?.statusCode === status).length;

test("many approved twice at once, while the link is replaced, requests end and others claim the same players: each is let in once", async () => {
  const { clan, owner, path, join, made } = await linkedClan({ names: "list" });
  const free = [await addPlayer(clan.id, "Bram"), await addPlayer(clan.id, "Corvin")];
  const claimants = await Promise.all(Array.from({ length: 6 }, confirmed));
  const { items: names } = (await (await confirmed()).get(`${join}/names`)).json();
  const ids = await addRequests(clan.id, 40, (n) => (n < 8 ? { wanted_member_id: free[n % 2] } : {}));
  const other = await createTestApp({ beside: world });
  const many = (instance: TestApp, order: string[]) =>
    instance.app.server.inject({
      method: "POST",
      url: `${path}/join-requests/approve-many`,
      headers: owner.headers,
      payload: { ids: order },
    });
  const [, rotated, one, two, ...claims] = await Promise.all([
    world.db.updateTable("join_requests").set({ expires_at: new Date() }).where("id", "in", ids.slice(30)).execute(),
    owner.send("POST", `${path}/join-link/rotate`, { version: made.version }),
    many(world, ids),
    many(other, ids.toReversed()),
    ...claimants.map((person, n) => person.send("POST", `${join}/requests`, { key: names[n % 2].key })),
  ]);
  await other.close();
  expect([rotated.statusCode, one.statusCode, two.statusCode]).toEqual([200, 200, 200]);
  for (const { statusCode } of claims) expect([200, 404, 409]).toContain(statusCode);
  const done = [one, two].flatMap((answer) =>
    answer.json<{ results: { id: string; ok: boolean }[] }>().results.flatMap(({ id, ok }) => (ok ? [id] : [])),
  );
  expect(new Set(done).size).toBe(done.length);
  // Of four who claim one of the two players at most one becomes it; those with a name of their own all come in.
  expect(done.filter((id) => ids.indexOf(id) < 8).length).toBe(2);
  expect(done).toEqual(expect.arrayContaining(ids.slice(8, 30)));
  const linked = await listLinked(clan.id);
  expect(linked).toHaveLength(done.length + 1);
  expect(new Set(linked).size).toBe(linked.length);
});

test("a limit that is set while many are approved is kept to the last place, and none is let in after it", async () => {
  const { clan, owner, path, join, made } = await linkedClan();
  const ids = await addRequests(clan.id, 40);
  const other = await createTestApp({ beside: world });
  const [limited, ...answers] = await Promise.all([
    owner.send("PUT", `${path}/join-link`, { is_on: true, max_uses: 12, version: made.version }),
    ...ids.map((id, n) => decideAt(n % 2 === 0 ? world : other, owner, `${path}/join-requests/${id}/approve`)),
  ]);
  await other.close();
  const { uses } = limited.json<{ uses: number }>();
  const letIn = countOf(answers, 200);
  expect(letIn).toBe(Math.max(12, uses));
  expect(countOf(answers, 409)).toBe(ids.length - letIn);
  expect(await listLinked(clan.id)).toHaveLength(letIn + 1);
  expect((await world.visitor.get(join)).statusCode).toBe(404);
});

test("of 50 who claim one player exactly one becomes it, and the link lets in no more than it is for", async () => {
  const { clan, owner, path, join } = await linkedClan({ max_uses: 3 });
  const bram = await addPlayer(clan.id, "Bram");
  const ids = await addRequests(clan.id, 50, () => ({ wanted_member_id: bram, name: "Bram" }));
  const decide = (id: string, as: object) =>
    owner.send("POST", `${path}/join-requests/${id}/approve`, { as, version: 1 });
  const claims = await Promise.all(ids.map((id) => decide(id, { kind: "asked" })));
  expect(claims.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(new Set(claims.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  const others = await Promise.all(ids.map((id, n) => decide(id, { kind: "new", name: `Newcomer ${n}` })));
  expect(others.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  expect((await world.visitor.get(join)).statusCode).toBe(404);
  expect(await listLinked(clan.id)).toHaveLength(4);
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
  expect((await owner.get(`${path}/join-requests`)).json()).toEqual({
    items: [],
    next_cursor: null,
    counts: { waiting: 0, decided: 0 },
  });
  expect((await tom.get("/api/me/join-requests")).json().items).toMatchObject([{ state: "expired" }]);
});

test("ten requests of one account wait at a time, and a clan is asked 300 times a day", async () => {
  const { join, clan } = await linkedClan();
  const nia = await confirmed();
  const created_at = new Date(Date.now() - 2 * 86_400_000);
  for (let n = 0; n < 10; n++) {
    const { id } = await world.clan();
    const request = { clan_id: id, user_id: nia.userId, name: "Nia", created_at };
    await world.db.insertInto("join_requests").values(request).execute();
  }
  expect(await ask(nia, join)).toMatchObject({ status: 409, message: expect.stringContaining("At most 10") });
  await addRequests(clan.id, 300, () => ({ state: "withdrawn" }));
  expect(await ask(await confirmed(), join)).toMatchObject({ status: 404 });
});

test("what nobody decided ends after 14 days, and what is over is erased after 90", async () => {
  const { clan } = await linkedClan();
  const daysBefore = (days: number) => new Date(Date.now() - days * 86_400_000);
  await addRequests(
    clan.id,
    4,
    (n) =>
      [
        { name: "late", expires_at: daysBefore(0.001) },
        { name: "waits" },
        { name: "old", state: "declined", decided_at: daysBefore(91) },
        { name: "kept", state: "approved", decided_at: daysBefore(89) },
      ][n] ?? {},
  );
  await cleanUpRequests(world.db);
  const rows = await world.db
    .selectFrom("join_requests")
    .select(["name", "state", "created_at", "expires_at"])
    .where("clan_id", "=", clan.id)
    .orderBy("name")
    .execute();
  expect(rows.map(({ name, state }) => [name, state])).toEqual([
    ["kept", "approved"],
    ["late", "expired"],
    ["waits", "waiting"],
  ]);
  const waits = rows.find(({ name }) => name === "waits");
  expect((waits?.expires_at.getTime() ?? 0) - (waits?.created_at.getTime() ?? 0)).toBe(14 * 86_400_000);
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

test("strangers read nothing of the roster, and with 200 requests waiting the link looks closed, which officers see and the owner gets one mail about", async () => {
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
  expect((await nia.get(`/api/me/join-requests?token=${"z".repeat(43)}`)).statusCode).toBe(404);
  await addRequests(clan.id, 197);
  const { email } = await world.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", owner.userId)
    .executeTakeFirstOrThrow();
  const readMails = () => listMails(world.db, email ?? "");
  expect(await readMails()).toEqual([]);
  const last = await confirmed();
  const { id } = await ask(last, join);
  expect((await world.visitor.get(join)).statusCode).toBe(404);
  expect(await ask(await confirmed(), join)).toMatchObject({ status: 404 });
  expect((await owner.get(`${path}/join-link`)).json()).toMatchObject({ is_full: true, is_on: true });
  // It fills up a second time.
  await last.send("DELETE", `/api/me/join-requests/${id}`);
  expect(await ask(last, join)).toMatchObject({ status: 200 });
  expect(await ask(await confirmed(), join)).toMatchObject({ status: 404 });
  const mails = await readMails();
  expect(mails.map(({ subject }) => subject)).toEqual(["Night Owls: the join link is closed until you decide"]);
  expect(mails[0]?.text).toContain(`/manage-players?clan=${clan.id}&view=requests`);
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
