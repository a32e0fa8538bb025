import { type BenchClan, createClan } from "./bench-clan.ts";
import { compareTimes, type Measured, msOf, percentile, toUnits } from "./measure.ts";
import { startScript } from "./processes.ts";
import { call, getProduct, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const clans = 10;
const today = new Date().toISOString().slice(0, 10);

const calls = [
  "/api/clans/my",
  "/api/me/profile",
  "/api/scoreboards?is_active=true",
  "/api/invites",
  "/api/bulletins?limitPerClan=5",
  "/api/me/today",
  "/api/me/standing",
];

const getServers = fixture("an owner of ten clans, and a bare Fastify with the dashboard's queries", async () => {
  const { ours, env } = await getProduct();
  const { token, userId } = await signUp("tom");
  for (let n = 0; n < clans; n++) await fillClan(ours, token);
  const bare = await startScript("bench/bare-dashboard-server.ts", { ...env, USER_ID: userId, TODAY: today });
  return { ours, bare: bare.line, token };
});

const getLargeClan = fixture("the owner of a clan of 150 × 10 with a month of entries", async () => {
  const { ours } = await getProduct();
  const { token } = await signUp("zoe");
  const clan = await createClan(ours, token, 150, 10);
  await clan.fillMonth(today);
  const activities = activitiesOf(clan);
  await call(`${ours}/api/clans/${clan.id}/scoreboards`, { token, method: "POST", body: { title: "All", activities } });
  return { url: `${ours}/api/me/standing`, token };
});

async function timeStanding(): Promise<Measured> {
  const { url, token } = await getLargeClan();
  const times: number[] = [];
  for (let round = 0; round < 60; round++) times.push(await msOf(() => call(url, { token })));
  const value = percentile(times, 0.95);
  return { value, ours: `${Math.round(value)} ms` };
}

/** Everything a dashboard asks for when it opens, at once. */
async function compareDashboards() {
  const { ours, bare, token } = await getServers();
  const load = (server: string) => Promise.all(calls.map((path) => call<unknown>(server + path, { token })));
  sameLengths(await load(ours), await load(bare));
  return compareTimes(
    { rounds: 40, warmUps: 10 },
    () => load(ours),
    () => load(bare),
  );
}

async function fillClan(ours: string, token: string): Promise<void> {
  const clan = await createClan(ours, token, 20, 5);
  await clan.save(today, clan.cells(60, 0));
  const post = (path: string, body: unknown) => call<{ id: string }>(ours + path, { token, method: "POST", body });
  const cells = clan.cells(Infinity, 0);
  const activities = activitiesOf(clan);
  for (const title of ["Raiders of the month", "Helpers of the month", "Everybody"]) {
    const { id } = await post(`/api/clans/${clan.id}/scoreboards`, { title, activities });
    await post(`/api/scoreboards/${id}/share`, {});
  }
  const players = [...new Set(cells.map(({ member_id }) => member_id))].slice(0, 5);
  for (const clanMemberId of players) await post("/api/invites", { clanMemberId });
  for (let n = 1; n <= 8; n++) await post(`/api/clans/${clan.id}/bulletins`, { title: `News ${n}`, content });
}

function activitiesOf(clan: BenchClan) {
  const ids = new Set(clan.cells(Infinity, 0).map(({ activity_id }) => activity_id));
  return [...ids].map((activity_id) => ({ activity_id }));
}

/** About 1 KB. */
const content = `<p><strong>Raid at eight.</strong> Bring potions and patience.</p>${"<p>The gates open early this week, so that everybody gets home in time. Whoever is late waits outside.</p>".repeat(9)}`;

/** What is compared must be the same: as many rows to each call. */
function sameLengths(ours: unknown[], bare: unknown[]): void {
  for (const [n, path] of calls.entries()) {
    const [mine, theirs] = [countRows(ours[n]), countRows(bare[n])];
    if (mine !== theirs) throw new Error(`${path} has ${mine} rows, and ${theirs} bare`);
  }
}

/** Lists come bare or under a name of their own. */
function countRows(answer: unknown): number {
  const lists = Array.isArray(answer) ? [answer] : Object.values(answer as object).filter(Array.isArray);
  return lists[0]?.length ?? 1;
}

export const dashboardUnits = toUnits("dashboard", [
  {
    id: "dashboard",
    what: "a dashboard's seven calls at once, 10 clans, against the bare queries",
    limit: { kind: "at most", value: 2 },
    measure: compareDashboards,
  },
  {
    id: "standing",
    what: "where one stands in a clan of 150 × 10, p95",
    limit: { kind: "at most", value: 150, unit: "ms" },
    measure: timeStanding,
  },
]);
