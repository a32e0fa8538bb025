import { publicNames } from "@clanhall/contract/account";
import { avatarColor, initialsOf } from "@clanhall/contract/rules/avatar";
import { nameDisplays } from "@clanhall/contract/scoreboard-drafts";
import { type PublicStandings, publicStandings } from "@clanhall/contract/standings";
import { expect, test } from "vitest";
import { addFrozenPeriod, openBoard } from "../../../testing/board-results.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { testSecrets } from "../../../testing/secrets.ts";
import { openShared } from "../../../testing/shared-board.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { cardPicture, standingsPicture } from "../images/pictures.ts";
import { loadPublicStandings, toPublicMember } from "./public-standings.ts";

const world = await sharedApp();
const secrets = testSecrets;

type Context = Awaited<ReturnType<typeof openBoard>>;

/** What a visitor gets, by the contract. */
async function visit({ board }: Pick<Context, "board">, period: string | null = null) {
  const answer = await loadPublicStandings({ db: world.db, secrets }, await board(), period);
  return publicStandings.parse(answer);
}

function setAliases(memberId: string, aliases: string[]) {
  const change = { aliases: JSON.stringify(aliases) };
  return world.db.updateTable("clan_members").set(change).where("id", "=", memberId).execute();
}

const namesOf = (answer: Awaited<ReturnType<typeof visit>>) => answer.rows.map(({ name }) => name);

test("a visitor reads who stands where, and nothing by which a player could be found elsewhere", async () => {
  const context = await openBoard(world);
  await context.enter(context.kara, 5);
  await context.enter(context.tom, 3, 1);
  await world.db
    .updateTable("clan_members")
    .set({ public_note: "Sleeps late", officer_note: "Owes us" })
    .where("clan_id", "=", context.clan.id)
    .execute();
  const answer = await visit(context);
  expect(answer).toMatchObject({
    board: { id: context.boardId, title: "Top raiders", clan: { name: "Night Owls" }, state: "active" },
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
  const people = [context.owner, context.kara, context.tom];
  for (const { memberId, userId } of people) expect(text).not.toMatch(new RegExp(`${memberId}|${userId}`));
  expect(text).not.toMatch(/@|Sleeps|Owes/);
  expect(text).not.toContain(context.activityId);
  expect(new Set(answer.rows.map(({ member_key }) => member_key)).size).toBe(3);
  expect(answer.rows[0]?.member_key).toMatch(/^[\w-]{16}$/);
});

test.each(nameDisplays.flatMap((display) => publicNames.map((choice) => ({ display, choice }))))(
  "on a board of $display a player who wants to be read by $choice is",
  async ({ display, choice }) => {
    const expected = {
      name: { name: "Kara Moon", alias: "Owl", hidden: "Hidden player" },
      alias: { name: "Owl", alias: "Owl", hidden: "Hidden player" },
      initials: { name: "KM", alias: "O", hidden: "Hidden player" },
    };
    const context = await openBoard(world, { name_display: display });
    await context.enter(context.kara, 5);
    await setAliases(context.kara.memberId, ["Owl"]);
    await context.kara.send("PUT", "/api/me/profile", { privacy: { public_name: choice } });
    expect((await visit(context)).rows[0]?.name).toBe(expected[display][choice]);
    await context.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "name" } });
    await context.kara.send("PUT", `/api/me/clans/${context.clan.id}/settings`, { public_name: choice });
    expect((await visit(context)).rows[0]?.name).toBe(expected[display][choice]);
  },
);

test("a choice for one clan counts there and nowhere else", async () => {
  const context = await openBoard(world);
  await context.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  await context.kara.send("PUT", `/api/me/clans/${context.clan.id}/settings`, { public_name: "name" });
  expect(namesOf(await visit(context))).toContain("Kara Moon");
  const elsewhere = await openBoard(world);
  await world.db
    .updateTable("clan_members")
    .set({ user_id: context.kara.userId })
    .where("id", "=", elsewhere.kara.memberId)
    .execute();
  expect(namesOf(await visit(elsewhere))).toEqual(["Ann Olsson", "Hidden player", "Tom Hill"]);
});

test("the name and the aliases of a hidden player are nowhere in the answer", async () => {
  const context = await openBoard(world, { name_display: "alias" });
  await setAliases(context.kara.memberId, ["Owlet"]);
  await context.enter(context.kara, 5);
  await context.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  expect(JSON.stringify(await visit(context))).not.toMatch(/Kara|Moon|Owlet/i);
});

test("a player without an account is named as the board says, and one who was deleted as a former member", async () => {
  const context = await openBoard(world);
  const unlink = { user_id: null, name: "Former member", name_key: "former member" };
  await world.db.updateTable("clan_members").set(unlink).where("id", "=", context.tom.memberId).execute();
  expect(namesOf(await visit(context))).toEqual(["Ann Olsson", "Former member", "Kara Moon"]);
});

test("a final result stays when entries and rules change, and still hides whoever chooses that later", async () => {
  const context = await openBoard(world);
  await context.enter(context.kara, 5);
  const now = new Date();
  const { rows } = (await context.owner.get(`${context.url}/standings`)).json();
  const range = { from: "2026-01-01", to: "2026-01-31" };
  const result = { range, computed_at: now.toISOString(), has_results: true, left_out: 0, rows };
  const perActivity = [{ activity_id: context.activityId, value: 5, points: 5 }];
  const kept = rows.map((row: object) => ({ ...row, per_activity: perActivity }));
  await context.change({ state: "ended", result: JSON.stringify({ ...result, rows: kept }), ended_at: now });
  const before = await visit(context);
  expect(before).toMatchObject({ is_final: true, updated_at: now.toISOString(), board: { period: range } });
  await context.enter(context.tom, 50);
  await context.enter(context.kara, 1);
  await world.db
    .updateTable("activity_rules")
    .set({ points_per_unit: 9 })
    .where("activity_id", "=", context.activityId)
    .execute();
  expect(await visit(context)).toEqual(before);
  await context.kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  const after = await visit(context);
  expect(after.rows.map(({ score }) => score)).toEqual(before.rows.map(({ score }) => score));
  expect(after.rows[0]?.name).toBe("Hidden player");
  expect(after.version).not.toBe(before.version);
});

test("a player who was merged into another goes by the choice of the one they became", async () => {
  const context = await openBoard(world);
  const { boardId, clan, kara, tom } = context;
  await context.enter(tom, 4);
  const shown = (await context.owner.get(`${context.url}/standings`)).json();
  const rows = shown.rows.map((row: object) => ({ ...row, per_activity: [] }));
  const range = { from: "2026-01-05", to: "2026-01-11" };
  await addFrozenPeriod(world, clan.id, boardId, range, rows);
  await world.db.updateTable("clan_members").set({ user_id: null }).where("id", "=", tom.memberId).execute();
  const merge = { keep: kara.memberId, drop: tom.memberId, dry_run: false };
  expect((await context.owner.send("POST", `/api/clans/${clan.id}/members/merge`, merge)).statusCode).toBe(200);
  expect(namesOf(await visit(context, range.from))[0]).toBe("Tom Hill");
  await kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  const hidden = await visit(context, range.from);
  expect(namesOf(hidden)).toEqual(["Hidden player", "Ann Olsson", "Hidden player"]);
  expect(hidden).toMatchObject({ is_final: true, earlier: [{ ...range, label: "5 – 11 Jan 2026" }] });
});

test("columns that the board leaves out are not in the answer", async () => {
  const context = await openBoard(world, { columns: ["change"] });
  await context.enter(context.kara, 5);
  const [row] = (await visit(context)).rows;
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
  const context = await openBoard(world);
  await context.enter(context.kara, 5);
  const first = await visit(context);
  await context.enter(context.kara, 6);
  await context.enter(context.kara, 5);
  const again = await visit(context);
  expect(again.version).toBe(first.version);
  expect(again.updated_at > first.updated_at).toBe(true);
  await context.enter(context.kara, 6);
  expect((await visit(context)).version).not.toBe(first.version);
});

test("a period of which nothing is kept has no answer", async () => {
  const context = await openBoard(world);
  expect(await loadPublicStandings({ db: world.db, secrets }, await context.board(), "2026-01-05")).toBeNull();
});

test("a player who hid their name and left is still hidden, where a result was frozen too", async () => {
  const context = await openBoard(world);
  await context.enter(context.kara, 5);
  await context.kara.send("PUT", `/api/me/clans/${context.clan.id}/settings`, { public_name: "hidden" });
  expect((await context.owner.send("POST", `/api/scoreboards/${context.boardId}/end`)).statusCode).toBe(200);
  const left = await context.kara.send("POST", `/api/clans/${context.clan.id}/leave`);
  expect(left.statusCode).toBe(200);
  const answer = await visit(context);
  expect(answer.is_final).toBe(true);
  expect(namesOf(answer)[0]).toBe("Hidden player");
  expect(JSON.stringify(answer)).not.toContain("Kara");
});

const initials = (name: string) => toPublicMember({ name, aliases: [], tint: 1, choice: null }, "initials").name;

test.each([
  ["Bram Ironfoot", "BI"],
  ["Aelwyn", "A"],
  ["bram van ironfoot", "BV"],
  ["x", "X"],
  ["  Kara   Moon ", "KM"],
  ["(Kara) [NO] Moon", "KN"],
  ["Kara - Moon", "KM"],
  ["7of9", "7"],
])("%s is shortened to %s", (name, short) => {
  expect(initials(name)).toBe(short);
});

test.each([
  ["an emoji beside a word counts for nothing", "🦊 Kara", "K"],
  ["a name of emoji keeps whole emoji", "🦊🐺 🐻", "🦊🐻"],
  ["a family is one sign", "👨‍👩‍👧‍👦 👩🏽‍🚀 🐻", "👨‍👩‍👧‍👦👩🏽‍🚀"],
  ["a flag is one sign", "🇳🇴🇸🇪", "🇳🇴"],
  ["accents stay with their letter", "e\u0301mile zoe\u0308", "ÉZ"],
  ["a pile of marks stays with its letter", "q\u0323\u0307uin", "Q\u0323\u0307"],
  ["right-to-left names are read from their start", "محمد علي", "مع"],
  ["a mark of direction is no letter", "\u200f\u05d3\u05d5\u05d3", "\u05d3"],
  ["Indic syllables stay whole", "क्षमा", "क्ष"],
  ["punctuation stands for a name that is nothing else", "...", "."],
  ["a name that nobody can see is a question mark", "\u200d", "?"],
])("%s", (_what, name, short) => {
  expect(initials(name)).toBe(short);
});

const withAlias = { name: "Kara Moon", aliases: ["Owl", "Night"], tint: 3 };
const withoutAlias = { name: "Kara Moon", aliases: [], tint: 3 };

test.each([
  [null, "name", "Kara Moon", "Kara Moon"],
  [null, "alias", "Owl", "Kara Moon"],
  [null, "initials", "KM", "KM"],
  ["name", "name", "Kara Moon", "Kara Moon"],
  ["name", "alias", "Owl", "Kara Moon"],
  ["name", "initials", "KM", "KM"],
  ["alias", "name", "Owl", "KM"],
  ["alias", "alias", "Owl", "KM"],
  ["alias", "initials", "O", "KM"],
  ["hidden", "name", "Hidden player", "Hidden player"],
  ["hidden", "alias", "Hidden player", "Hidden player"],
  ["hidden", "initials", "Hidden player", "Hidden player"],
] as const)("who chose %s on a board of %ss reads as %s, and without aliases as %s", (choice, display, some, none) => {
  // Who hides their name hides the colour that would tell it.
  const tint = choice === "hidden" ? 0 : 3;
  expect(toPublicMember({ ...withAlias, choice }, display)).toEqual({ name: some, tint });
  expect(toPublicMember({ ...withoutAlias, choice }, display)).toEqual({ name: none, tint });
});

/** A shared board that Kara leads, with a colour that no other player has. */
async function openTinted() {
  const context = await openShared(world);
  await world.db.updateTable("clan_members").set({ tint: 6 }).where("id", "=", context.kara.memberId).execute();
  await context.enter(context.kara, 5);
  return context;
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
