import { unlockHeader } from "@clanhall/contract/public-scoreboards";
import type { PublicStandings } from "@clanhall/contract/standings";
import { expect, test, vi } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openShared } from "../../../testing/shared-board.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { hashPasscode } from "../share.ts";

const world = await sharedApp();

type Unlocked = { unlock_token: string; expires_in: number };

test("a board with a passcode tells nothing without it, and everything with it", async () => {
  const { json, page, unlock, follow, kara, token } = await openShared(world, { passcode: "sesame" });
  for (const ask of [json, follow]) {
    const answer = await ask();
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ error: "unauthorized" });
  }
  const closed = await page();
  expect(closed.statusCode).toBe(200);
  for (const secret of ["Top raiders", "Night Owls", "Kara", "/card.png"]) expect(closed.body).not.toContain(secret);
  const { unlock_token, expires_in } = (await unlock("sesame")).json<Unlocked>();
  expect(expires_in).toBe(43_200);
  for (const read of [json, page]) {
    const opened = await read({ [unlockHeader]: unlock_token });
    expect(opened.statusCode).toBe(200);
    expect(opened.headers["cache-control"]).toBe("no-store");
    expect(opened.body).toContain("Top raiders");
  }
  expect((await kara.get(`/api/me/scoreboards/${token}`)).json()).toMatchObject({ member_key: expect.any(String) });
});

test("what one passcode opened stays closed on every other board, and when it is forged", async () => {
  const one = await openShared(world, { passcode: "sesame" });
  const other = await openShared(world, { passcode: "sesame" });
  const { unlock_token } = (await one.unlock("sesame")).json<Unlocked>();
  for (const forged of [unlock_token, `${unlock_token}x`, "", "x".repeat(5_000), "%00"]) {
    expect((await other.json({ [unlockHeader]: forged })).statusCode).toBe(401);
  }
});

test("a new passcode ends what the old one opened, and no passcode opens the board to all", async () => {
  const { json, unlock, share } = await openShared(world, { passcode: "sesame" });
  const { unlock_token } = (await unlock("sesame")).json<Unlocked>();
  const headers = { [unlockHeader]: unlock_token };
  expect((await json(headers)).statusCode).toBe(200);
  await share({ passcode: "open up" });
  expect((await json(headers)).statusCode).toBe(401);
  expect((await unlock("sesame")).statusCode).toBe(401);
  const { unlock_token: fresh } = (await unlock("open up")).json<Unlocked>();
  expect((await json({ [unlockHeader]: fresh })).statusCode).toBe(200);
  await share({ passcode: null });
  expect((await json()).statusCode).toBe(200);
  expect((await unlock("open up")).statusCode).toBe(404);
});

test("what a passcode opened is closed again after twelve hours", async () => {
  const { unlock, token } = await openShared(world, { passcode: "sesame" });
  const { unlock_token } = (await unlock("sesame")).json<Unlocked>();
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const ask = (now: Date) => world.app.boards.open(token, { unlock: unlock_token, now });
  expect((await ask(inHours(11))).state).toBe("open");
  expect((await ask(inHours(12.1))).state).toBe("passcode");
});

test("wrong passcodes are refused in a sentence, and after twenty from a network not even checked", async () => {
  const { unlock } = await openShared(world, { passcode: "sesame" });
  const wrong = await unlock("mellon", "203.0.113.1");
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toMatchObject({ error: "unauthorized", message: "That is not the passcode." });
  for (let tried = 1; tried < 20; tried += 1) await unlock("mellon", "203.0.113.1");
  const refused = await unlock("sesame", "203.0.113.1");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await unlock("sesame", "203.0.113.2")).statusCode).toBe(200);
});

test("a right passcode costs nothing, however often it is given", async () => {
  const { unlock } = await openShared(world, { passcode: "sesame" });
  for (let times = 0; times < 25; times += 1) expect((await unlock("sesame", "203.0.113.3")).statusCode).toBe(200);
});

test("L2: whatever others try from however many networks, the right passcode opens the board", async () => {
  const { unlock } = await openShared(world, { passcode: "sesame" });
  for (let tried = 0; tried < 140; tried += 1) await unlock("mellon", `198.51.100.${tried % 7}`);
  expect((await unlock("mellon", "198.51.100.0")).statusCode).toBe(429);
  expect((await unlock("sesame", "203.0.113.4")).statusCode).toBe(200);
});

test("L2: a browser that knew the passcode is never locked out by others of its network", async () => {
  const { unlock, share } = await openShared(world, { passcode: "sesame" });
  const ip = "203.0.113.5";
  const { unlock_token } = (await unlock("sesame", ip)).json<Unlocked>();
  const known = { [unlockHeader]: unlock_token };
  for (let tried = 0; tried < 20; tried += 1) await unlock("mellon", ip);
  expect((await unlock("sesame", ip)).statusCode).toBe(429);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 48 * 3_600_000 });
  await world.db
    .updateTable("auth_rate_limits")
    .set({ expire: Date.now() + 60_000 })
    .where("key", "like", "%203.0.113.5")
    .execute();
  expect((await unlock("sesame", ip)).statusCode).toBe(429);
  expect((await unlock("sesame", ip, known)).statusCode).toBe(200);
  vi.useRealTimers();
  for (const forged of ["", `${unlock_token}x`, "x".repeat(2_000)]) {
    expect((await unlock("sesame", ip, { [unlockHeader]: forged })).statusCode).toBe(429);
  }
  await share({ passcode: "open up" });
  expect((await unlock("open up", ip, known)).statusCode).toBe(429);
});

test("L2: a browser that knew the passcode may try it wrong only so often too", async () => {
  const { unlock } = await openShared(world, { passcode: "sesame" });
  const { unlock_token } = (await unlock("sesame", "203.0.113.6")).json<Unlocked>();
  const known = { [unlockHeader]: unlock_token };
  for (let tried = 0; tried < 20; tried += 1)
    expect((await unlock("mellon", "203.0.113.6", known)).statusCode).toBe(401);
  expect((await unlock("sesame", "203.0.113.6", known)).statusCode).toBe(429);
  expect((await unlock("sesame", "203.0.113.6")).statusCode).toBe(200);
});

test("L2: a passcode from before it had to have six characters goes on working", async () => {
  const { unlock, change, share } = await openShared(world, { passcode: "sesame" });
  await change({ passcode_hash: await hashPasscode("owls", "somebody") });
  expect((await unlock("owls", "203.0.113.7")).statusCode).toBe(200);
  await share({ expires_at: null });
  expect((await unlock("owls", "203.0.113.7")).statusCode).toBe(200);
});

async function openWithSecret(link: Parameters<typeof openShared>[1] = {}) {
  const shared = await openShared(world, link);
  const secret = await addActivity(world.db, shared.clan.id, { name: "Spying", is_public: false });
  const { version } = await shared.board();
  const activities = [shared.activityId, secret].map((activity_id) => ({ activity_id }));
  await shared.owner.send("PATCH", shared.url, { activities, version });
  await shared.enter(shared.kara, 5);
  await shared.enter(shared.kara, 900, 0, secret);
  const setPublic = async (id: string, isPublic: boolean) => {
    const url = `/api/clans/${shared.clan.id}/activities`;
    const list: { id: string; version: number }[] = (await shared.owner.get(url)).json().items;
    const current = list.find((activity) => activity.id === id)?.version;
    const answer = await shared.owner.send("PATCH", `${url}/${id}`, { public: isPublic, version: current });
    expect(answer.statusCode).toBe(200);
  };
  return { ...shared, secret, setPublic };
}

const off = "This scoreboard is switched off";

test("M6: page, frame and JSON say how many activities are not counted", async () => {
  const shared = await openWithSecret();
  const standings: PublicStandings = (await shared.json()).json();
  expect(standings).toMatchObject({ not_counted: 1, rows: [{ score: 5 }, {}, {}] });
  for (const query of ["", "?embed=1"]) {
    const { body } = await shared.page({}, query);
    expect(body).toContain("1 activity is not counted here");
    expect(body).not.toMatch(/Spying|>90[05]</);
  }
  await shared.setPublic(shared.secret, true);
  expect((await shared.json()).json()).toMatchObject({ not_counted: 0, rows: [{ score: 905 }, {}, {}] });
  expect((await shared.page()).body).not.toContain("not counted here");
});

test("M6: what is hidden is gone at once from a board that was in memory, whoever else reads it as a member", async () => {
  const shared = await openWithSecret();
  await shared.setPublic(shared.secret, true);
  const before = await shared.json();
  const member = () => shared.owner.get(`${shared.url}/standings`);
  const seen = await member();
  await shared.setPublic(shared.secret, false);
  expect((await member()).json().rows[0].score).toBe(905);
  const after = await shared.json({ "if-none-match": String(before.headers.etag) });
  expect(after.json()).toMatchObject({ not_counted: 1, rows: [{ score: 5 }, {}, {}] });
  expect(after.json().version).not.toBe(seen.json().version);
  const stale = await shared.json({ "if-none-match": String(seen.headers.etag) });
  expect(stale.statusCode).toBe(200);
});

test("M6: a shared board whose last public activity was hidden is switched off, and comes back with it", async () => {
  const shared = await openWithSecret();
  expect((await shared.page()).statusCode).toBe(200);
  await shared.setPublic(shared.activityId, false);
  const answer = await shared.json();
  expect([answer.statusCode, answer.json()]).toMatchObject([
    404,
    { error: "not_found", message: "This scoreboard is switched off for visitors" },
  ]);
  for (const query of ["", "?embed=1"]) {
    const page = await shared.page({}, query);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain(off);
    expect(page.body).not.toMatch(/Top raiders|Night Owls|Kara|Raids/);
  }
  const card = await world.visitor.get(`/api/public/scoreboards/${shared.token}/card.png`);
  expect(card.statusCode).toBe(404);
  expect((await shared.follow()).statusCode).toBe(404);
  expect((await shared.kara.get(`/api/me/scoreboards/${shared.token}`)).statusCode).toBe(404);
  const { path } = (await shared.owner.send("POST", `${shared.url}/preview`)).json();
  expect((await world.visitor.get(path)).body).toContain(off);

  await shared.setPublic(shared.activityId, true);
  expect((await shared.json()).json().rows[0].score).toBe(5);
});

test("M6: a passcode opens nothing while the board is switched off", async () => {
  const shared = await openWithSecret({ passcode: "seven owls" });
  await shared.setPublic(shared.activityId, false);
  expect((await shared.page()).body).toContain(off);
  const answer = await shared.unlock("seven owls");
  expect([answer.statusCode, answer.json().message]).toEqual([404, "This scoreboard is switched off for visitors"]);
});
