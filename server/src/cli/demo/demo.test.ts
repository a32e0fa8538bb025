import { rangeOf } from "@clanhall/contract/rules/periods";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import { type ScoreboardRow, findScoreboard } from "../../features/scoreboards/queries.ts";
import { computeResult } from "../../features/scoreboards/standings/compute.ts";
import { readSettings } from "../../settings.ts";
import { createTestDatabase } from "../../testing/postgres.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { testSecrets } from "../../testing/secrets.ts";
import { loadWalkedClan, walkBoard } from "../../testing/slow-standings.ts";
import { createTestApp, sharedWorkers, type TestApp } from "../../testing/test-app.ts";
import { describeDemo, prepareDemo, toDemoSettings } from "./demo.ts";
import { demoAccounts, demoPassword } from "./story.ts";

let world: TestApp;
const days = 21;

beforeAll(async () => {
  world = await createTestApp();
  await fill(world.database);
});
afterAll(() => world.close());

type Filled = Pick<TestApp["database"], "db" | "connection" | "url">;

/** What an operator reads while a small demo is filled. */
async function fill({ db, connection, url }: Filled): Promise<string[]> {
  const said: string[] = [];
  const settings = readSettings({ DATABASE_URL: url });
  const log = recordedLog();
  const demo = { db, connection, log, settings, secrets: testSecrets, workers: sharedWorkers() };
  await prepareDemo({ ...demo, say: (line) => said.push(line) }, { days, share: 0.2 });
  expect(log.lines).toEqual([]);
  return said;
}

async function signIn(email: string) {
  const payload = { email, password: demoPassword };
  const answer = await world.visitor.send("POST", "/auth/v1/token?grant_type=password", payload);
  const { access_token } = answer.json<{ access_token: string }>();
  const headers = { authorization: `Bearer ${access_token}` };
  return { get: async (url: string) => (await world.app.server.inject({ method: "GET", url, headers })).json() };
}

async function count(table: "entries" | "entry_versions" | "clan_members" | "users" | "scoreboards" | "bulletins") {
  const all = world.db.selectFrom(table).select((row) => row.fn.countAll<number>().as("count"));
  return (await all.executeTakeFirstOrThrow()).count;
}

test.each(["owner", "maintainer", "member"] as const)(
  "the %s signs in and has that role in three clans",
  async (role) => {
    const person = await signIn(demoAccounts[role].email);
    expect(await person.get("/api/clans/my")).toMatchObject([
      { name: "Ember Wolves", role, members: { active: 10 }, game: { name: "Clash of Clans" } },
      { name: "Lantern Keepers", role, members: { active: 6 }, game: { name: "Final Fantasy XIV" } },
      { name: "Silver Compass", role, members: { active: 30 }, game: { name: "EVE Online" } },
    ]);
  },
);

test("the app admin signs in and is the only one", async () => {
  const admin = await signIn(demoAccounts.admin.email);
  expect(await admin.get("/api/app-admins")).toMatchObject({ admins: [{ email: demoAccounts.admin.email }] });
});

test("a player's days have values, gaps, excuses, late ones and corrections", async () => {
  const rows = await world.db.selectFrom("entries").select(["state", "late", "version", "day"]).execute();
  expect(rows.length).toBeGreaterThan(2_000);
  expect(rows.length).toBeLessThan(46 * 7 * (days + 1));
  expect(new Set(rows.map(({ day }) => day)).size).toBeGreaterThanOrEqual(days + 1);
  for (const isThere of [
    rows.some(({ state }) => state === "excused"),
    rows.some(({ late }) => late),
    rows.some(({ version }) => version > 1),
    rows.some(({ version, late }) => version === 1 && !late),
  ])
    expect(isThere).toBe(true);
});

test("the months add up to what was entered", async () => {
  const sums = (table: "entries" | "entry_months") =>
    world.db
      .selectFrom(table)
      .select((row) => ["clan_id", "member_id", "activity_id", row.fn.sum<number>("points").as("points")])
      .groupBy(["clan_id", "member_id", "activity_id"])
      .orderBy("clan_id")
      .orderBy("member_id")
      .orderBy("activity_id")
      .execute();
  expect(await sums("entry_months")).toEqual(await sums("entries"));
});

test("every board stands as somebody would count it cell by cell", async () => {
  const boards = await world.db.selectFrom("scoreboards").select(["clan_id", "id"]).execute();
  expect(boards).toHaveLength(9);
  for (const { clan_id, id } of boards) {
    const board = (await findScoreboard(world.db, clan_id, id)) as ScoreboardRow;
    const now = new Date();
    const today = toClanDate(await listDayRules(world.db, clan_id), now);
    const { week_start } = await getDaySettings(world.db, clan_id);
    const range = rangeOf(board.period, today, week_start);
    const { computed_at: _at, ...result } = await computeResult(world.db, board, range, {
      today,
      now,
      withActivities: true,
    });
    expect(result.has_results).toBe(true);
    expect(result).toEqual(walkBoard(await loadWalkedClan(world.db, clan_id, today), board, range));
  }
});

test("whoever opens the printed addresses finds a board, and nobody is told what happened long ago", async () => {
  const settings = { ...readSettings({ DATABASE_URL: world.database.url }), publicUrl: "" };
  const text = await describeDemo(world.db, testSecrets, settings);
  expect(text).toContain("This is a demo");
  for (const { email } of Object.values(demoAccounts)) expect(text).toContain(email);
  const links = [...text.matchAll(/\/scoreboard\/\S+/g)].map(([link]) => link);
  expect(links).toHaveLength(5);
  for (const link of links) expect((await world.visitor.get(link)).statusCode).toBe(200);
  expect(await world.db.selectFrom("mails").select("id").execute()).toEqual([]);
});

test("a second start changes nothing", async () => {
  const tables = ["entries", "entry_versions", "clan_members", "users", "scoreboards", "bulletins"] as const;
  const before = await Promise.all(tables.map(count));
  expect(await fill(world.database)).toEqual([]);
  expect(await Promise.all(tables.map(count))).toEqual(before);
});

test("a database that somebody else uses is left alone", async () => {
  const database = await createTestDatabase();
  await database.db.insertInto("users").values({ email: "kara@clan.test" }).execute();
  await expect(fill(database)).rejects.toThrow("The database of DATABASE_URL is not empty");
  expect(await database.db.selectFrom("users").select("email").execute()).toEqual([{ email: "kara@clan.test" }]);
  await database.close();
});

test("a demo has a data folder of its own and sends no mail", () => {
  const settings = toDemoSettings(readSettings({ CLANHALL_DATA: "/tmp/hall", SMTP_URL: "smtp://mail.example" }));
  expect(settings).toMatchObject({
    dataFolder: "/tmp/hall-demo",
    mail: { smtpUrl: null },
    auth: { autoconfirm: true },
  });
});
