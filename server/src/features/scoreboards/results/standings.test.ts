import { type Measure, measures } from "@clanhall/contract/scoreboard-drafts";
import { type PublicStandings, publicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { testSecrets } from "../../../testing/secrets.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { freezeTurns } from "./freeze.ts";
import { loadPublicStandings } from "./public-standings.ts";

const world = await sharedApp();
const secrets = testSecrets;

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A board over public raids and two hidden activities in which the players do much better or worse. */
async function openScene(fields: Parameters<typeof openBoard>[1] = {}) {
  const scene = await openBoard(world, fields);
  const spying = await addActivity(world.db, scene.clan.id, { name: "Spying", is_public: false, missing_points: -3 });
  const gold = await addActivity(world.db, scene.clan.id, { name: "Gold", is_public: false });
  const activities = [spying, scene.activityId, gold].map((activity_id) => ({ activity_id, weight: 1 }));
  await scene.change({ activities: JSON.stringify(activities) });
  await world.db.updateTable("clans").set({ late_days: 14 }).where("id", "=", scene.clan.id).execute();
  await scene.enter(scene.kara, 5);
  await scene.enter(scene.tom, 3, 1);
  await scene.enter(scene.tom, 900, 0, spying);
  await scene.enter(scene.kara, 70, 2, gold);
  return { ...scene, spying, gold };
}

const setPublic = (activityId: string, isPublic: boolean) =>
  world.db.updateTable("activities").set({ is_public: isPublic }).where("id", "=", activityId).execute();

async function visit({ board }: Pick<Scene, "board">, period: string | null = null): Promise<PublicStandings | null> {
  const answer = await loadPublicStandings({ db: world.db, secrets }, await board(), period);
  return answer && publicStandings.parse(answer);
}

/** What a board says of its players, without what names the answer itself. */
const told = (answer: PublicStandings | null) => answer?.rows.map(({ member_key: _key, ...row }) => row);

test.each(measures.filter((measure) => measure !== "activity"))(
  "M6: a public board of %s reads as if its hidden activities were not on it",
  async (measure: Measure) => {
    const scene = await openScene({ measure });
    const answer = await visit(scene);
    await scene.change({ activities: JSON.stringify([{ activity_id: scene.activityId, weight: 1 }]) });
    const bare = await visit(scene);
    expect(told(answer)).toEqual(told(bare));
    expect(answer).toMatchObject({ not_counted: 2, activities: [{ key: "a1", name: "Raids" }] });
    expect(bare?.not_counted).toBe(0);
    expect(JSON.stringify(answer)).not.toMatch(/Spying|Gold/);
  },
);

test("M6: a score never differs from the points that a visitor can add up, while members see all of it", async () => {
  const scene = await openScene();
  const answer = await visit(scene);
  expect(answer?.rows.map(({ name, score }) => [name, score])).toEqual([
    ["Kara Moon", 5],
    ["Tom Hill", 3],
    ["Ann Olsson", 0],
  ]);
  for (const { score, per_activity = [] } of answer?.rows ?? []) {
    expect(score).toBe(per_activity.reduce((sum, { points }) => sum + points, 0));
  }
  const { rows, activities } = (await scene.owner.get(`${scene.url}/standings`)).json();
  expect(rows[0]).toMatchObject({ name: "Tom Hill" });
  expect(activities).toHaveLength(3);
});

test("M6: an ended board keeps the visitors' result beside the members', and neither moves", async () => {
  const scene = await openScene();
  const live = await visit(scene);
  await scene.owner.send("POST", `${scene.url}/end`);
  const ended = await visit(scene);
  expect(told(ended)).toEqual(told(live));
  expect(ended).toMatchObject({ is_final: true, not_counted: 2 });
  const members = (await scene.owner.get(`${scene.url}/standings`)).json();
  expect(members.rows[0].name).toBe("Tom Hill");
  await scene.enter(scene.tom, 5000, 1);
  expect(await visit(scene)).toEqual(ended);
  expect((await scene.owner.get(`${scene.url}/standings`)).json()).toEqual(members);
});

test("M6: an ended board follows when activities are hidden or shown later", async () => {
  const scene = await openScene();
  await setPublic(scene.gold, true);
  await scene.owner.send("POST", `${scene.url}/end`);
  const both = await visit(scene);
  expect([both?.rows[0]?.score, both?.not_counted]).toEqual([75, 1]);
  await setPublic(scene.gold, false);
  const raids = await visit(scene);
  expect([raids?.rows[0]?.score, raids?.not_counted, raids?.is_final]).toEqual([5, 2, true]);
  expect(JSON.stringify(raids)).not.toContain("Gold");
  await setPublic(scene.activityId, false);
  expect(await visit(scene)).toBeNull();
  for (const id of [scene.activityId, scene.gold, scene.spying]) await setPublic(id, true);
  const all = await visit(scene);
  const members = (await scene.owner.get(`${scene.url}/standings`)).json();
  expect(all?.rows.map(({ score }) => score)).toEqual(members.rows.map(({ score }: { score: number }) => score));
});

test("M6: a week that was frozen before public results were kept apart is counted without what is hidden", async () => {
  const scene = await openScene({ period: { kind: "weekly" }, running_from: daysAgo(20) });
  await scene.enter(scene.kara, 6, 14);
  await scene.enter(scene.tom, 400, 14, scene.spying);
  await freezeTurns(world.db, scene.clan.id, scene.boardId, new Date());
  const { starts_on: from, result } = await world.db
    .selectFrom("scoreboard_periods")
    .selectAll()
    .where("scoreboard_id", "=", scene.boardId)
    .where("starts_on", "<=", daysAgo(14))
    .where("ends_on", ">=", daysAgo(14))
    .executeTakeFirstOrThrow();
  const kept = await visit(scene, from);
  expect(kept).toMatchObject({ is_final: true, not_counted: 2, rows: [{ name: "Kara Moon", score: 6 }, {}, {}] });
  const { activities: _counted, public: _public, ...older } = result;
  await world.db
    .updateTable("scoreboard_periods")
    .set({ result: JSON.stringify(older) })
    .where("scoreboard_id", "=", scene.boardId)
    .where("starts_on", "=", from)
    .execute();
  expect(told(await visit(scene, from))).toEqual(told(kept));
});

test("M6: a week that counted hidden activities alone is not there for visitors", async () => {
  const scene = await openScene({ period: { kind: "weekly" }, running_from: daysAgo(20) });
  await scene.change({ activities: JSON.stringify([{ activity_id: scene.spying, weight: 1 }]) });
  await freezeTurns(world.db, scene.clan.id, scene.boardId, new Date());
  const all = [scene.spying, scene.activityId].map((activity_id) => ({ activity_id, weight: 1 }));
  await scene.change({ activities: JSON.stringify(all) });
  const members = (await scene.owner.get(`${scene.url}/standings`)).json();
  expect(members.earlier.length).toBeGreaterThan(0);
  expect((await visit(scene))?.earlier).toEqual([]);
  expect(await visit(scene, members.earlier[0].from)).toBeNull();
  await setPublic(scene.spying, true);
  expect((await visit(scene))?.earlier).toEqual(members.earlier);
});
