import { avatarColor, initialsOf } from "@clanhall/contract/rules/avatar";
import type { PublicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { addFrozenPeriod } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { openShared } from "../../../testing/shared-board.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { cardPicture } from "../images/card-picture.ts";
import { standingsPicture } from "../images/standings-picture.ts";

const world = await sharedApp();

/** A shared board that Kara leads, with a colour that no other player has. */
async function openTinted() {
  const scene = await openShared(world);
  await world.db.updateTable("clan_members").set({ tint: 6 }).where("id", "=", scene.kara.memberId).execute();
  await scene.enter(scene.kara, 5);
  return scene;
}

const hide = (person: { send: (method: "PUT", url: string, body: object) => Promise<unknown> }) =>
  person.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });

/** The first avatar of a page, which is the leader's. */
const avatarOn = (page: string) =>
  /<span class="avatar (tint-\w+)" aria-hidden="true">([^<]*)<\/span>/.exec(page)?.slice(1);

test("one player has the same colour and initials wherever they are shown", async () => {
  const { owner, kara, clan, url, json, page } = await openTinted();
  const read = async (path: string) => (await owner.get(path)).json();
  const ofKara = (rows: Record<string, unknown>[], key = "id") => rows.find((row) => row[key] === kara.memberId);
  const kept = { name: "Kara Moon", tint: 6 };

  const { members } = await read(`/api/clans/${clan.id}/members`);
  expect(ofKara(members)).toMatchObject(kept);
  const day = await read(`/api/clans/${clan.id}/days/${daysAgo(0)}`);
  expect(ofKara(day.members)).toMatchObject(kept);
  const standings = await read(`${url}/standings`);
  expect(ofKara(standings.rows, "member_id")).toMatchObject(kept);
  expect(await read(`${url}/explain?member_id=${kara.memberId}`)).toMatchObject(kept);
  const range = `from=${daysAgo(1)}&to=${daysAgo(0)}`;
  const history = { items: [{ member_name: "Kara Moon", member_tint: 6 }] };
  expect(await read(`/api/clans/${clan.id}/entries?${range}`)).toMatchObject(history);
  expect(await read(`/api/clans/${clan.id}/entries/changes?${range}`)).toMatchObject(history);
  expect((await kara.get("/api/clan-members/my-linked")).json()).toMatchObject([kept]);

  const shared = (await json()).json<PublicStandings>();
  expect(shared.rows[0]).toMatchObject(kept);
  expect(avatarOn((await page()).body)).toEqual(["tint-6", initialsOf("Kara Moon")]);
  for (const piece of [cardPicture(shared), standingsPicture(shared).piece]) {
    const drawn = JSON.stringify(piece);
    expect(drawn).toMatch(new RegExp(`"backgroundColor":"${avatarColor(6)}"[^[]*\\[[^[]*"children":"KM"`));
  }
});

test("who hides their name is grey on boards and pictures, and nothing there tells their colour", async () => {
  const { kara, json, page } = await openTinted();
  await hide(kara);
  const read = async () => (await json()).json<PublicStandings>();
  await expect.poll(read).toMatchObject({ rows: [{ name: "Hidden player", tint: 0 }, {}, {}] });
  const shared = await read();
  expect(JSON.stringify(shared)).not.toMatch(/Kara|Moon|"tint":6/);
  const { body } = await page();
  expect(avatarOn(body)).toEqual(["tint-0", "Hp"]);
  expect(body.slice(body.indexOf("<body"))).not.toMatch(/tint-6|Kara|Moon/);
  const drawn = JSON.stringify([cardPicture(shared), standingsPicture(shared).piece]);
  expect(drawn).toContain(avatarColor(0));
  expect(drawn).not.toContain(avatarColor(6));
});

test("results that were frozen before players had colours show those of today", async () => {
  const { owner, kara, tom, clan, boardId, url, json } = await openTinted();
  const { rows } = (await owner.get(`${url}/standings`)).json<{ rows: { member_id: string; rank: number }[] }>();
  const old = rows.map(({ member_id, rank }) => ({
    member_id,
    rank,
    previous_rank: null,
    score: 9,
    days_met: 1,
    days_due: 1,
    trend: [],
    per_activity: [],
  }));
  await addFrozenPeriod(world, clan.id, boardId, { from: "2026-01-05", to: "2026-01-11" }, old);
  await hide(tom);
  const period = "?period=2026-01-05";
  const seen = (await owner.get(`${url}/standings${period}`)).json<{ rows: { member_id: string; tint: number }[] }>();
  expect(seen.rows.find(({ member_id }) => member_id === kara.memberId)?.tint).toBe(6);
  const shared = (await json({}, period)).json<PublicStandings>();
  const tints = Object.fromEntries(shared.rows.map(({ name, tint }) => [name, tint]));
  expect(tints).toEqual({ "Ann Olsson": 1, "Hidden player": 0, "Kara Moon": 6 });
  const periods = (await owner.get(`${url}/periods`)).json<{ items: { top: { name: string; tint: number }[] }[] }>();
  expect(periods.items[0]?.top.find(({ name }) => name === "Kara Moon")?.tint).toBe(6);
});
