import { publicNames } from "@clanhall/contract/account";
import { nameDisplays } from "@clanhall/contract/scoreboard-drafts";
import { publicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { addFrozenPeriod, openBoard } from "../../../testing/board-results.ts";
import { testSecrets } from "../../../testing/secrets.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { loadPublicStandings } from "./public-standings.ts";

const world = await sharedApp();
const secrets = testSecrets;

type Scene = Awaited<ReturnType<typeof openBoard>>;

/** What a visitor gets, by the contract. */
async function visit({ board }: Pick<Scene, "board">, period: string | null = null) {
  const answer = await loadPublicStandings({ db: world.db, secrets }, await board(), period);
  return publicStandings.parse(answer);
}

function setAliases(memberId: string, aliases: string[]) {
  const change = { aliases: JSON.stringify(aliases) };
  return world.db.updateTable("clan_members").set(change).where("id", "=", memberId).execute();
}

const namesOf = (answer: Awaited<ReturnType<typeof visit>>) => answer.rows.map(({ name }) => name);

test("a visitor reads who stands where, and nothing by which a player could be found elsewhere", async () => {
  const scene = await openBoard(world);
  await scene.enter(scene.kara, 5);
  await scene.enter(scene.tom, 3, 1);
  await world.db
    .updateTable("clan_members")
    .set({ public_note: "Sleeps late", officer_note: "Owes us" })
    .where("clan_id", "=", scene.clan.id)
    .execute();
  const answer = await visit(scene);
  expect(answer).toMatchObject({
    board: { id: scene.boardId, title: "Top raiders", clan: { name: "Night Owls" }, state: "active" },
    is_final: false,
    has_results: true,
    activities: [{ key: "a1", name: "Raids", unit: "runs", value_type: "whole" }],
    rows: [
      { rank: 1, name: "Kara Moon", score: 5, per_activity: [{ activity: "a1", value: 5, points: 5 }] },
      { rank: 2, name: "Tom Hill", score: 3 },
      { rank: 3, name: "Ann Olsson", score: 0 },
    ],
    earlier: [],
  });
  const text = JSON.stringify(answer);
  const people = [scene.owner, scene.kara, scene.tom];
  for (const { memberId, userId } of people) expect(text).not.toMatch(new RegExp(`${memberId}|${userId}`));
  expect(text).not.toMatch(/@|Sleeps|Owes/);
  expect(text).not.toContain(scene.activityId);
  expect(new Set(answer.rows.map(({ member_key }) => member_key)).size).toBe(3);
  expect(answer.rows[0]?.member_key).toMatch(/^[\w-]{16}$/);
});

test.each(nameDisplays.flatMap((display) => publicNames.map((choice) => ({ display, choice }))))(
  "on a board of $display a player who wants to be read by $choice is",
  async ({ display, choice }) => {
    const expected = {
      name: { name: "Kara Moon", alias: "Owl", hidden: "Hidden player" },
      alias: { name: "Owl", alias: "Owl", hidden: "Hidden player" },
      initials: { name: "KM", alias: "Owl", hidden: "Hidden player" },
    };
    const scene = await openBoard(world, { name_display: display });
    await scene.enter(scene.kara, 5);
    await setAliases(scene.kara.memberId, ["Owl"]);
    await scene.kara.send("PUT", "/api/me/profile", { privacy: { public_name: choice } });
    expect((await visit(scene)).rows[0]?.name).toBe(expected[display][choice]);
    await scene.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "name" } });
    await scene.kara.send("PUT", `/api/me/clans/${scene.clan.id}/settings`, { public_name: choice });
    expect((await visit(scene)).rows[0]?.name).toBe(expected[display][choice]);
  },
);

test("a choice for one clan counts there and nowhere else", async () => {
  const scene = await openBoard(world);
  await scene.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  await scene.kara.send("PUT", `/api/me/clans/${scene.clan.id}/settings`, { public_name: "name" });
  expect(namesOf(await visit(scene))).toContain("Kara Moon");
  const elsewhere = await openBoard(world);
  await world.db
    .updateTable("clan_members")
    .set({ user_id: scene.kara.userId })
    .where("id", "=", elsewhere.kara.memberId)
    .execute();
  expect(namesOf(await visit(elsewhere))).toEqual(["Ann Olsson", "Hidden player", "Tom Hill"]);
});

test("the name and the aliases of a hidden player are nowhere in the answer", async () => {
  const scene = await openBoard(world, { name_display: "alias" });
  await setAliases(scene.kara.memberId, ["Owlet"]);
  await scene.enter(scene.kara, 5);
  await scene.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  expect(JSON.stringify(await visit(scene))).not.toMatch(/Kara|Moon|Owlet/i);
});

test("a player without an account is named as the board says, and one who was deleted as a former member", async () => {
  const scene = await openBoard(world);
  const unlink = { user_id: null, name: "Former member", name_key: "former member" };
  await world.db.updateTable("clan_members").set(unlink).where("id", "=", scene.tom.memberId).execute();
  expect(namesOf(await visit(scene))).toEqual(["Ann Olsson", "Former member", "Kara Moon"]);
});

test("a final result stays when entries and rules change, and still hides whoever chooses that later", async () => {
  const scene = await openBoard(world);
  await scene.enter(scene.kara, 5);
  const now = new Date();
  const { rows } = (await scene.owner.get(`${scene.url}/standings`)).json();
  const range = { from: "2026-01-01", to: "2026-01-31" };
  const result = { range, computed_at: now.toISOString(), has_results: true, left_out: 0, rows };
  const perActivity = [{ activity_id: scene.activityId, value: 5, points: 5 }];
  const kept = rows.map((row: object) => ({ ...row, per_activity: perActivity }));
  await scene.change({ state: "ended", result: JSON.stringify({ ...result, rows: kept }), ended_at: now });
  const before = await visit(scene);
  expect(before).toMatchObject({ is_final: true, updated_at: now.toISOString(), board: { period: range } });
  await scene.enter(scene.tom, 50);
  await scene.enter(scene.kara, 1);
  await world.db
    .updateTable("activity_rules")
    .set({ points_per_unit: 9 })
    .where("activity_id", "=", scene.activityId)
    .execute();
  expect(await visit(scene)).toEqual(before);
  await scene.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  const after = await visit(scene);
  expect(after.rows.map(({ score }) => score)).toEqual(before.rows.map(({ score }) => score));
  expect(after.rows[0]?.name).toBe("Hidden player");
  expect(after.version).not.toBe(before.version);
});

test("a player who was merged into another goes by the choice of the one they became", async () => {
  const scene = await openBoard(world);
  const { boardId, clan, kara, tom } = scene;
  await scene.enter(tom, 4);
  const shown = (await scene.owner.get(`${scene.url}/standings`)).json();
  const rows = shown.rows.map((row: object) => ({ ...row, per_activity: [] }));
  const range = { from: "2026-01-05", to: "2026-01-11" };
  await addFrozenPeriod(world, clan.id, boardId, range, rows);
  await world.db.updateTable("clan_members").set({ user_id: null }).where("id", "=", tom.memberId).execute();
  const wish = { keep: kara.memberId, drop: tom.memberId, dry_run: false };
  expect((await scene.owner.send("POST", `/api/clans/${clan.id}/members/merge`, wish)).statusCode).toBe(200);
  expect(namesOf(await visit(scene, range.from))[0]).toBe("Tom Hill");
  await kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  const hidden = await visit(scene, range.from);
  expect(namesOf(hidden)).toEqual(["Hidden player", "Ann Olsson", "Hidden player"]);
  expect(hidden).toMatchObject({ is_final: true, earlier: [{ ...range, label: "5 – 11 Jan 2026" }] });
});

test("columns that the board leaves out are not in the answer", async () => {
  const scene = await openBoard(world, { columns: ["change"] });
  await scene.enter(scene.kara, 5);
  const [row] = (await visit(scene)).rows;
  expect(row).toEqual({
    rank: 1,
    previous_rank: null,
    name: "Kara Moon",
    tint: 2,
    member_key: expect.any(String),
    score: 5,
    trend: [],
  });
});

test("the version moves with what is shown and not with time", async () => {
  const scene = await openBoard(world);
  await scene.enter(scene.kara, 5);
  const first = await visit(scene);
  await scene.enter(scene.kara, 6);
  await scene.enter(scene.kara, 5);
  const again = await visit(scene);
  expect(again.version).toBe(first.version);
  expect(again.updated_at > first.updated_at).toBe(true);
  await scene.enter(scene.kara, 6);
  expect((await visit(scene)).version).not.toBe(first.version);
});

test("a period of which nothing is kept has no answer", async () => {
  const scene = await openBoard(world);
  expect(await loadPublicStandings({ db: world.db, secrets }, await scene.board(), "2026-01-05")).toBeNull();
});

test("a player who hid their name and left is still hidden, where a result was frozen too", async () => {
  const scene = await openBoard(world);
  await scene.enter(scene.kara, 5);
  await scene.kara.send("PUT", `/api/me/clans/${scene.clan.id}/settings`, { public_name: "hidden" });
  expect((await scene.owner.send("POST", `/api/scoreboards/${scene.boardId}/end`)).statusCode).toBe(200);
  const left = await scene.kara.send("POST", `/api/clans/${scene.clan.id}/leave`);
  expect(left.statusCode).toBe(200);
  const answer = await visit(scene);
  expect(answer.is_final).toBe(true);
  expect(namesOf(answer)[0]).toBe("Hidden player");
  expect(JSON.stringify(answer)).not.toContain("Kara");
});
