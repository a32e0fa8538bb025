import { randomBytes } from "node:crypto";
import type { PublicStandings } from "@clanhall/contract/standings";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addFrozenPeriod } from "../../../testing/board-results.ts";
import { openShared, visit } from "../../../testing/shared-board.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ env: { PUBLIC_URL: "https://clan.example" } });
});
afterAll(() => world.close());

const nowhere = { error: "not_found", message: "There is nothing at this address" };

/** Nobody learns anything at this link, not even whether it ever led anywhere. */
async function expectNothing(token: string) {
  const { page, json, follow, unlock } = visit(world, token);
  for (const ask of [json, follow, () => unlock("sesame")]) {
    const answer = await ask();
    expect(answer.statusCode).toBe(404);
    const { request_id: _id, ...refusal } = answer.json<Record<string, unknown>>();
    expect(refusal).toEqual(nowhere);
  }
  const shown = await page();
  expect(shown.statusCode).toBe(404);
  expect(shown.headers["x-robots-tag"]).toBe("noindex, nofollow");
  expect(shown.body).toContain("<title>Scoreboard – Clanhall</title>");
  expect(shown.body).toContain('<meta name="robots" content="noindex,nofollow">');
  for (const secret of ["Top raiders", "Night Owls", "Kara"]) expect(shown.body).not.toContain(secret);
}

test("S39: whoever has the link reads the board and who stands where, and nothing private", async () => {
  const { kara, tom, owner, clan, enter, json, page } = await openShared(world);
  await enter(kara, 7);
  await enter(tom, 3);
  const answer = await json();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-cache",
    "x-robots-tag": "noindex, nofollow",
    vary: "accept-encoding, x-scoreboard-unlock",
  });
  const standings = answer.json<PublicStandings>();
  expect(standings).toMatchObject({ board: { title: "Top raiders", clan: { name: "Night Owls" } } });
  expect(standings.rows.map(({ rank, name, score }) => [rank, name, score])).toEqual([
    [1, "Kara Moon", 7],
    [2, "Tom Hill", 3],
    [3, "Ann Olsson", 0],
  ]);
  const shown = await page();
  expect(shown.statusCode).toBe(200);
  expect(shown.body).toContain("<title>Scoreboard – Clanhall</title>");
  expect(shown.body).toContain('<meta name="twitter:title" content="Top raiders – Night Owls">');
  expect(shown.body).toContain('<meta name="robots" content="noindex,nofollow">');
  for (const secret of [kara.memberId, kara.userId, owner.userId, clan.id]) {
    expect(answer.body).not.toContain(secret);
    expect(shown.body).not.toContain(secret);
  }
});

test("a link preview gets a picture of this very version", async () => {
  const { token, json, page } = await openShared(world);
  const { version } = (await json()).json<PublicStandings>();
  const { body } = await page();
  const card = `https://clan.example/api/public/scoreboards/${token}/card.png?v=${version}`;
  expect(body).toContain(`<meta property="og:image" content="${card}">`);
  expect(body).toContain(`<meta name="twitter:image" content="${card}">`);
  expect(body).toContain(`<link rel="canonical" href="https://clan.example/scoreboard/${token}">`);
  expect(body).toContain("<title>Scoreboard – Clanhall</title>");
  expect(body).toContain('<meta property="og:title" content="Top raiders – Night Owls">');
});

test("a title cannot write into the page", async () => {
  const { page } = await openShared(world, {}, { title: '</title><script>alert("x")</script>' });
  expect((await page()).body).not.toContain("<script>alert");
});

test.each([
  ["unknown", randomBytes(32).toString("base64url")],
  ["too short", "abc"],
  ["of ten thousand characters", "a".repeat(10_000)],
  ["full of signs", "%27%22%3C%3E%00%F0%9F%98%80"],
  ["a preview that is none", "preview.abc"],
  ["a long preview that is none", `preview.${"A".repeat(1_500)}`],
])("a link that is %s leads nowhere", async (_what, token) => {
  await expectNothing(token);
});

test("a link that was switched off, or exchanged, leads nowhere from then on", async () => {
  const board = await openShared(world);
  expect((await board.json()).statusCode).toBe(200);
  await board.act("share/rotate");
  await expectNothing(board.token);
  const token = await board.share();
  expect((await visit(world, token).json()).statusCode).toBe(200);
  await board.owner.send("DELETE", `${board.url}/share`);
  await expectNothing(token);
});

test("a board that is put aside or binned leads nowhere until it is back", async () => {
  const board = await openShared(world);
  expect((await board.json()).statusCode).toBe(200);
  await board.act("archive");
  await expectNothing(board.token);
  await board.act("reopen");
  expect((await board.json()).statusCode).toBe(200);
  await board.owner.send("DELETE", board.url);
  await expectNothing(board.token);
  await board.act("restore");
  expect((await board.page()).statusCode).toBe(200);
});

test.each(["archived_at", "deletes_at"] as const)("the boards of a clan with %s lead nowhere", async (column) => {
  const { clan, token } = await openShared(world);
  await world.db
    .updateTable("clans")
    .set({ [column]: new Date() })
    .where("id", "=", clan.id)
    .execute();
  await expectNothing(token);
});

test("the boards of a deleted clan lead nowhere", async () => {
  const { clan, token, json } = await openShared(world);
  await world.db.deleteFrom("clans").where("id", "=", clan.id).execute();
  expect((await json()).statusCode).toBe(404);
  await expectNothing(token);
});

test("an expired link says so and hides what it led to", async () => {
  const { json, page, follow, unlock, change } = await openShared(world);
  await change({ share_expires_at: new Date(Date.now() - 1_000) });
  for (const ask of [json, follow, () => unlock("sesame")]) {
    const answer = await ask();
    expect(answer.statusCode).toBe(410);
    expect(answer.json()).toMatchObject({ error: "gone", message: "This link has expired" });
  }
  const shown = await page();
  expect(shown.statusCode).toBe(410);
  expect(shown.headers["x-robots-tag"]).toBe("noindex, nofollow");
  expect(shown.body).not.toContain("Top raiders");
});

test("whoever has read a board gets nothing again until it has changed", async () => {
  const { json, page, enter, kara } = await openShared(world);
  for (const read of [json, page]) {
    const first = await read();
    const etag = String(first.headers.etag);
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await read({ "if-none-match": named });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    }
    await enter(kara, read === json ? 5 : 8);
    const changed = await read({ "if-none-match": etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  }
});

test("answers come compressed for those who can read it", async () => {
  const { json, page } = await openShared(world);
  for (const read of [json, page]) {
    expect((await read({ "accept-encoding": "gzip, br" })).headers["content-encoding"]).toBe("br");
    expect((await read({ "accept-encoding": "gzip" })).headers["content-encoding"]).toBe("gzip");
    expect((await read()).headers["content-encoding"]).toBeUndefined();
  }
});

test("an earlier period is read by its first day, and one that never was leads nowhere", async () => {
  const { json, page, clan, boardId } = await openShared(world, {}, { period: { kind: "weekly" } });
  await addFrozenPeriod(world, clan.id, boardId, { from: "2026-11-02", to: "2026-11-08" });
  const earlier = await json({}, "?period=2026-11-02");
  expect(earlier.json()).toMatchObject({ is_final: true, board: { period: { from: "2026-11-02" } } });
  expect((await page({}, "?period=2026-11-02")).statusCode).toBe(200);
  expect((await json({}, "?period=2026-11-03")).statusCode).toBe(404);
  expect((await page({}, "?period=2026-11-03")).statusCode).toBe(404);
  expect((await page({}, "?period=yesterday")).statusCode).toBe(404);
  expect((await json({}, "?period=yesterday")).statusCode).toBe(400);
});

test("S39: a board is framed by us alone, in its embed view by anybody", async () => {
  const { page, token } = await openShared(world);
  const { headers } = await page();
  expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  for (const framed of [await page({}, "?embed=1"), await visit(world, `${token}x`).page({}, "?embed=1")]) {
    expect(framed.headers["x-frame-options"]).toBeUndefined();
    expect(framed.headers["content-security-policy"]).toContain("frame-ancestors *");
    expect(framed.headers["content-security-policy"]).toContain("default-src 'none'");
  }
});

test("a manager sees a board that is not shared for some minutes, and nobody who makes up its address", async () => {
  const { owner, url, boardId, token } = await openShared(world);
  await owner.send("DELETE", `${url}/share`);
  const { path } = (await owner.send("POST", `${url}/preview`)).json<{ path: string }>();
  const previewToken = path.replace(/^\/scoreboard\/|\?.*$/g, "");
  const preview = visit(world, previewToken);
  const shown = await preview.page();
  expect(shown.statusCode).toBe(200);
  expect(shown.body).toContain("Top raiders");
  expect(shown.headers["cache-control"]).toBe("no-store");
  expect((await preview.json()).json()).toMatchObject({ board: { id: boardId } });
  expect((await preview.follow()).statusCode).toBe(404);
  await expectNothing(token);
  const inElevenMinutes = new Date(Date.now() + 11 * 60_000);
  const later = await world.app.boards.open(previewToken, { now: inElevenMinutes });
  expect(later.state).toBe("not_found");
  await owner.send("DELETE", url);
  await expectNothing(previewToken);
});

test("somebody who is signed in finds their own row, and only theirs", async () => {
  const { kara, enter, token, json } = await openShared(world);
  await enter(kara, 4);
  const { rows } = (await json()).json<PublicStandings>();
  const own = (await kara.get(`/api/me/scoreboards/${token}`)).json<{ member_key: string }>();
  expect(rows.find(({ member_key }) => member_key === own.member_key)?.name).toBe("Kara Moon");
  const outsider = await world.user();
  expect((await outsider.get(`/api/me/scoreboards/${token}`)).json()).toEqual({ member_key: null });
  expect((await outsider.get(`/api/me/scoreboards/${token.slice(1)}x`)).statusCode).toBe(404);
  expect((await world.visitor.get(`/api/me/scoreboards/${token}`)).statusCode).toBe(401);
});
