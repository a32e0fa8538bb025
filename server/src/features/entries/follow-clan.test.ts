import type { AddressInfo } from "node:net";
import { toNameKey } from "@clanhall/contract/text";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { publishEvent } from "../../events/publish.ts";
import { topics } from "../../events/topics.ts";
import { daysAgo, openEntries } from "../../testing/entries.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
let second: TestApp;
beforeAll(async () => {
  world = await createTestApp();
  second = await createTestApp({ beside: world });
  for (const { app } of [world, second]) await app.server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const soon = { timeout: 10_000, interval: 10 };
const ofUser = (userId: string) => ({ "x-dev-user-id": userId });

/** Reads a clan's events the way a browser does, keeping all of them. */
async function follow(url: string, headers: Record<string, string>, { app } = world) {
  const { port } = app.server.server.address() as AddressInfo;
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${url}/events`, { headers, signal: leaving.signal });
  const page = { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: "", isOver: false };
  const keep = new WritableStream<string>({ write: (chunk) => void (page.text += chunk) });
  void answer.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(keep)
    .catch(() => undefined)
    .finally(() => (page.isOver = true));
  return { page, leave: () => leaving.abort() };
}

async function followTimes(times: number, url: string, headers: Record<string, string>) {
  const streams = await Promise.all(Array.from({ length: times }, () => follow(url, headers)));
  const countOpen = () => streams.filter(({ page }) => page.status === 200).length;
  return { streams, countOpen, leave: () => streams.forEach((stream) => stream.leave()) };
}

test("followers of the clan get the days that were saved, without any value, and nobody else does", async () => {
  const { owner, member, clan, url, cell, put } = await openEntries(world);
  const elsewhere = await openEntries(world);
  const here = await follow(url, ofUser(member.userId));
  const there = await follow(elsewhere.url, ofUser(elsewhere.member.userId));
  const data = { days: [daysAgo(0)], revision: 1 };
  await put(owner, [cell({ value: 471_108_151 })]);
  const frame = `event: entries\ndata: ${JSON.stringify({ topic: `clan/${clan.id}`, data })}\n\n`;
  await vi.waitFor(() => expect(here.page.text).toContain(frame), soon);
  await put(owner, [cell({ value: 471_108_151 })]);
  await put(
    owner,
    Array.from({ length: 61 }, (_, back) => cell({ day: daysAgo(back), value: 9 })),
    "Old sheet",
  );
  await vi.waitFor(() => expect(here.page.text).toContain('"data":{"days":[],"revision":3}'), soon);
  expect(here.page.text.match(/event: entries/g)).toHaveLength(2);
  expect(here.page.text).not.toContain("471108151");
  await elsewhere.put(elsewhere.owner, [elsewhere.cell()]);
  await vi.waitFor(() => expect(there.page.text).toContain("event: entries"), soon);
  expect(there.page.text).not.toContain(clan.id);
  here.leave();
  there.leave();
});

test("M1: an account has at most ten streams of a clan; one that ends makes room", async () => {
  const { owner, member, url } = await openEntries(world);
  const { streams, countOpen, leave } = await followTimes(25, url, ofUser(member.userId));
  expect(countOpen()).toBe(10);
  const refused = streams.find(({ page }) => page.status !== 200);
  expect(refused?.page).toMatchObject({ status: 429, retryAfter: "60" });
  const others = await follow(url, ofUser(owner.userId));
  expect(others.page.status).toBe(200);
  leave();
  await vi.waitFor(async () => {
    const again = await followTimes(10, url, ofUser(member.userId));
    again.leave();
    expect(again.countOpen()).toBe(10);
  }, soon);
  others.leave();
});

test("M1: an account has at most thirty streams over all its clans", async () => {
  const clans = await Promise.all(Array.from({ length: 4 }, () => openEntries(world)));
  const { userId } = clans[0]?.member ?? { userId: "" };
  for (const { clan } of clans.slice(1)) await join(clan.id, userId);
  const opened = [];
  for (const { url } of clans) opened.push(await followTimes(10, url, ofUser(userId)));
  expect(opened.map(({ countOpen }) => countOpen())).toEqual([10, 10, 10, 0]);
  for (const { leave } of opened) leave();
});

test("M1: an event is checked once for everybody who follows the clan", async () => {
  const { owner, member, clan, url } = await openEntries(world);
  const ofMember = await followTimes(10, url, ofUser(member.userId));
  const ofOwner = await followTimes(10, url, ofUser(owner.userId));
  const connects = vi.spyOn(world.database.pool, "connect");
  await world.db
    .transaction()
    .execute((tx) => publishEvent(tx, topics.clan(clan.id), "entries", { days: [], revision: 1 }));
  const streams = [...ofMember.streams, ...ofOwner.streams];
  await vi.waitFor(() => {
    for (const { page } of streams) expect(page.text).toContain("event: entries");
  }, soon);
  // One for the transaction above and one for the check.
  expect(connects).toHaveBeenCalledTimes(2);
  connects.mockRestore();
  ofMember.leave();
  ofOwner.leave();
});

async function join(clanId: string, userId: string): Promise<string> {
  const name = `Player ${userId.slice(0, 8)}`;
  const member = { clan_id: clanId, user_id: userId, name, name_key: toNameKey(name), role: "member" as const };
  const row = await world.db.insertInto("clan_members").values(member).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

/** Somebody with a real session, who follows the clan through the other instance. */
async function openFollower() {
  const { owner, clan, url } = await openEntries(world);
  const person = await world.signedUp();
  const memberId = await join(clan.id, person.userId);
  const bearer = { authorization: `Bearer ${person.access_token}` };
  const { page } = await follow(url, bearer, second);
  expect(page.status).toBe(200);
  return { owner, person, memberId, url, page, bearer };
}

type Follower = Awaited<ReturnType<typeof openFollower>>;

const signOut = (scope: string) => (follower: Follower) =>
  follower.person.send("POST", `/auth/v1/logout?scope=${scope}`);

const endings: [what: string, end: (follower: Follower) => Promise<{ statusCode: number }>][] = [
  ["signed out", signOut("local")],
  ["signed out everywhere", signOut("global")],
  [
    "suspended",
    async ({ person }) => {
      const admin = await world.appAdmin();
      return admin.send("POST", `/api/admin/users/${person.userId}/suspend`, { reason: "Posted spam everywhere" });
    },
  ],
  ["removed", ({ owner, url, memberId }) => owner.send("POST", `${url}/members/${memberId}/mark-removed`)],
  ["made inactive", ({ owner, url, memberId }) => owner.send("POST", `${url}/members/${memberId}/inactivate`)],
  [
    "made inactive without a word to those who follow",
    async ({ memberId }) => {
      await world.db.updateTable("clan_members").set({ status: "inactive" }).where("id", "=", memberId).execute();
      return { statusCode: 200 };
    },
  ],
  ["unlinked", ({ owner, url, memberId }) => owner.send("POST", `${url}/members/${memberId}/unlink`)],
];

test.each(endings)("L9: whoever is %s has their stream closed at once on every instance", async (_what, end) => {
  const follower = await openFollower();
  const { statusCode } = await end(follower);
  expect(statusCode).toBeLessThan(300);
  await vi.waitFor(() => expect(follower.page.isOver).toBe(true), soon);
  expect(follower.page.text).not.toContain("event:");
});

test("L9: the other devices of somebody who signs out go on hearing", async () => {
  const { url, person, bearer, page } = await openFollower();
  const { email, password } = person;
  const payload = { email, password };
  const sent = { method: "POST", url: "/auth/v1/token?grant_type=password", payload } as const;
  const { access_token } = (await world.app.server.inject(sent)).json<{ access_token: string }>();
  const other = await follow(url, { authorization: `Bearer ${access_token}` });
  await world.app.server.inject({ method: "POST", url: "/auth/v1/logout?scope=local", headers: bearer });
  await vi.waitFor(() => expect(page.isOver).toBe(true), soon);
  expect(other.page.isOver).toBe(false);
  other.leave();
});

test("S07: somebody who was removed while they listened gets nothing more and loses the stream", async () => {
  const { owner, member, url, cell, put } = await openEntries(world);
  const { page } = await follow(url, ofUser(member.userId));
  const removed = await owner.send("POST", `${url}/members/${member.memberId}/mark-removed`);
  expect(removed.statusCode).toBe(200);
  await put(owner, [cell({ member_id: owner.memberId })]);
  await vi.waitFor(() => expect(page.isOver).toBe(true), soon);
  expect(page.text).not.toContain("event: entries");
});
