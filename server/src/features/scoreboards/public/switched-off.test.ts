import type { PublicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openShared } from "../../../testing/shared-board.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

async function openWithSecret(wish: Parameters<typeof openShared>[1] = {}) {
  const scene = await openShared(world, wish);
  const secret = await addActivity(world.db, scene.clan.id, { name: "Spying", is_public: false });
  const { version } = await scene.board();
  const activities = [scene.activityId, secret].map((activity_id) => ({ activity_id }));
  await scene.owner.send("PATCH", scene.url, { activities, version });
  await scene.enter(scene.kara, 5);
  await scene.enter(scene.kara, 900, 0, secret);
  const setPublic = async (id: string, isPublic: boolean) => {
    const url = `/api/clans/${scene.clan.id}/activities`;
    const list: { id: string; version: number }[] = (await scene.owner.get(url)).json().items;
    const current = list.find((activity) => activity.id === id)?.version;
    const answer = await scene.owner.send("PATCH", `${url}/${id}`, { public: isPublic, version: current });
    expect(answer.statusCode).toBe(200);
  };
  return { ...scene, secret, setPublic };
}

const off = "This scoreboard is switched off";

test("M6: page, frame and JSON say how many activities are not counted", async () => {
  const scene = await openWithSecret();
  const standings: PublicStandings = (await scene.json()).json();
  expect(standings).toMatchObject({ not_counted: 1, rows: [{ score: 5 }, {}, {}] });
  for (const query of ["", "?embed=1"]) {
    const { body } = await scene.page({}, query);
    expect(body).toContain("1 activity is not counted here");
    expect(body).not.toMatch(/Spying|>90[05]</);
  }
  await scene.setPublic(scene.secret, true);
  expect((await scene.json()).json()).toMatchObject({ not_counted: 0, rows: [{ score: 905 }, {}, {}] });
  expect((await scene.page()).body).not.toContain("not counted here");
});

test("M6: what is hidden is gone at once from a board that was in memory, whoever else reads it as a member", async () => {
  const scene = await openWithSecret();
  await scene.setPublic(scene.secret, true);
  const before = await scene.json();
  const member = () => scene.owner.get(`${scene.url}/standings`);
  const seen = await member();
  await scene.setPublic(scene.secret, false);
  expect((await member()).json().rows[0].score).toBe(905);
  const after = await scene.json({ "if-none-match": String(before.headers.etag) });
  expect(after.json()).toMatchObject({ not_counted: 1, rows: [{ score: 5 }, {}, {}] });
  expect(after.json().version).not.toBe(seen.json().version);
  const stale = await scene.json({ "if-none-match": String(seen.headers.etag) });
  expect(stale.statusCode).toBe(200);
});

test("M6: a shared board whose last public activity was hidden is switched off, and comes back with it", async () => {
  const scene = await openWithSecret();
  expect((await scene.page()).statusCode).toBe(200);
  await scene.setPublic(scene.activityId, false);
  const answer = await scene.json();
  expect([answer.statusCode, answer.json()]).toMatchObject([
    404,
    { error: "not_found", message: "This scoreboard is switched off for visitors" },
  ]);
  for (const query of ["", "?embed=1"]) {
    const page = await scene.page({}, query);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain(off);
    expect(page.body).not.toMatch(/Top raiders|Night Owls|Kara|Raids/);
  }
  const card = await world.visitor.get(`/api/public/scoreboards/${scene.token}/card.png`);
  expect(card.statusCode).toBe(404);
  expect((await scene.follow()).statusCode).toBe(404);
  expect((await scene.kara.get(`/api/me/scoreboards/${scene.token}`)).statusCode).toBe(404);
  const { path } = (await scene.owner.send("POST", `${scene.url}/preview`)).json();
  expect((await world.visitor.get(path)).body).toContain(off);

  await scene.setPublic(scene.activityId, true);
  expect((await scene.json()).json().rows[0].score).toBe(5);
});

test("M6: a passcode opens nothing while the board is switched off", async () => {
  const scene = await openWithSecret({ passcode: "seven owls" });
  await scene.setPublic(scene.activityId, false);
  expect((await scene.page()).body).toContain(off);
  const answer = await scene.unlock("seven owls");
  expect([answer.statusCode, answer.json().message]).toEqual([404, "This scoreboard is switched off for visitors"]);
});
