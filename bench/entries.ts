import { measureGrid } from "./grid.ts";
import { compareTimes, median, type Row } from "./measure.ts";
import { startScript } from "./processes.ts";
import { type BenchClan, createClan, msOf } from "./bench-clan.ts";

const today = new Date().toISOString().slice(0, 10);

/** What officers wait for every day: saving a pasted block, opening the grid, looking at a month. */
export async function compareEntries(
  ours: string,
  env: Record<string, string>,
  account: { email: string; password: string },
  token: string,
): Promise<Row[]> {
  const bare = await startScript("bench/bare-entry-server.ts", env);
  try {
    const large = await createClan(ours, token, 500, 40);
    const rows = [await compareSaves(large, bare.line), await compareGrids(large, bare.line)];
    rows.push(...(await measureGrid(ours, account, large.id)));
    rows.push(...(await compareMonths(await createClan(ours, token, 50, 10), bare.line)));
    return rows;
  } finally {
    await bare.stop();
  }
}

const rounds = 7;

async function compareSaves(clan: BenchClan, bare: string): Promise<Row> {
  const other = await clan.another();
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    times.ours.push(await msOf(() => clan.save(today, clan.cells(5_000, round))));
    const body = {
      clan_id: other.id,
      day: today,
      by: other.memberId,
      version: round + 1,
      cells: other.cells(5_000, round),
    };
    times.bare.push(await msOf(() => send("PUT", `${bare}/cells`, body)));
  }
  return compareTimes("saving 5,000 changed cells against the bare SQL", times);
}

async function compareGrids(clan: BenchClan, bare: string): Promise<Row> {
  await clan.save(today, clan.cells(20_000, 99));
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    times.ours.push(await msOf(() => clan.read(`days/${today}`)));
    times.bare.push(await msOf(() => send("GET", `${bare}/cells/${clan.id}/${today}`)));
  }
  return compareTimes("the day of 500 × 40 against the bare query and JSON", times);
}

/** Other clans' entries grow tenfold; one clan's month must not notice. */
async function compareMonths(clan: BenchClan, bare: string): Promise<Row[]> {
  const fill = (clans: number) =>
    send("POST", `${bare}/fill`, { clans, days: 100, players: 50, activities: 10, last: today });
  await clan.fillMonth(today);
  const view = async () => {
    const times: number[] = [];
    const from = new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10);
    const path = `entries/summary?from=${from}&to=${today}&rows=member&columns=day`;
    for (let round = 0; round < 15; round++) times.push(await msOf(() => clan.read(path)));
    return median(times);
  };
  await fill(20);
  const small = await view();
  await fill(180);
  const large = await view();
  return [
    {
      what: "a clan's month with 10 million entries in the database against 1 million",
      ours: `${Math.round(large)} ms`,
      bare: `${Math.round(small)} ms`,
      ratio: (large / small).toFixed(2),
    },
  ];
}

async function send(method: string, url: string, body?: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${url} failed: ${await answer.text()}`);
  return answer.json();
}
