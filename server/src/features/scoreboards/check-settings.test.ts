import { expect, test } from "vitest";
import { addActivity } from "../../testing/activities.ts";
import { openBoards } from "../../testing/boards.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const someId = "3f2f4d50-8a9b-4c7e-9d3a-0c5b1a2e4f60";
const fixed = (from: string, to: string) => ({ period: { kind: "fixed", from, to } });
const one = (weight: unknown) => (activityId: string) => ({ activities: [{ activity_id: activityId, weight }] });

const badDrafts: [what: string, more: object | ((activityId: string) => object), path: string, message: string][] = [
  ["no title", { title: " " }, "title", "The title needs at least one character."],
  ["a title of 81", { title: "x".repeat(81) }, "title", "The title may have at most 80 characters."],
  [
    "a long description",
    { description: "x".repeat(501) },
    "description",
    "The description may have at most 500 characters.",
  ],
  ["no activity", { activities: [] }, "activities", "Choose at least one activity."],
  ["a weight below 0", one(-0.01), "activities.0.weight", "A weight is between 0 and 100."],
  ["a weight above 100", one(100.01), "activities.0.weight", "A weight is between 0 and 100."],
  ["a weight of a third", one(0.333), "activities.0.weight", "A weight can have at most two decimals."],
  ["a weight in words", one("2"), "activities.0.weight", "Enter a number."],
  [
    "an activity twice",
    (id: string) => ({ activities: [{ activity_id: id }, { activity_id: id, weight: 2 }] }),
    "activities",
    "An activity is chosen twice.",
  ],
  [
    "an activity twice, once in capitals",
    (id: string) => ({ activities: [{ activity_id: id }, { activity_id: id.toUpperCase() }] }),
    "activities",
    "An activity is chosen twice.",
  ],
  [
    "an activity nobody has",
    (id: string) => ({ activities: [{ activity_id: id }, { activity_id: someId }] }),
    "activities.1.activity_id",
    "This clan has no such activity.",
  ],
  [
    "an activity that is no id",
    { activities: [{ activity_id: "raids" }] },
    "activities.0.activity_id",
    "This is not an id.",
  ],
  [
    "two activities on a board of one",
    (id: string) => ({ measure: "activity", activities: [{ activity_id: id }, { activity_id: someId }] }),
    "activities",
    "A board of one activity has exactly one.",
  ],
  ["an unknown measure", { measure: "luck" }, "measure", "Choose what the board measures."],
  ["367 days", fixed("2026-01-01", "2027-01-02"), "period.to", "A period can be at most 366 days long."],
  ["an end before the start", fixed("2026-02-01", "2026-01-31"), "period.to", "The period ends before it begins."],
  ["a day that is none", fixed("2026-02-30", "2026-03-01"), "period.from", "Enter a date as YYYY-MM-DD."],
  ["8 rolling days", { period: { kind: "rolling", days: 8 } }, "period.days", "Choose 7, 14, 30 or 90 days."],
  ["no groups", { members: { kind: "groups", ids: [] } }, "members.ids", "Choose at least one group."],
  [
    "a group nobody is in",
    { members: { kind: "groups", ids: ["Ghosts"] } },
    "members.ids.0",
    "This clan has no such group.",
  ],
  ["no players", { members: { kind: "chosen", ids: [] } }, "members.ids", "Choose at least one player."],
  [
    "a player nobody knows",
    { members: { kind: "chosen", ids: [someId] } },
    "members.ids.0",
    "This clan has no such player.",
  ],
  ["half a due day", { min_due_days: 0.5 }, "min_due_days", "Enter a whole number."],
  ["367 due days", { min_due_days: 367 }, "min_due_days", "Enter 366 or less."],
  ["the top 0", { top_n: 0 }, "top_n", "Enter 1 or more."],
  ["a field of the table", { share_hash: "x" }, "share_hash", "“share_hash” is not a field of this request."],
  ["the state", { state: "ended" }, "state", "“state” is not a field of this request."],
];

test.each(badDrafts)("a board with %s is refused", async (_, more, path, message) => {
  const { create, list, activityId } = await openBoards(world);
  const answer = await create(typeof more === "function" ? more(activityId) : more);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: "validation_failed", details: [{ path, message }] });
  expect(await list()).toEqual([]);
});

test("a board that would reach for prototypes is refused before anybody looks at it", async () => {
  const { owner, url, draft } = await openBoards(world);
  const headers = { "x-dev-user-id": owner.userId, "content-type": "application/json" };
  for (const key of ["__proto__", "constructor"]) {
    const payload = JSON.stringify(draft()).replace("{", `{"${key}":{"prototype":{"is_admin":true}},`);
    const answer = await world.app.server.inject({ method: "POST", url: `${url}/scoreboards`, headers, payload });
    expect([key, answer.statusCode]).toEqual([key, 400]);
  }
});

test("366 days and a weight of 0 or 100 are still fine", async () => {
  const { make, activityId } = await openBoards(world);
  const second = await make({ ...fixed("2026-01-01", "2027-01-01"), ...one(0)(activityId) });
  expect(second.range).toMatchObject({ from: "2026-01-01", to: "2027-01-01" });
  expect((await make(one(100)(activityId))).activities).toEqual([{ activity_id: activityId, weight: 100 }]);
});

test("what belongs to another clan or lies in the bin cannot be chosen", async () => {
  const { clan, create } = await openBoards(world);
  const other = await openBoards(world);
  const foreign = await create({ activities: [{ activity_id: other.activityId }] });
  expect(foreign.json().details).toEqual([
    { path: "activities.0.activity_id", message: "This clan has no such activity." },
  ]);
  const player = await create({ members: { kind: "chosen", ids: [other.member.memberId] } });
  expect(player.json().details).toEqual([{ path: "members.ids.0", message: "This clan has no such player." }]);
  const binned = await addActivity(world.db, clan.id, { deleted_at: new Date() });
  expect((await create({ activities: [{ activity_id: binned }] })).json().message).toBe(
    "This clan has no such activity.",
  );
  const archived = await addActivity(world.db, clan.id, { is_active: false });
  expect((await create({ activities: [{ activity_id: archived }] })).statusCode).toBe(200);
});

test("a board keeps what it named when that is gone from the clan, and takes no more of it", async () => {
  const { clan, owner, url, activityId, create, make, patch } = await openBoards(world);
  const player = (await owner.send("POST", `${url}/members`, { name: "Zoë", groups: ["Raid"] })).json();
  const gone = await addActivity(world.db, clan.id);
  const both = [{ activity_id: activityId }, { activity_id: gone }];
  const members = { kind: "groups", ids: ["Raid"] };
  const board = await make({ activities: both, members });
  await world.db.updateTable("activities").set({ deleted_at: new Date() }).where("id", "=", gone).execute();
  await owner.send("PATCH", `${url}/members/${player.id}`, { version: 1, groups: [] });

  const weights = both.map((activity) => ({ ...activity, weight: 2 }));
  const answer = await patch(board, { version: 1, activities: weights, members: { kind: "groups", ids: ["raid"] } });
  expect(answer.json()).toMatchObject({ activities: weights, members, version: 2 });
  expect((await create({ activities: both })).statusCode).toBe(400);
  expect((await create({ members })).statusCode).toBe(400);
});
