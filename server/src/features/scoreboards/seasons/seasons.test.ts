import type { Season } from "@clanhall/contract/seasons";
import { expect, test } from "vitest";
import { addActivity } from "../../../testing/activities.ts";
import { addBoard, openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();

const autumn = { name: "Autumn", from: daysAgo(2), to: daysAgo(1) };

/** A clan of three with a season of two days that is over, and some values in it. */
async function openSeason(draft: object = {}) {
  const context = await openBoard(world);
  const { owner, kara, tom, enter } = context;
  const url = `/api/clans/${context.clan.id}/seasons`;
  for (const ago of [1, 2]) await enter(kara, 6, ago);
  await enter(tom, 40, 2);
  const made = await owner.send("POST", url, { ...autumn, ...draft });
  expect(made.json()).toMatchObject({ ended_at: null });
  const season: Season = made.json();
  return {
    ...context,
    season,
    seasons: url,
    seasonUrl: `${url}/${season.id}`,
    end: (who = owner) => who.send("POST", `${url}/${season.id}/end`),
    list: async (who = owner): Promise<Season[]> => (await who.get(url)).json().items,
  };
}

type Winners = { kind: string; score: number | null; winners: { name: string }[] }[];

function winnersOf(awards: Winners): Record<string, string> {
  return Object.fromEntries(
    awards.map(({ kind, score, winners }) => [kind, `${winners.map(({ name }) => name).join(", ")} ${score}`]),
  );
}

test("a season comes with a board of its own over the same days, which waits for the officers", async () => {
  const { season, owner, list, boardId, seasonUrl } = await openSeason();
  expect(season).toMatchObject({ state: "over", ended_at: null, podium: [], awards: [], ...autumn });
  expect(season.boards).toEqual([{ id: season.board_id, title: "Autumn", state: "active" }]);
  const board = `/api/scoreboards/${season.board_id}`;
  const row = (await owner.get(board)).json();
  expect(row).toMatchObject({ state: "active", measure: "points", period: { kind: "fixed", from: autumn.from } });
  for (const [method, path] of [
    ["POST", `${board}/end`],
    ["POST", `${board}/archive`],
    ["DELETE", board],
  ] as const) {
    const refused = await owner.send(method, path);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining("This is the board of the season Autumn."),
    ]);
  }
  const moved = await owner.send("PATCH", board, { version: row.version, period: { kind: "weekly" } });
  expect(moved.statusCode).toBe(409);

  const change = { name: "Fall", from: daysAgo(4), to: daysAgo(1), board_ids: [boardId], version: season.version };
  expect((await owner.send("PATCH", seasonUrl, change)).statusCode).toBe(200);
  expect((await owner.send("PATCH", seasonUrl, change)).statusCode).toBe(409);
  const [changed] = await list();
  expect(changed?.boards.map(({ title }) => title)).toEqual(["Fall", "Top raiders"]);
  expect((await owner.get(board)).json()).toMatchObject({ title: "Fall", period: { from: daysAgo(4) } });
});

test("seasons do not overlap, and their boards are active ones of the clan", async () => {
  const { owner, seasons, boardId } = await openSeason();
  const overlap = await owner.send("POST", seasons, { name: "Other", from: daysAgo(1), to: daysAgo(0) });
  expect(overlap.statusCode).toBe(400);
  expect(overlap.json().details[0]).toMatchObject({ path: "from", message: expect.stringContaining("Autumn") });
  const taken = { name: "Next", from: daysAgo(0), to: daysAgo(-9), board_ids: [boardId, crypto.randomUUID()] };
  expect((await owner.send("POST", seasons, taken)).json().details[0].path).toBe("board_ids");
  const backward = { name: "Back", from: daysAgo(-20), to: daysAgo(-9) };
  expect((await owner.send("POST", seasons, backward)).statusCode).toBe(400);
  const empty = await world.clan();
  const first = await world.memberOf(empty, "owner");
  const refused = await first.send("POST", `/api/clans/${empty.id}/seasons`, autumn);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    "Add an activity first: a season counts activities.",
  ]);
});

test("ending a season freezes its boards and gives the awards; values that come later change neither", async () => {
  const { season, end, list, enter, tom, owner, clan, kara, seasonUrl, listAudit, boardId } = await openSeason();
  await owner.send("PATCH", seasonUrl, { ...autumn, version: season.version, board_ids: [boardId] });
  const waiting = async () => (await owner.get(`/api/clans/${clan.id}/home`)).json().to_decide.seasons;
  expect(await waiting()).toBe(1);
  const ended: Season = (await end()).json();
  expect(await waiting()).toBe(0);
  expect(ended).toMatchObject({ state: "ended", ended_by: "Ann Olsson", measure: "points" });
  expect(ended.boards.map(({ state }) => state)).toEqual(["ended", "ended"]);
  expect(ended.podium.map(({ rank, name, score }) => `${rank} ${name} ${score}`)).toEqual([
    "1 Tom Hill 40",
    "2 Kara Moon 12",
    "3 Ann Olsson 0",
  ]);
  expect(winnersOf(ended.awards)).toEqual({
    reliable: "Kara Moon 100",
    streak: "Kara Moon 2",
    activity: "Tom Hill 40",
  });
  await enter(tom, 900, 1);
  expect((await list())[0]).toMatchObject({ podium: ended.podium, awards: ended.awards });
  const standings = (await owner.get(`/api/scoreboards/${season.board_id}/standings`)).json();
  expect([standings.is_final, standings.rows[0].score]).toEqual([true, 40]);
  for (const id of [season.board_id, boardId]) {
    expect((await owner.send("POST", `/api/scoreboards/${id}/reopen`)).statusCode).toBe(409);
  }
  expect((await listAudit()).map(({ action }) => action)).toContain("scoreboard.end");
  const { items } = (await owner.get(`/api/clans/${clan.id}/audit?action=season.end`)).json();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ target: "Autumn", after: { to: autumn.to, boards: 2, awards: 3 } });

  const page = (await kara.get(`/api/clans/${clan.id}/members/${kara.memberId}/page`)).json();
  expect(page.figures.records.awards).toMatchObject([
    { title: "Most reliable", season: "Autumn", score: "100 %" },
    { title: "Longest streak", season: "Autumn", score: "2 days" },
  ]);
  const named = await owner.send("PATCH", seasonUrl, {
    ...autumn,
    name: "Autumn 1",
    board_ids: [],
    version: ended.version,
  });
  expect(named.json()).toMatchObject({ name: "Autumn 1", boards: [{ title: "Autumn 1" }, { title: "Top raiders" }] });
  const other = { ...autumn, to: daysAgo(0), board_ids: [], version: ended.version + 1 };
  expect((await owner.send("PATCH", seasonUrl, other)).statusCode).toBe(409);
});

test("where members see their own values alone, they read who won, without scores and without awards of one activity", async () => {
  const { end, list, kara, tom, owner, clan } = await openSeason();
  await end();
  const whole = winnersOf((await list(kara))[0]?.awards ?? []);
  expect(whole).toMatchObject({ reliable: "Kara Moon 100", activity: "Tom Hill 40" });
  const toggles = JSON.stringify({ members_see_values: false });
  await world.db.updateTable("clans").set({ toggles }).where("id", "=", clan.id).execute();
  for (const member of [kara, tom]) {
    expect(winnersOf((await list(member))[0]?.awards ?? [])).toEqual({
      reliable: "Kara Moon null",
      streak: "Kara Moon null",
    });
  }
  expect(winnersOf((await list(owner))[0]?.awards ?? [])).toEqual(whole);
  const own = (await tom.get(`/api/clans/${clan.id}/members/${tom.memberId}/page`)).json();
  expect(own.figures.records.awards).toMatchObject([{ score: expect.stringContaining("40") }]);
});

test("of two officers who end a season at once one does and the other learns who; a repeated call changes nothing", async () => {
  const { clan, owner, end, list, season } = await openSeason();
  const officer = await world.memberOf(clan, "maintainer");
  const answers = await Promise.all([end(owner), end(officer)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const isOwner = answers[0]?.statusCode === 200;
  const late = answers.find(({ statusCode }) => statusCode === 409);
  expect(late?.json().message).toMatch(/ has already ended Autumn\.$/);
  const before = await list();
  expect((await end(isOwner ? owner : officer)).json()).toEqual(before[0]);
  expect((await end(isOwner ? officer : owner)).statusCode).toBe(409);
  expect(await list()).toEqual(before);
  const posted = await world.db
    .selectFrom("clan_audit")
    .select("action")
    .where("clan_id", "=", clan.id)
    .where("target_id", "=", season.board_id)
    .where("action", "=", "scoreboard.end")
    .execute();
  expect(posted).toHaveLength(1);
});

test("ended early, today is the last day; one that has not begun cannot end", async () => {
  const { season, end, owner, seasonUrl } = await openSeason();
  const change = { name: "Autumn", from: daysAgo(3), to: daysAgo(-20), board_ids: [] };
  await owner.send("PATCH", seasonUrl, { ...change, version: season.version });
  const early: Season = (await end()).json();
  expect(early).toMatchObject({ from: daysAgo(3), to: daysAgo(0), state: "ended" });
  expect((await owner.get(`/api/scoreboards/${season.board_id}`)).json().range).toMatchObject({ to: daysAgo(0) });

  const next = await openSeason({ from: daysAgo(-5), to: daysAgo(-9) });
  expect(next.season.state).toBe("upcoming");
  expect((await next.end()).statusCode).toBe(409);
});

test("who was away gets no award, and who is level is named in the order of the board", async () => {
  const { clan, kara, tom, owner, end, enter } = await openSeason();
  for (const ago of [1, 2]) await enter(owner, 5, ago);
  await world.db
    .insertInto("clan_member_away")
    .values({ clan_id: clan.id, member_id: tom.memberId, starts_on: daysAgo(30), ends_on: daysAgo(0) })
    .execute();
  const { awards }: Season = (await end()).json();
  expect(winnersOf(awards)).toEqual({
    reliable: "Ann Olsson, Kara Moon 100",
    streak: "Ann Olsson, Kara Moon 2",
    activity: "Kara Moon 12",
  });
  expect(JSON.stringify(awards)).not.toContain(tom.memberId);
  expect(JSON.stringify(awards)).toContain(kara.memberId);
});

test("visitors see awards of public activities alone, with names as each player allows", async () => {
  const context = await openBoard(world);
  const { clan, owner, kara, tom, enter } = context;
  const secret = await addActivity(world.db, clan.id, { name: "Spying", is_public: false });
  await enter(kara, 6, 1);
  await enter(kara, 2, 2);
  await enter(tom, 90, 1, secret);
  const url = `/api/clans/${clan.id}/seasons`;
  const season: Season = (await owner.send("POST", url, autumn)).json();
  await owner.send("POST", `${url}/${season.id}/end`);
  const board = `/api/scoreboards/${season.board_id}`;
  const { share_token } = (await owner.send("POST", `${board}/share`)).json();
  const visit = async () => (await world.visitor.get(`/api/public/scoreboards/${share_token}`)).json();
  const shown = await visit();
  expect(shown.season.name).toBe("Autumn");
  expect(winnersOf(shown.season.awards)).toMatchObject({ activity: "Kara Moon 8" });
  expect(JSON.stringify(shown)).not.toContain("Spying");
  await kara.send("PUT", `/api/me/clans/${clan.id}/settings`, { public_name: "hidden" });
  const hidden = await visit();
  expect(JSON.stringify(hidden)).not.toContain("Kara");
  expect(hidden.season.awards.at(-1).winners).toEqual([{ name: "Hidden player", tint: 0 }]);
  await world.db.updateTable("activities").set({ is_public: true }).where("id", "=", secret).execute();
  await owner.send("PATCH", `/api/clans/${clan.id}`, { version: 1, description: "Changed" });
  expect(JSON.stringify((await visit()).season)).toContain("Spying");
  const picture = await owner.get(`${url}/${season.id}/awards.png`);
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
  await owner.send("DELETE", `${board}/share`);
  expect((await world.visitor.get(`/api/public/scoreboards/${share_token}`)).statusCode).toBe(404);
});

test("a deleted season leaves its boards, which can be opened again", async () => {
  const { season, end, owner, seasonUrl, list } = await openSeason();
  const early = await owner.get(`${seasonUrl}/awards.png`);
  expect(early.statusCode).toBe(409);
  await end();
  expect((await owner.send("DELETE", seasonUrl)).statusCode).toBe(200);
  expect(await list()).toEqual([]);
  expect((await owner.send("DELETE", seasonUrl)).statusCode).toBe(404);
  expect((await owner.send("POST", `/api/scoreboards/${season.board_id}/reopen`)).statusCode).toBe(200);
});

test("members and tokens that read scoreboards read seasons, and the clan's export has them", async () => {
  const { clan, kara, owner, list, seasons, end, activityId } = await openSeason();
  await addBoard(world, clan.id, [activityId], { title: "Other" });
  await end();
  expect(await list(kara)).toEqual(await list());
  expect((await kara.send("POST", seasons, autumn)).statusCode).toBe(403);
  const draft = { name: "Bot", scopes: ["scoreboards:read"] };
  const { token } = (await owner.send("POST", `/api/clans/${clan.id}/tokens`, draft)).json();
  const read = await world.app.server.inject({ url: seasons, headers: { authorization: `Bearer ${token}` } });
  expect(read.json().items[0].name).toBe("Autumn");
});
