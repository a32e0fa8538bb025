import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixture } from "../bench/runner/fixture.ts";
import { runUnits } from "../bench/runner/run-units.ts";
import type { Limit, Unit } from "../bench/runner/unit.ts";
import { openEmbedded } from "../server/src/db/embedded/open.ts";
import { findPostmaster } from "../server/src/db/embedded/process.ts";

/** A small suite for the test of the runner: it says which processes it started. */
const silent = { info() {}, warn() {}, error() {} };
const never = () => new Promise<never>(() => setInterval(() => {}, 1_000));
const { WHOLE_LIMIT_MS: wholeLimitMs = "60000", ROW_LIMIT_MS: rowLimitMs = "3000" } = process.env;
const { FIGURES_FILE: figuresFile = "" } = process.env;

function startChild(): void {
  process.stdout.write(`child ${spawn("sleep", ["600"]).pid}\n`);
}

const getPostgres = fixture("PostgreSQL", async () => {
  const postgres = await openEmbedded({ dataFolder: join(tmpdir(), "data"), connections: 10, role: "server" }, silent);
  process.stdout.write(`child ${findPostmaster(join(postgres.folder, "postgres"))?.pid}\nfolder ${postgres.folder}\n`);
});

const getData = fixture("the data", () => {
  process.stdout.write("data made\n");
  return Promise.resolve(7);
});
const getBroken = fixture("broken data", () => {
  process.stdout.write("broken data tried\n");
  return Promise.reject(new Error("no room"));
});
const getEndless = fixture("endless data", never, 1_000);

const row = (group: string, id: string, measure: () => Promise<number>, limit?: Limit): Unit => ({
  id,
  group,
  what: `row ${id}`,
  limit,
  timeLimitMs: Number(rowLimitMs),
  async measure() {
    const value = await measure();
    return [{ what: `row ${id}`, value, ours: `${value} ms`, bare: "1 ms", ratio: `${value}.00`, limit }];
  },
});

const atMost = (value: number): Limit => ({ kind: "at most", value, unit: "ms" });

await runUnits({
  title: "Fake",
  script: import.meta.filename,
  timeLimitMs: Number(wholeLimitMs),
  hasMany: true,
  figuresFile,
  units: [
    row("one", "one-holds", getData, atMost(7)),
    row("one", "one-misses", getData, atMost(6)),
    row("one", "one-throws", async () => {
      startChild();
      await getData();
      throw new Error("it broke");
    }),
    row("one", "one-without-limit", getData),
    row("two", "two-hangs", async () => {
      startChild();
      await getPostgres();
      return never();
    }),
    row("two", "two-needs-broken", getBroken, atMost(1)),
    row("two", "two-needs-broken-too", getBroken, atMost(1)),
    row("two", "two-needs-endless", getEndless),
    row("two", "two-needs-endless-too", getEndless),
    row("three", "three-ends-its-process", () => process.exit(3)),
    row("three", "three-holds", getData, { kind: "at least", value: 7 }),
    { ...row("four", "four-left-out", getData), measure: () => Promise.resolve([]) },
  ],
});
