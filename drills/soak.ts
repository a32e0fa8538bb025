import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";
import { atMost, type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { prepareHeap } from "./heap.ts";
import { call, createClan, type Person, renewToken, signUp } from "./people.ts";
import { openProxy } from "./proxy.ts";

/** Between two faults, at random from half to one and a half of it. */
const faultEveryMs = 150_000;
const clients = 8;
/** A client tries for so long, as our own does, before it counts as failed. */
const patienceMs = 30_000;

interface Soak {
  ground: Ground;
  proxy: Awaited<ReturnType<typeof openProxy>>;
  addresses: string[];
  owner: Person;
  path: string;
  cell: object;
}

export const soak: Drill = {
  id: "F27",
  what: "two instances at half their load for minutes on end, while something breaks every few of them",
  // Minutes: two for a first look, two hours for an answer.
  rounds: { few: 2, many: 120 },
  timeLimitMs: 600_000,
  async run(minutes) {
    const ground = await openGround();
    const proxy = await openProxy(ground.databaseUrl);
    const env = { DATABASE_URL: proxy.url };
    try {
      const prepared = await prepareHeap();
      const stays = await ground.startInstance({ ...env, ...prepared.env });
      let other = await ground.startInstance(env);
      const owner = await signUp(stays.line);
      const path = `/api/clans/${await createClan(stays.line, owner)}`;
      const cell = await makeCell(stays.line, owner, path);
      const on: Soak = { ground, proxy, addresses: [stays.line, other.line], owner, path, cell };
      const ending = AbortSignal.timeout(minutes * 60_000);
      const work = startWork(on, ending);
      const renewals = renewToken(stays.line, owner, ending);
      const heaps = watchHeap(await prepared.open(stays.pid), ending);
      const faults: string[] = [];
      while (!ending.aborted) {
        await pause((0.5 + Math.random()) * Math.min(faultEveryMs, minutes * 15_000), null, { signal: ending }).catch(
          () => {},
        );
        if (ending.aborted) break;
        const restart = async () => {
          await other.kill();
          other = await ground.startInstance(env);
          on.addresses[1] = other.line;
        };
        faults.push(await breakSomething(on, restart));
      }
      const { good, bad, lateMs } = await work;
      await renewals;
      const [wal] = await ground.query<{ mb: number }>(
        "select (sum(size) / 1048576.0)::float8 as mb from pg_ls_waldir()",
      );
      const settled = (await heaps).filter((heap) => heap.hours > minutes / 300);
      const slope = slopePerHour(settled);
      const share = (100 * bad) / Math.max(1, good + bad);
      process.stdout.write(
        `  ${clients} clients, ${good} good, ${bad} bad, the latest after ${Math.round(lateMs)} ms; heap ${describeHeaps(settled)}; ${faults.join(", ")}\n`,
      );
      return [
        atMost("calls that failed for their caller", share, 0.05, "%"),
        // Within minutes a heap mostly warms up.
        ...(minutes >= 30 ? [atMost("growth of the heap", slope, 1, "MB/h")] : []),
        atMost("write-ahead log", wal?.mb ?? Infinity, 256, "MB"),
        exactly("instances that ended by themselves", stays.isRunning() ? 0 : 1, 0),
        exactly("faults that were caused at least", Math.min(1, faults.length), 1),
      ];
    } finally {
      proxy.close();
      await ground.close();
    }
  },
};

/** As many clients as keep both instances busy; but each rests as long as its call took, which is half the load. */
async function startWork(on: Soak, ending: AbortSignal) {
  const counts = { good: 0, bad: 0, lateMs: 0 };
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = 0; !ending.aborted; turn++) {
        const began = performance.now();
        let isGood = await callOnce(on, client, turn);
        while (!isGood && performance.now() - began < patienceMs) {
          await pause(500);
          isGood = await callOnce(on, client + 1, turn);
        }
        const ms = performance.now() - began;
        counts.lateMs = Math.max(counts.lateMs, ms);
        if (isGood) counts.good++;
        else counts.bad++;
        await pause(ms);
      }
    }),
  );
  return counts;
}

/** Nine reads, then a write. */
async function callOnce({ addresses, owner, path, cell }: Soak, client: number, turn: number): Promise<boolean> {
  const address = addresses[client % addresses.length] ?? "";
  const { token } = owner;
  const body = { entries: [{ ...cell, value: turn % 1_000 }] };
  const { status } =
    turn % 10 === 9
      ? await ask(address, "PUT", `${path}/entries`, { token, body })
      : await ask(address, "GET", turn % 3 === 0 ? `${path}/members` : path, { token });
  return status === 200;
}

/** The one value that is written again and again. */
async function makeCell(address: string, owner: Person, path: string) {
  const add = async (what: string, body: object) =>
    (await call<{ id: string }>(address, owner, "POST", `${path}/${what}`, body)).id;
  const activity_id = await add("activities", { name: "Donations", short_label: "Don", value_type: "whole" });
  const member_id = await add("members", { name: "Robin" });
  return { member_id, activity_id, day: new Date().toISOString().slice(0, 10) };
}

/** One of the faults of the other drills: F03, F04, F06 or F24. */
async function breakSomething({ ground, proxy }: Soak, restart: () => Promise<void>): Promise<string> {
  const faults: Record<string, () => Promise<unknown>> = {
    "an instance killed": restart,
    "the database restarted": async () => {
      await ground.killDatabase(Math.random() < 0.5 ? "SIGQUIT" : "SIGKILL");
      await ground.untilDatabaseAnswers();
    },
    "the database late": async () => {
      proxy.delay(500);
      await pause(8_000);
      proxy.delay(0);
    },
    "the line silent": async () => {
      proxy.silence(true);
      await pause(5_000);
      proxy.silence(false);
    },
  };
  const names = Object.keys(faults);
  const name = names[Math.floor(Math.random() * names.length)] ?? "";
  await faults[name]?.();
  return name;
}

interface Heap {
  hours: number;
  mb: number;
}

const heapEveryMs = 60_000;

type HeapReader = Awaited<ReturnType<Awaited<ReturnType<typeof prepareHeap>>["open"]>>;

/** What the heap holds, minute by minute. */
async function watchHeap(reader: HeapReader, ending: AbortSignal): Promise<Heap[]> {
  const heaps: Heap[] = [];
  const began = performance.now();
  while (!ending.aborted) {
    heaps.push({ mb: await reader.readMb(), hours: (performance.now() - began) / 3_600_000 });
    await pause(heapEveryMs, null, { signal: ending }).catch(() => {});
  }
  reader.close();
  return heaps;
}

function describeHeaps(heaps: Heap[]): string {
  const step = Math.max(1, Math.ceil(heaps.length / 8));
  const some = heaps.filter((_, index) => index % step === 0).map((heap) => heap.mb.toFixed(1));
  return `${some.join(", ")} MB, ${slopePerHour(heaps).toFixed(2)} MB/h`;
}

/** Of the line that comes closest to all of them. */
function slopePerHour(heaps: Heap[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [hours, mb] = [mean(heaps.map((one) => one.hours)), mean(heaps.map((one) => one.mb))];
  const spread = heaps.reduce((sum, one) => sum + (one.hours - hours) ** 2, 0);
  return spread === 0 ? 0 : heaps.reduce((sum, one) => sum + (one.hours - hours) * (one.mb - mb), 0) / spread;
}
