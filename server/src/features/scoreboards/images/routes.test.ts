import { expect, test } from "vitest";
import { openBoard } from "../../../testing/board-results.ts";
import { sharedApp, sharedWorkers } from "../../../testing/test-app.ts";

const world = await sharedApp();

async function share(more: Record<string, unknown> = {}) {
  const context = await openBoard(world);
  await context.enter(context.kara, 5);
  const shared = await context.owner.send("POST", `/api/scoreboards/${context.boardId}/share`, more);
  const { token } = shared.json<{ share: { token: string } }>().share;
  return { ...context, token, card: `/api/public/scoreboards/${token}/card.png` };
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

test("a chat that shows a link gets a picture of the board, and the same one is not drawn or sent again", async () => {
  const { card } = await share();
  const answer = await world.visitor.get(card);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "no-cache",
    "x-robots-tag": "noindex, nofollow",
  });
  expect(answer.rawPayload.subarray(0, 4)).toEqual(pngStart);
  const headers = { "if-none-match": String(answer.headers.etag) };
  expect((await world.app.server.inject({ url: card, headers })).statusCode).toBe(304);
});

test("new values give the card a new version", async () => {
  const { card, enter, kara, boardId } = await share();
  const first = await world.visitor.get(card);
  await enter(kara, 7, 1);
  await world.db.updateTable("scoreboards").set({ version: 99 }).where("id", "=", boardId).execute();
  await expect.poll(async () => (await world.visitor.get(card)).headers.etag).not.toBe(first.headers.etag);
});

test("the card of a board with a passcode is the same for every board, and tells nothing", async () => {
  const [one, other] = [await share({ passcode: "seven owls" }), await share({ passcode: "otters" })];
  const [first, second] = [await world.visitor.get(one.card), await world.visitor.get(other.card)];
  expect(first.statusCode).toBe(200);
  expect(first.rawPayload).toEqual(second.rawPayload);
});

test("links that lead nowhere have no card", async () => {
  const { owner, boardId, card } = await share();
  await owner.send("DELETE", `/api/scoreboards/${boardId}/share`);
  for (const url of [card, `/api/public/scoreboards/${"x".repeat(43)}/card.png`]) {
    expect((await world.visitor.get(url)).json()).toMatchObject({ error: "not_found" });
  }
});

test("a manager takes the standings along as a picture; a plain member does not", async () => {
  const { owner, kara, boardId } = await share();
  const answer = await owner.get(`/api/scoreboards/${boardId}/standings.png`);
  expect(answer.headers["content-type"]).toBe("image/png");
  expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="clanhall-standings-.*\.png"$/);
  expect(answer.rawPayload.subarray(0, 4)).toEqual(pngStart);
  expect((await kara.get(`/api/scoreboards/${boardId}/standings.png`)).statusCode).toBe(403);
  const unknown = await owner.get(`/api/scoreboards/${boardId}/standings.png?period=2020-01-06`);
  expect(unknown.statusCode).toBe(404);
});

test("M2: the same standings are drawn once, however often they are taken along", async () => {
  const { owner, boardId, enter, kara } = await share();
  const workers = sharedWorkers();
  const before = workers.read().started;
  const first = await owner.get(`/api/scoreboards/${boardId}/standings.png`);
  const again = await owner.get(`/api/scoreboards/${boardId}/standings.png`);
  expect(again.rawPayload).toEqual(first.rawPayload);
  expect(workers.read().started - before).toBe(1);
  await enter(kara, 9, 1);
  const changed = await owner.get(`/api/scoreboards/${boardId}/standings.png`);
  expect(changed.rawPayload).not.toEqual(first.rawPayload);
});
