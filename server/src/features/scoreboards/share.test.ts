import { createHash } from "node:crypto";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { verify } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openBoards } from "../../testing/boards.ts";
import { useProductionCost } from "../../testing/password-cost.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const hashOf = (token: string) => createHash("sha256").update(token).digest();
const expire = (board: { id: string }) =>
  world.db
    .updateTable("scoreboards")
    .set({ share_expires_at: new Date(Date.now() - 1000) })
    .where("id", "=", board.id)
    .execute();

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows } = await world.database.pool.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const texts: string[] = [];
  for (const { table_name } of rows) {
    const found = await world.database.pool.query<{ row: string }>(`select t::text as row from "${table_name}" t`);
    texts.push(...found.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

test("a shared board has a long random link for thirty days, which members see too", async () => {
  const { member, url, make, act, rowOf } = await openBoards(world);
  const board = await make();
  const before = Date.now();
  const shared: Scoreboard = (await act(board, "share")).json();
  const { share } = shared;
  expect(share).toMatchObject({ has_passcode: false, views: 0, token: expect.stringMatching(/^[\w-]{43}$/) });
  const life = Date.parse(share?.expires_at ?? "") - before;
  expect(Math.round(life / day)).toBe(30);
  expect(shared).toMatchObject({ share_token: share?.token, expires_at: share?.expires_at, version: 2 });
  expect((await rowOf(board)).share_hash).toEqual(hashOf(share?.token ?? ""));
  const [seen] = (await member.get(`${url}/scoreboards`)).json().items;
  expect(seen.share_token).toBe(share?.token);
  const other: Scoreboard = (await act(await make(), "share")).json();
  expect(other.share_token).not.toBe(share?.token);
});

test("sharing again changes what is named, keeps the link, and leaves the rest", async () => {
  const { make, act, rowOf } = await openBoards(world);
  const board = await make();
  const first: Scoreboard = (await act(board, "share", { expires_at: inDays(7), passcode: "sesame" })).json();
  const again: Scoreboard = (await act(board, "share")).json();
  expect(again).toEqual(first);
  const forEver: Scoreboard = (await act(board, "share", { expires_at: null })).json();
  expect(forEver.share).toEqual({ ...first.share, expires_at: null });
  expect(forEver).toMatchObject({ expires_at: null, share_token: first.share_token, version: 3 });
  const moved = `${inDays(90).slice(0, 19)}+02:00`;
  const later: Scoreboard = (await act(board, "share", { expires_at: moved })).json();
  expect(later.expires_at).toBe(new Date(moved).toISOString());
  expect((await rowOf(board)).passcode_version).toBe(1);
});

test("each new passcode is kept as a hash and counted, and can be taken away", async () => {
  useProductionCost();
  const { make, act, rowOf } = await openBoards(world);
  const board = await make();
  expect((await act(board, "share", { passcode: "sesame" })).json().share.has_passcode).toBe(true);
  const first = await rowOf(board);
  expect(first.passcode_version).toBe(1);
  expect(first.passcode_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verify(first.passcode_hash ?? "", "sesame")).toBe(true);

  await act(board, "share", { passcode: "sesame" });
  const second = await rowOf(board);
  expect([second.passcode_version, second.passcode_hash === first.passcode_hash]).toEqual([2, false]);
  expect((await act(board, "share", { passcode: null })).json().share.has_passcode).toBe(false);
  expect(await rowOf(board)).toMatchObject({ passcode_version: 3, passcode_hash: null });
  const none = (await act(board, "share", { passcode: null })).json();
  expect([none.version, (await rowOf(board)).passcode_version]).toEqual([4, 3]);
});

test("a link that ran out works no more, but managers still see that it is there, and can prolong it", async () => {
  const { make, act, get } = await openBoards(world);
  const board = await make();
  const { share } = (await act(board, "share")).json();
  await expire(board);
  const expired: Scoreboard = (await get(board)).json();
  expect(expired).toMatchObject({ share: { token: share.token }, share_token: null, expires_at: null });
  expect(Date.parse(expired.share?.expires_at ?? "")).toBeLessThan(Date.now());
  expect((await act(board, "share", { passcode: "sesame" })).json().share_token).toBeNull();
  expect((await act(board, "share", { expires_at: inDays(1) })).json().share_token).toBe(share.token);
});

test("rotating kills the old link at once and keeps expiry and passcode", async () => {
  const { make, act, rowOf } = await openBoards(world);
  const board = await make();
  const old: Scoreboard = (await act(board, "share", { expires_at: inDays(7), passcode: "sesame" })).json();
  const fresh: Scoreboard = (await act(board, "share/rotate")).json();
  expect(fresh.share).toEqual({ ...old.share, token: expect.stringMatching(/^[\w-]{43}$/) });
  expect(fresh.share_token).not.toBe(old.share_token);
  expect((await rowOf(board)).share_hash).toEqual(hashOf(fresh.share_token ?? ""));
  const found = world.db.selectFrom("scoreboards").select("id");
  const byOld = await found.where("share_hash", "=", hashOf(old.share_token ?? "")).execute();
  expect(byOld).toEqual([]);

  await expire(board);
  const revived: Scoreboard = (await act(board, "share/rotate")).json();
  expect(Math.round((Date.parse(revived.expires_at ?? "") - Date.now()) / day)).toBe(30);
});

test("switched off, the link and its passcode are gone for good", async () => {
  const { owner, make, act, rowOf } = await openBoards(world);
  const board = await make();
  const old: Scoreboard = (await act(board, "share", { passcode: "sesame" })).json();
  const unshare = () => owner.send("DELETE", `/api/scoreboards/${board.id}/share`);
  const off: Scoreboard = (await unshare()).json();
  expect(off).toMatchObject({ share: null, share_token: null, expires_at: null, version: 3 });
  expect((await unshare()).json()).toEqual(off);
  expect(await rowOf(board)).toMatchObject({
    share_hash: null,
    share_sealed: null,
    passcode_hash: null,
    passcode_version: 2,
  });
  const rotated = await act(board, "share/rotate");
  expect([rotated.statusCode, rotated.json().message]).toEqual([409, "The link is off. Share the board first."]);
  const next: Scoreboard = (await act(board, "share")).json();
  expect(next.share).toMatchObject({ has_passcode: false });
  expect(next.share_token).not.toBe(old.share_token);
});

test.each([
  ["an expiry in the past", { expires_at: inDays(-1) }, "expires_at", "Choose a time in the future."],
  [
    "an expiry in six years",
    { expires_at: inDays(6 * 366) },
    "expires_at",
    "Choose a time within five years, or no expiry.",
  ],
  ["a day without a time", { expires_at: "2030-01-01" }, "expires_at", "Enter a moment, or null for no end."],
  ["a short passcode", { passcode: "seven" }, "passcode", "A passcode has at least 6 characters."],
  ["a long passcode", { passcode: "x".repeat(65) }, "passcode", "A passcode can have at most 64 characters."],
  ["a link of one's own", { token: "mine" }, "token", "“token” is not a field of this request."],
])("sharing with %s is refused", async (_, body, path, message) => {
  const { make, act, get } = await openBoards(world);
  const board = await make();
  const answer = await act(board, "share", body);
  expect([answer.statusCode, answer.json().details]).toEqual([400, [{ path, message }]]);
  expect((await get(board)).json().share).toBeNull();
});

test("an archived board is not shared before it is opened, an ended one is", async () => {
  const { make, act } = await openBoards(world);
  const [archived, ended] = [await make(), await make()];
  await act(archived, "archive");
  for (const verb of ["share", "share/rotate"]) {
    const answer = await act(archived, verb);
    expect([answer.statusCode, answer.json().message]).toEqual([409, "Reopen the board to share it."]);
  }
  await act(ended, "end");
  expect((await act(ended, "share")).json()).toMatchObject({ state: "ended", share_token: expect.any(String) });
});

const refusal = (verb: string) =>
  `This scoreboard cannot be ${verb}. None of its activities is shown on public scoreboards. Change that for at least one first.`;

test.each(["activity", "points", "streak"])(
  "M6: a board of %s without a public activity is neither shared, posted nor drawn",
  async (measure) => {
    const { make, act, owner, get } = await openBoards(world, { name: "Secrets", is_public: false });
    const board = await make({ measure });
    expect(board).toMatchObject({ public_activities: 0, hidden_activities: 1 });
    const answers = [
      await act(board, "share"),
      await act(board, "post"),
      await owner.get(`/api/scoreboards/${board.id}/standings.png`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
    expect(answers.map((answer) => answer.json().message)).toEqual(["shared", "posted", "drawn"].map(refusal));
    expect((await get(board)).json().share).toBeNull();
  },
);

test("M6: a board that loses its last public activity says so to its clan, and its link waits for one", async () => {
  const { make, act, get, clan, activityId, owner, url } = await openBoards(world);
  const secret = await addActivity(world.db, clan.id, { is_public: false });
  const activities = [activityId, secret].map((activity_id) => ({ activity_id }));
  const board = await make({ activities });
  const shared: Scoreboard = (await act(board, "share")).json();
  expect(shared).toMatchObject({ public_activities: 1, hidden_activities: 1, share_token: shared.share?.token });
  const show = (isPublic: boolean, version: number) =>
    owner.send("PATCH", `${url}/activities/${activityId}`, { public: isPublic, version });
  expect((await show(false, 1)).statusCode).toBe(200);
  const paused: Scoreboard = (await get(board)).json();
  expect(paused).toMatchObject({ public_activities: 0, hidden_activities: 2, share_token: null, expires_at: null });
  expect(paused.share).toEqual(shared.share);
  expect((await act(board, "share/rotate")).statusCode).toBe(409);
  await show(true, 2);
  expect((await get(board)).json()).toEqual(shared);
  const off = await owner.send("DELETE", `/api/scoreboards/${board.id}/share`);
  expect(off.json().share).toBeNull();
});

test("S35: neither link nor passcode stands in any table, nor in the log", async () => {
  const { owner, url, make, act, listAudit } = await openBoards(world);
  const board = await make();
  const headers = { "x-dev-user-id": owner.userId, "idempotency-key": "share-once" };
  const share = () =>
    world.app.server.inject({
      method: "POST",
      url: `/api/scoreboards/${board.id}/share`,
      headers,
      payload: { passcode: "open sesame", expires_at: null },
    });
  const first: string = (await share()).json().share_token;
  expect((await share()).json().share_token).toBe(first);
  const second: string = (await act(board, "share/rotate")).json().share_token;
  await owner.send("DELETE", `/api/scoreboards/${board.id}/share`);
  const third: string = (await act(board, "share")).json().share_token;
  const rows = `${await dump()}${(await owner.get(`${url}/audit`)).payload}`;
  const forms = [first, second, third, "open sesame"].flatMap((text) => [text, Buffer.from(text).toString("hex")]);
  const bytes = [first, second, third].map((token) => Buffer.from(token, "base64url").toString("hex"));
  for (const form of [...forms, ...bytes]) expect(rows).not.toContain(form);

  const on = { link: "on", expires_at: null };
  const off = { link: "off", expires_at: null, passcode: null };
  expect((await listAudit()).slice(1)).toMatchObject([
    { action: "scoreboard.share", before: off, after: { ...on, passcode: "new" } },
    { action: "scoreboard.rotate", before: { ...on, passcode: "set" }, after: { ...on, passcode: "set" } },
    { action: "scoreboard.unshare", before: { ...on, passcode: "set" }, after: off },
    { action: "scoreboard.share", before: off, after: { link: "on", passcode: null } },
  ]);
});

test("a preview is an address for some minutes that changes nothing", async () => {
  const { make, act, get } = await openBoards(world);
  const board = await make();
  const answer = await act(board, "preview");
  expect(answer.json()).toEqual({
    path: expect.stringMatching(/^\/scoreboard\/preview\.[\w-]+\?embed=1$/),
    expires_in: 600,
  });
  expect(answer.payload).not.toContain(board.id);
  expect((await get(board)).json()).toEqual(board);
  await act(board, "archive");
  expect((await act(board, "preview")).statusCode).toBe(200);
});
