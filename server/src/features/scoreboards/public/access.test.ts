import { unlockHeader } from "@clanhall/contract/public-scoreboards";
import { expect, test, vi } from "vitest";
import { openShared } from "../../../testing/shared-board.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { hashPasscode } from "../passcodes.ts";

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

test("wrong passcodes are refused in a sentence, and after twenty from a network not even looked at", async () => {
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

test("L2: whatever strangers try from however many networks, the right passcode opens the board", async () => {
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
  await change({ passcode_hash: await hashPasscode("owls") });
  expect((await unlock("owls", "203.0.113.7")).statusCode).toBe(200);
  await share({ expires_at: null });
  expect((await unlock("owls", "203.0.113.7")).statusCode).toBe(200);
});
