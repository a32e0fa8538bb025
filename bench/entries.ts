import { createClan } from "./bench-clan.ts";
import { timeEntry, timeKeys, timePastes } from "./grid.ts";
import { compare, compareTimes, type Measured, percentile, toUnits } from "./measure.ts";
import { startScript } from "./processes.ts";
import { call, getProduct, signUp } from "./product.ts";
import { fixture } from "./runner/fixture.ts";

const today = new Date().toISOString().slice(0, 10);
const rounds = 7;

const getBare = fixture("a bare Fastify with the entries' queries", async () => {
  const { env } = await getProduct();
  return (await startScript("bench/bare-entry-server.ts", env)).line;
});

const getClan = fixture("a clan of 500 × 40", async () => {
  const { ours } = await getProduct();
  const owner = await signUp("kara");
  return { ours, owner, clan: await createClan(ours, owner.token, 500, 40) };
});

const getOtherClan = fixture("another clan of 500 × 40", async () => (await getClan()).clan.another());

const getFilledClan = fixture("20,000 entries of one day", async () => {
  const found = await getClan();
  await found.clan.save(today, found.clan.cells(20_000, 99));
  return found;
});

async function compareSaves(): Promise<Measured> {
  const [{ clan }, other, bare] = [await getClan(), await getOtherClan(), await getBare()];
  return compareTimes(
    { rounds },
    (round) => clan.save(today, clan.cells(5_000, round)),
    (round) => {
      const cells = other.cells(5_000, round);
      const body = { clan_id: other.id, day: today, by: other.memberId, version: round + 1, cells };
      return call(`${bare}/cells`, { method: "PUT", body });
    },
  );
}

async function compareDays(): Promise<Measured> {
  const [{ clan }, bare] = [await getFilledClan(), await getBare()];
  return compareTimes(
    { rounds },
    () => clan.read(`days/${today}`),
    () => call(`${bare}/cells/${clan.id}/${today}`),
  );
}

const getKeyTimes = fixture("key presses in the grid and in a plain field", async () => {
  const { ours, owner, clan } = await getFilledClan();
  return timeKeys(ours, owner.email, clan.id);
});

/** Its limit is about our time, not about the ratio. */
async function compareKeys(share: number): Promise<Measured> {
  const { ours, bare } = await getKeyTimes();
  const value = percentile(ours, share);
  return { ...compare(value, percentile(bare, share), "ms"), value };
}

async function measurePaste(): Promise<Measured> {
  const { ours, owner, clan } = await getFilledClan();
  const value = percentile(await timePastes(ours, owner.email, clan.id), 0.5);
  return { value, ours: `${Math.round(value)} ms` };
}

const [players, activities] = [50, 5];

/** A whole day by hand. Every value has to be on the server afterwards. */
async function timeDay(screen: "phone" | "grid"): Promise<Measured> {
  const { ours } = await getProduct();
  const owner = await signUp(`${screen}-by-hand`);
  // The owner plays too.
  const clan = await createClan(ours, owner.token, players - 1, activities);
  const cells = players * activities;
  const stopwatch = await timeEntry(ours, owner.email, { clanId: clan.id, cells, screen });
  const day = (await clan.read(`days/${today}`)) as { cells: { value: number | null }[] };
  const entered = day.cells.filter(({ value }) => value !== null).length;
  if (entered !== cells) throw new Error(`${entered} of ${cells} values were saved`);
  const value = stopwatch.others / cells;
  const perCell = `${Math.round((stopwatch.seconds / cells) * 1_000)} ms a cell`;
  return { value, ours: `${value.toFixed(2)} keys or taps besides the digits, ${perCell}` };
}

/** One for each value, and one to begin. */
const onePerCell = { kind: "at most", value: 1.01 } as const;

/** What officers wait for every day: saving a pasted block, opening the grid, typing and pasting. */
export const entryUnits = toUnits("entries", [
  {
    id: "entries-save",
    what: "saving 5,000 changed cells against the bare SQL",
    limit: { kind: "at most", value: 2 },
    measure: compareSaves,
  },
  {
    id: "entries-day",
    what: "the day of 500 × 40 against the bare query and JSON",
    limit: { kind: "at most", value: 2 },
    measure: compareDays,
  },
  {
    id: "grid-key-p95",
    what: "key press to paint, 500 × 40, 4× slower processor, p95, against a plain field",
    limit: { kind: "at most", value: 33, unit: "ms" },
    measure: () => compareKeys(0.95),
  },
  {
    id: "grid-key-p50",
    what: "key press to paint, the same, p50",
    limit: { kind: "at most", value: 33, unit: "ms" },
    measure: () => compareKeys(0.5),
  },
  {
    id: "entry-phone",
    what: "a day of 50 × 5 typed on a phone, keys or taps besides the digits for each value",
    limit: onePerCell,
    measure: () => timeDay("phone"),
  },
  {
    id: "entry-grid",
    what: "the same in the grid",
    limit: onePerCell,
    measure: () => timeDay("grid"),
  },
  {
    id: "grid-paste",
    what: "paste of 5,000 cells to paint, 500 × 40, 4× slower processor, p50",
    limit: { kind: "at most", value: 500, unit: "ms" },
    measure: measurePaste,
  },
]);
