import { type Measure, measures } from "@clanhall/contract/scoreboard-drafts";
import { type PublicStandings, publicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { testSecrets } from "../../../testing/secrets.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { freezeEndedPeriods } from "./freeze.ts";
import { loadPublicStandings } from "./public-standings.ts";

const world = await sharedApp();
const secrets = testSecrets;

type Context = Awaited<ReturnType<typeof openWithHidden>>;

/** A board over public raids and two hidden activities in which the players do much better or worse. */
async function openWithHidden(fields: Parameters<typeof openBoard>[1] = {}) {
  const context = await openBoard(world, fields);
  const spying = await addActivity(world.db, context.clan.id, { name: "Spying", is_public: false, missing_points: -3 });
  const gold = await addActivity(world.db, context.clan.id, { name: "Gold", is_public: false });
  const activities = [spying, context.activityId, gold].map((activity_id) => ({ activity_id, weight: 1 }));
  await context.change({ activities: JSON.stringify(activities) });
  await world.db.updateTable("clans").set({ late_days: 14 }).where("id", "=", context.clan.id).execute();
  await context.enter(context.kara, 5);
  await context.enter(context.tom, 3, 1);
  await context.enter(context.tom, 900, 0, spying);
  await context.enter(context.kara, 70, 2, gold);
  return { ...context, spying, gold };
}

const setPublic = (activityId: string, isPublic: boolean) =>
  world.db.updateTable("activities").set({ is_public: isPublic }).where("id", "=", activityId).execute();

async function visit({ board }: Pick<Context, "board">, period: string | null = null): Promise<PublicStandings | null> {
  const answer = await loadPublicStandings({ db: world.db, secrets }, await board(), period);
  return answer && publicStandings.parse(answer);
}

/** The rows without their keys, which differ between boards. */
const rowsOf = (answer: PublicStandings | null) => answer?.rows.map(({ member_key: _key, ...row }) => row);

test.each(measures.filter((measure) => measure !== "activity"))(
  "M6: a public board of %s reads as if its hidden activities were not on it",
  async (measure: Measure) => {
    const context = await openWithHidden({ measure });
    const answer = await visit(context);
    await context.change({ activities: JSON.stringify([{ activity_id: context.activityId, weight: 1 }]) });
    const bare = await visit(context);
    expect(rowsOf(answer)).toEqual(rowsOf(bare));
    expect(answer).toMatchObject({ not_counted: 2, activities: [{ key: "a1", name: "Raids" }] });
    expect(bare?.not_counted).toBe(0);
    expect(JSON.stringify(answer)).not.toMatch(/Spying|Gold/);
  },
);

test("M6: a score never differs from the points that a visitor can add up, while members see all of it", async () => {
  const context = await openWithHidden();
  const answer = await visit(context);
  expect(answer?.rows.map(({ name, score }) => [name, score])).toEqual([
    ["Kara Moon", 5],
    ["Tom Hill", 3],
    ["Ann Olsson", 0],
  ]);
  for (const { score, per_activity = [] } of answer?.rows ?? []) {
    expect(score).toBe(per_activity.reduce((sum, { points }) => sum + points, 0));
  }
  const { rows, activities } = (await context.owner.get(`${context.url}/standings`)).json();
  expect(rows[0]).toMatchObject({ name: "Tom Hill" });
  expect(activities).toHaveLength(3);
});

test("M6: an ended board keeps the visitors' result beside the members', and neither moves", async () => {
  const context = await openWithHidden();
  const live = await visit(context);
  await context.owner.send("POST", `${context.url}/end`);
  const ended = await visit(context);
  expect(rowsOf(ended)).toEqual(rowsOf(live));
  expect(ended).toMatchObject({ is_final: true, not_counted: 2 });
  const members = (await context.owner.get(`${context.url}/standings`)).json();
  expect(members.rows[0].name).toBe("Tom Hill");
  await context.enter(context.tom, 5000, 1);
  expect(await visit(context)).toEqual(ended);
  expect((await context.owner.get(`${context.url}/standings`)).json()).toEqual(members);
});

test("M6: an ended board follows when activities are hidden or shown later", async () => {
  const context = await openWithHidden();
  await setPublic(context.gold, true);
  await context.owner.send("POST", `${context.url}/end`);
  const both = await visit(context);
  expect([both?.rows[0]?.score, both?.not_counted]).toEqual([75, 1]);
  await setPublic(context.gold, false);
  const raids = await visit(context);
  expect([raids?.rows[0]?.score, raids?.not_counted, raids?.is_final]).toEqual([5, 2, true]);
  expect(JSON.stringify(raids)).not.toContain("Gold");
  await setPublic(context.activityId, false);
  expect(await visit(context)).toBeNull();
  for (const id of [context.activityId, context.gold, context.spying]) await setPublic(id, true);
  const all = await visit(context);
  const members = (await context.owner.get(`${context.url}/standings`)).json();
  expect(all?.rows.map(({ score }) => score)).toEqual(members.rows.map(({ score }: { score: number }) => score));
});

test("M6: a week that was frozen before public results were kept apart is counted without what is hidden", async () => {
  const context = await openWithHidden({ period: { kind: "weekly" }, running_from: daysAgo(20) });
  await context.enter(context.kara, 6, 14);
  await context.enter(context.tom, 400, 14, context.spying);
  await freezeEndedPeriods(world.db, context.clan.id, context.boardId, new Date());
  const { starts_on: from, result } = await world.db
    .selectFrom("scoreboard_periods")
    .selectAll()
    .where("scoreboard_id", "=", context.boardId)
    .where("starts_on", "<=", daysAgo(14))
    .where("ends_on", ">=", daysAgo(14))
    .executeTakeFirstOrThrow();
  const kept = await visit(context, from);
  expect(kept).toMatchObject({ is_final: true, not_counted: 2, rows: [{ name: "Kara Moon", score: 6 }, {}, {}] });
  const { activities: _counted, public: _public, ...older } = result;
  await world.db
    .updateTable("scoreboard_periods")
    .set({ result: JSON.stringify(older) })
    .where("scoreboard_id", "=", context.boardId)
    .where("starts_on", "=", from)
    .execute();
  expect(rowsOf(await visit(context, from))).toEqual(rowsOf(kept));
});

test("M6: a week that counted hidden activities alone is not there for visitors", async () => {
  const context = await openWithHidden({ period: { kind: "weekly" }, running_from: daysAgo(20) });
  await context.change({ activities: JSON.stringify([{ activity_id: context.spying, weight: 1 }]) });
  await freezeEndedPeriods(world.db, context.clan.id, context.boardId, new Date());
  const all = [context.spying, context.activityId].map((activity_id) => ({ activity_id, weight: 1 }));
  await context.change({ activities: JSON.stringify(all) });
  const members = (await context.owner.get(`${context.url}/standings`)).json();
  expect(members.earlier.length).toBeGreaterThan(0);
  expect((await visit(context))?.earlier).toEqual([]);
  expect(await visit(context, members.earlier[0].from)).toBeNull();
  await setPublic(context.spying, true);
  expect((await visit(context))?.earlier).toEqual(members.earlier);
});
