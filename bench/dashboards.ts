import { createClan, msOf } from "./bench-clan.ts";
import { compareTimes, type Row } from "./measure.ts";
import { startScript } from "./processes.ts";

const clans = 10;
const rounds = 40;
/** Until both servers and the database have their plans and their code warm. */
const warmUps = 10;
const today = new Date().toISOString().slice(0, 10);

const calls = [
  "/api/clans/my",
  "/api/me/profile",
  "/api/scoreboards?is_active=true",
  "/api/invites",
  "/api/bulletins?limitPerClan=5",
  "/api/me/today",
];

/** Everything a dashboard asks for when it opens, at once, for an owner of ten clans. */
export async function compareDashboards(
  ours: string,
  env: Record<string, string>,
  { access_token: token, user }: { access_token: string; user: { id: string } },
): Promise<Row[]> {
  for (let n = 0; n < clans; n++) await fillClan(ours, token);
  const bare = await startScript("bench/bare-dashboard-server.ts", { ...env, USER_ID: user.id, TODAY: today });
  const load = (server: string) => Promise.all(calls.map((path) => read(server + path, token)));
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  try {
    sameLengths(await load(ours), await load(bare.line));
    for (let round = -warmUps; round < rounds; round++) {
      const [mine, theirs] = [await msOf(() => load(ours)), await msOf(() => load(bare.line))];
      if (round < 0) continue;
      times.ours.push(mine);
      times.bare.push(theirs);
    }
  } finally {
    await bare.stop();
  }
  return [compareTimes("a dashboard's six calls at once, 10 clans, against the bare queries", times)];
}

async function fillClan(ours: string, token: string): Promise<void> {
  const clan = await createClan(ours, token, 20, 5);
  await clan.save(today, clan.cells(60, 0));
  const post = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(ours + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} failed: ${(await answer.text()).slice(0, 500)}`);
    return answer.json() as Promise<{ id: string }>;
  };
  const cells = clan.cells(Infinity, 0);
  const activities = [...new Set(cells.map(({ activity_id }) => activity_id))].map((activity_id) => ({ activity_id }));
  for (const title of ["Raiders of the month", "Helpers of the month", "Everybody"]) {
    const { id } = await post(`/api/clans/${clan.id}/scoreboards`, { title, activities });
    await post(`/api/scoreboards/${id}/share`, {});
  }
  const players = [...new Set(cells.map(({ member_id }) => member_id))].slice(0, 5);
  for (const clanMemberId of players) await post("/api/invites", { clanMemberId });
  for (let n = 1; n <= 8; n++) await post(`/api/clans/${clan.id}/bulletins`, { title: `News ${n}`, content });
}

/** About 1 KB. */
const content = `<p><strong>Raid at eight.</strong> Bring potions and patience.</p>${"<p>The gates open early this week, so that everybody gets home in time. Whoever is late waits outside.</p>".repeat(9)}`;

/** Uncompressed, as the bare server answers. */
async function read(url: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} failed: ${(await answer.text()).slice(0, 500)}`);
  return answer.json();
}

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
