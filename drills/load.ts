import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BenchClan, createClan } from "../bench/bench-clan.ts";
import { memoryMiB, type RunningServer } from "../bench/processes.ts";
import { fixture } from "../bench/runner/fixture.ts";
import { runUnits } from "../bench/runner/run-units.ts";
import type { Figure, Unit } from "../bench/runner/unit.ts";
import { ensureBuilt } from "../scripts/build.mjs";
import { quantile } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { call, type Person, signUp } from "./people.ts";

/** A clan of so many players and activities, with accounts for some of the players. */
const clanSize = { players: 20, activities: 5, accounts: 10 };
const sizes = {
  few: { clans: 4, entries: 100_000, seconds: 5 },
  many: { clans: 100, entries: 10_000_000, seconds: 20 },
};
const today = new Date().toISOString().slice(0, 10);
const monthAgo = new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10);
/** An answer that takes longer than this has been given up by whoever waited. */
const patienceMs = 20_000;
/** Up to this, people call it quick. */
const quickMs = 500;

interface Member extends Person {
  clan: BenchClan;
  board: string;
}

interface World {
  ground: Ground;
  instances: RunningServer[];
  people: Member[];
  seconds: number;
}

/** What people do, and how often of a hundred times. */
const actions: { share: number; paths?: (member: Member) => string[]; write?: (member: Member) => unknown }[] = [
  {
    share: 35,
    // A dashboard, as the page asks for it.
    paths: () => ["/api/clans/my", "/api/scoreboards?is_active=true", "/api/me/today", "/api/me/standing"],
  },
  { share: 25, paths: ({ clan }) => [`/api/clans/${clan.id}/days/${today}`] },
  { share: 15, paths: ({ board }) => [`/api/public/scoreboards/${board}`] },
  { share: 5, paths: ({ clan }) => [`/api/clans/${clan.id}/entries/summary?from=${monthAgo}&to=${today}&rows=member`] },
  {
    share: 20,
    write: ({ clan }) => {
      const cells = clan.cells(Infinity, Math.floor(Math.random() * 90));
      const first = Math.floor(Math.random() * (cells.length - 3));
      return { entries: cells.slice(first, first + 3).map((cell) => ({ ...cell, day: today })) };
    },
  },
];

let isManyWanted = false;
const getWorld = fixture(
  "clans, their people and everybody else's entries",
  async (): Promise<World> => {
    const { clans, entries, seconds } = isManyWanted ? sizes.many : sizes.few;
    const ground = await openGround();
    const instances = [await ground.startInstance(), await ground.startInstance()];
    const address = instances[0]?.line ?? "";
    const people: Member[] = [];
    for (let n = 0; n < clans; n++) people.push(...(await fillClan(ground, address, n)));
    await fillEntries(ground, entries);
    return { ground, instances, people, seconds };
  },
  1_800_000,
);

async function fillClan(ground: Ground, address: string, n: number): Promise<Member[]> {
  const accounts: Person[] = [];
  for (let of = 0; of < clanSize.accounts; of++) accounts.push(await signUp(address, `p${n}-${of}`));
  const [owner, ...others] = accounts;
  if (!owner) throw new Error("a clan needs an owner");
  const clan = await createClan(address, owner.token, clanSize.players, clanSize.activities);
  await clan.fillMonth(today);
  const ids = new Set(clan.cells(Infinity, 0).map(({ activity_id }) => activity_id));
  const activities = [...ids].map((activity_id) => ({ activity_id }));
  const post = (path: string, body: unknown) =>
    call<{ id: string; share_token: string }>(address, owner, "POST", path, body);
  const { id } = await post(`/api/clans/${clan.id}/scoreboards`, { title: "All of it", activities });
  const { share_token: board } = await post(`/api/scoreboards/${id}/share`, {});
  for (const [index, { id: userId }] of others.entries()) {
    await ground.query("update clan_members set user_id = $1, role = 'maintainer' where clan_id = $2 and name = $3", [
      userId,
      clan.id,
      `Player ${index}`,
    ]);
  }
  return accounts.map((account) => ({ ...account, clan, board }));
}

/** Of clans that have nothing to do with ours: 500 cells of each of 20 clans in a statement. */
async function fillEntries(ground: Ground, count: number): Promise<void> {
  for (let statement = 0; statement < count / 10_000; statement++) {
    const day = `date '${today}' - ${Math.floor(statement / 10)}`;
    const first = (statement % 10) * 20;
    await ground.query(`
      set session_replication_role = replica;
      insert into entries (clan_id, day, member_id, activity_id, state, value, points, revision, entered_by, source)
      select md5('clan' || c)::uuid, ${day}, md5(c || 'member' || m)::uuid, md5(c || 'activity' || a)::uuid,
        'value', 7, 7, 1, md5(c || 'member' || m)::uuid, 'ui'
      from generate_series(${first}, ${first + 19}) as c, generate_series(1, 50) as m, generate_series(1, 10) as a;
      reset session_replication_role;
    `);
  }
  await ground.query("analyze entries");
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Status 0 when no answer came. */
function ask(address: string, method: string, path: string, token: string, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
    const asking = request(`${address}${path}`, { method, agent, headers, timeout: patienceMs }, (answer) => {
      answer
        .on("error", () => resolve(0))
        .resume()
        .on("end", () => resolve(answer.statusCode ?? 0));
    });
    asking
      .on("timeout", () => asking.destroy())
      .on("error", () => resolve(0))
      .end(body);
  });
}

/** What a run has measured: times of whole actions, and answers by status. */
class Tally {
  readonly times: number[] = [];
  readonly statuses = new Map<number, number>();

  async act(addresses: string[], member: Member | undefined, since = performance.now()): Promise<void> {
    const address = addresses[Math.floor(Math.random() * addresses.length)];
    if (!address || !member) throw new Error("there is nobody to act");
    let at = Math.random() * 100;
    const action = actions.find(({ share }) => (at -= share) < 0) ?? actions[0];
    const { clan, token } = member;
    const answers = action?.write
      ? [ask(address, "PUT", `/api/clans/${clan.id}/entries`, token, JSON.stringify(action.write(member)))]
      : (action?.paths?.(member) ?? []).map((path) => ask(address, "GET", path, token));
    for (const status of await Promise.all(answers)) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.times.push(performance.now() - since);
  }

  errors(): string {
    const wrong = [...this.statuses].filter(([status]) => status < 200 || status >= 300);
    return wrong.map(([status, count]) => `${count} × ${status || "no answer"}`).join(", ");
  }
}

/** As many people as can be, each of whom acts as soon as the last answer has come. */
async function runClosed({ instances, people, seconds }: World, count: number): Promise<Figure> {
  const tally = new Tally();
  const addresses = instances.map(({ line }) => line);
  const readCosts = startCosts(instances);
  const end = performance.now() + seconds * 1000;
  const working = Array.from({ length: count }, async (_, n) => {
    while (performance.now() < end) await tally.act(addresses, people[n % people.length]);
  });
  await Promise.all(working);
  const rate = tally.times.length / seconds;
  const what = `closed loop: ${count} people at once, ${describe(instances)}`;
  return { what, value: rate, ours: `${rate.toFixed(0)} actions/s, ${spread(tally)}; ${readCosts()}` };
}

/** People come whether or not the former ones have their answer; their time counts from when they came. */
async function runOpen({ instances, people }: World, rate: number, seconds: number): Promise<Tally> {
  const tally = new Tally();
  const addresses = instances.map(({ line }) => line);
  const began = performance.now();
  const acting: Promise<void>[] = [];
  for (let due = 0; due < seconds * 1000; due += (-Math.log(1 - Math.random()) / rate) * 1000) {
    const early = began + due - performance.now();
    if (early > 1) await pause(early);
    acting.push(tally.act(addresses, people[Math.floor(Math.random() * people.length)], began + due));
  }
  await Promise.all(acting);
  return tally;
}

/** More and more people, until their answers are late: the knee is the last step at which they were not. */
async function findKnee(world: World): Promise<Figure[]> {
  const peak = (await runClosed({ ...world, seconds: Math.min(5, world.seconds) }, 20)).value;
  const figures: Figure[] = [];
  let knee = 0;
  for (const share of [0.25, 0.5, 0.7, 0.85, 1, 1.2]) {
    const rate = peak * share;
    const readCosts = startCosts(world.instances);
    const tally = await runOpen(world, rate, Math.min(8, world.seconds));
    if (quantile(tally.times, 0.99) <= quickMs && tally.errors() === "") knee = rate;
    const what = `open loop: ${rate.toFixed(0)} actions/s asked for, ${describe(world.instances)}`;
    figures.push({ what, value: rate, ours: `${spread(tally)}; ${readCosts()}` });
    if (quantile(tally.times, 0.5) > 4 * quickMs) break;
  }
  const what = `the knee: most actions/s with 99 in 100 within ${quickMs} ms, ${describe(world.instances)}`;
  return [...figures, { what, value: knee, ours: `${knee.toFixed(0)} actions/s` }];
}

const describe = ({ length }: RunningServer[]) => (length === 1 ? "1 instance" : `${length} instances`);

function spread(tally: Tally): string {
  const [p50, p99] = [quantile(tally.times, 0.5), quantile(tally.times, 0.99)];
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, errors ${tally.errors() || "none"}`;
}

/** What it took, in cores: the instances, the database, whoever asked, and all cores together. */
function startCosts(instances: RunningServer[]): () => string {
  const began = performance.now();
  const own = process.cpuUsage();
  const before = instances.map(({ pid }) => readCpu(`/proc/${pid}/stat`));
  const busyBefore = readBusy();
  return () => {
    const seconds = (performance.now() - began) / 1000;
    const { user, system } = process.cpuUsage(own);
    const servers = instances.map(({ pid }, n) => (readCpu(`/proc/${pid}/stat`) - (before[n] ?? 0)) / seconds);
    const asking = (user + system) / 1e6 / seconds;
    const all = (readBusy() - busyBefore) / seconds;
    const memory = instances.map(({ pid }) => `${memoryMiB(pid).toFixed(0)} MiB`).join(" + ");
    const cores = servers.map((share) => share.toFixed(2)).join(" + ");
    return `instances ${memory} and ${cores} cores, asking ${asking.toFixed(2)}, all ${all.toFixed(2)} of ${availableParallelism()} cores: ${nameLimit(servers, asking, all)}`;
  };
}

function nameLimit(servers: number[], asking: number, all: number): string {
  if (servers.every((share) => share > 0.9)) return "the instances' threads are full";
  if (all > 0.92 * availableParallelism()) return "the machine is full";
  return asking > 0.9 ? "whoever asks is full" : "nothing is full";
}

/** Seconds of processor time, in ticks of a hundredth. */
function readCpu(file: string): number {
  const [, ...rest] = readFileSync(file, "utf8").split(") ");
  const fields = rest.join(") ").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Seconds that all cores together were not idle, other programs included. */
function readBusy(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = (
    /^cpu +(.*)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1] ?? ""
  )
    .split(" ")
    .map(Number);
  return (user + nice + system + irq + soft) / 100;
}

const unit = (id: string, what: string, measure: (world: World) => Promise<Figure[]>, needsMany = false): Unit => ({
  id,
  group: "load",
  what,
  timeLimitMs: 120_000,
  async measure(isMany) {
    isManyWanted = isMany;
    return needsMany && !isMany ? [] : measure(await getWorld());
  },
});
const alone = (world: World): World => ({ ...world, instances: world.instances.slice(0, 1) });

await runUnits({
  title: "Load",
  script: import.meta.filename,
  units: [10, 100, 1_000]
    .flatMap((count) => [
      unit(
        `load-${count}-1`,
        `${count} people, 1 instance`,
        async (world) => [await runClosed(alone(world), count)],
        count > 100,
      ),
      unit(
        `load-${count}-2`,
        `${count} people, 2 instances`,
        async (world) => [await runClosed(world, count)],
        count > 100,
      ),
    ])
    .concat(
      unit("load-knee-1", "more and more people, 1 instance", (world) => findKnee(alone(world))),
      unit("load-knee-2", "more and more people, 2 instances", findKnee),
    ),
  timeLimitMs: 30 * 60_000,
  hasMany: true,
  figuresFile: fileURLToPath(new URL("../docs/figures.md", import.meta.url)),
  prepare: ensureBuilt,
});
