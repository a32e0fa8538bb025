import type { PublicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { openShared } from "../../../testing/shared-board.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

async function openWithSecret(wish: Parameters<typeof openShared>[1] = {}) {
  const setup = await openShared(world, wish);
  const secret = await addActivity(world.db, setup.clan.id, { name: "Spying", is_public: false });
  const { version } = await setup.board();
  const activities = [setup.activityId, secret].map((activity_id) => ({ activity_id }));
  await setup.owner.send("PATCH", setup.url, { activities, version });
  await setup.enter(setup.kara, 5);
  await setup.enter(setup.kara, 900, 0, secret);
  const setPublic = async (id: string, isPublic: boolean) => {
    const url = `/api/clans/${setup.clan.id}/activities`;
    const list: { id: string; version: number }[] = (await setup.owner.get(url)).json().items;
    const current = list.find((activity) => activity.id === id)?.version;
    const answer = await setup.owner.send("PATCH", `${url}/${id}`, { public: isPublic, version: current });
    expect(answer.statusCode).toBe(200);
  };
  return { ...setup, secret, setPublic };
}

const off = "This scoreboard is switched off";

test("M6: page, frame and JSON say how many activities are not counted", async () => {
  const setup = await openWithSecret();
  const standings: PublicStandings = (await setup.json()).json();
  expect(standings).toMatchObject({ not_counted: 1, rows: [{ score: 5 }, {}, {}] });
  for (const query of ["", "?embed=1"]) {
    const { body } = await setup.page({}, query);
    expect(body).toContain("1 activity is not counted here");
    expect(body).not.toMatch(/Spying|>90[05]</);
  }
  await setup.setPublic(setup.secret, true);
  expect((await setup.json()).json()).toMatchObject({ not_counted: 0, rows: [{ score: 905 }, {}, {}] });
  expect((await setup.page()).body).not.toContain("not counted here");
});

test("M6: what is hidden is gone at once from a board that was in memory, whoever else reads it as a member", async () => {
  const setup = await openWithSecret();
  await setup.setPublic(setup.secret, true);
  const before = await setup.json();
  const member = () => setup.owner.get(`${setup.url}/standings`);
  const seen = await member();
  await setup.setPublic(setup.secret, false);
  expect((await member()).json().rows[0].score).toBe(905);
  const after = await setup.json({ "if-none-match": String(before.headers.etag) });
  expect(after.json()).toMatchObject({ not_counted: 1, rows: [{ score: 5 }, {}, {}] });
  expect(after.json().version).not.toBe(seen.json().version);
  const stale = await setup.json({ "if-none-match": String(seen.headers.etag) });
  expect(stale.statusCode).toBe(200);
});

test("M6: a shared board whose last public activity was hidden is switched off, and comes back with it", async () => {
  const setup = await openWithSecret();
  expect((await setup.page()).statusCode).toBe(200);
  await setup.setPublic(setup.activityId, false);
  const answer = await setup.json();
  expect([answer.statusCode, answer.json()]).toMatchObject([
    404,
    { error: "not_found", message: "This scoreboard is switched off for visitors" },
  ]);
  for (const query of ["", "?embed=1"]) {
    const page = await setup.page({}, query);
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain(off);
    expect(page.body).not.toMatch(/Top raiders|Night Owls|Kara|Raids/);
  }
  const card = await world.visitor.get(`/api/public/scoreboards/${setup.token}/card.png`);
  expect(card.statusCode).toBe(404);
  expect((await setup.follow()).statusCode).toBe(404);
  expect((await setup.kara.get(`/api/me/scoreboards/${setup.token}`)).statusCode).toBe(404);
  const { path } = (await setup.owner.send("POST", `${setup.url}/preview`)).json();
  expect((await world.visitor.get(path)).body).toContain(off);

  await setup.setPublic(setup.activityId, true);
  expect((await setup.json()).json().rows[0].score).toBe(5);
});

test("M6: a passcode opens nothing while the board is switched off", async () => {
  const setup = await openWithSecret({ passcode: "seven owls" });
  await setup.setPublic(setup.activityId, false);
  expect((await setup.page()).body).toContain(off);
  const answer = await setup.unlock("seven owls");
  expect([answer.statusCode, answer.json().message]).toEqual([404, "This scoreboard is switched off for visitors"]);
});
