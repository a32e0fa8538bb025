import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createAppOverLine } from "../../../testing/cuttable-database.ts";
import { openShared, visit } from "../../../testing/shared-board.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();
let app: Awaited<ReturnType<typeof createAppOverLine>>;
beforeAll(async () => {
  app = await createAppOverLine(world.database);
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

const readFrom = (token: string) => visit({ app }, token);

function letPass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
}

test("while the database is away visitors read what was known for a minute, then a page that says so, and it heals", async () => {
  const { token, enter, kara } = await openShared(world);
  await enter(kara, 7);
  const { json, page } = readFrom(token);
  const known = await json();
  expect([known.statusCode, (await page()).statusCode]).toEqual([200, 200]);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  await app.cut();
  letPass(30);
  expect([(await json()).body, (await page()).statusCode]).toEqual([known.body, 200]);

  letPass(31);
  const [answer, document] = [await json(), await page()];
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ error: "unavailable", request_id: expect.any(String) });
  expect(document.statusCode).toBe(503);
  expect(document.headers).toMatchObject({ "retry-after": "2", "cache-control": "no-store" });
  expect(document.headers["content-type"]).toContain("text/html");
  expect(document.body).not.toContain("Kara");

  await app.mend();
  await vi.waitFor(async () => expect((await json()).body).toBe(known.body), { timeout: 10_000 });
});

test("a link that nobody has opened yet cannot be told from an unknown one while the database is away", async () => {
  const { token } = await openShared(world);
  await app.cut();
  const unknown = "x".repeat(token.length);
  for (const asked of [token, unknown]) {
    const { json, page } = readFrom(asked);
    expect([(await json()).statusCode, (await page()).statusCode]).toEqual([503, 503]);
  }
  await app.mend();
});
