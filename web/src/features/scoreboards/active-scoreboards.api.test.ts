import { expect, test } from "vitest";
import { realServer } from "../../testing/real-server.ts";
import { listActiveScoreboards } from "./active-scoreboards.api.ts";

const board = { id: "s1", name: "Race" };
const ended = { id: "s2", isActive: false };
const first = "GET /api/scoreboards?is_active=true";

test.each([
  [[board]],
  [{ scoreboards: [board] }],
  [{ data: { scoreboards: [board] } }],
  [{ data: [board] }],
  [{ items: [board] }],
])("active scoreboards are read from %j", async (body) => {
  const server = await realServer({ [first]: { body } });
  expect(await listActiveScoreboards()).toMatchObject([{ id: "s1", title: "Race" }]);
  expect(server.calls()).toEqual([first]);
});

test.each([404, 405, 500])("a server that answers %i is asked on the next path, then on the last", async (status) => {
  const server = await realServer({
    [first]: { status },
    "GET /api/scoreboards/active": { status },
    "GET /api/scoreboards": { body: [board, ended] },
  });
  expect(await listActiveScoreboards()).toMatchObject([{ id: "s1" }]);
  expect(server.calls()).toEqual([first, "GET /api/scoreboards/active", "GET /api/scoreboards"]);
});

test("the second path is enough where it exists", async () => {
  const server = await realServer({ "GET /api/scoreboards/active": { body: { items: [board] } } });
  expect(await listActiveScoreboards()).toMatchObject([{ id: "s1" }]);
  expect(server.calls()).toHaveLength(2);
});

test("a server that is away is not asked again on other paths", async () => {
  const server = await realServer({ [first]: { status: 503 } });
  await expect(listActiveScoreboards()).rejects.toMatchObject({ status: 503 });
  expect(server.calls()).toEqual([first]);
});

test("a server that fails on every path is an error", async () => {
  await realServer({});
  await expect(listActiveScoreboards()).rejects.toMatchObject({ status: 404 });
});
