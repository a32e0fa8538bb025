import { type ChildProcess, fork } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endMeasuring, type Measuring } from "./clean-up.ts";
import { type Message, orderToEnv } from "./messages.ts";
import { type Result, toFailure, toResults, type Unit } from "./unit.ts";

export interface Run {
  /** The script whose units these are. */
  script: string;
  isMany: boolean;
  rounds: number | null;
  /** When everything has to be over, on the clock of `performance`. */
  deadline: number;
  /** Fixtures that could not be made, with the reason. */
  broken: Map<string, string>;
  onBegin: (unit: Unit) => void;
  onPrepared: (what: string, ms: number) => void;
  onResults: (results: Result[], ms: number) => void;
}

const running = new Set<Measuring>();
/** Until a process has loaded what it measures. */
const loadTimeLimitMs = 60_000;

/** Nothing outlives this process, however it ends. */
export function endAllOnExit(): void {
  process.on("exit", () => running.forEach(endMeasuring));
  for (const [name, code] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const, ["SIGHUP", 129] as const]) {
    process.on(name, () => {
      process.stderr.write(`Stopped by ${name}.\n`);
      process.exit(code);
    });
  }
}

/** Measures units in a process of their own, until the first that fails; returns those that have no result yet. */
export async function measureUnits(units: Unit[], run: Run): Promise<Unit[]> {
  const { child, ...measuring } = startProcess(units, run);
  running.add(measuring);
  try {
    return await new Promise<Unit[]>((resolve) => followProcess(child, new Progress(units, run, resolve)));
  } finally {
    endMeasuring(measuring);
    running.delete(measuring);
  }
}

function startProcess(units: Unit[], { script, isMany, rounds, broken }: Run) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "clanhall-measure-")));
  // The database's user has to pass through it.
  chmodSync(folder, 0o755);
  const order = { ids: units.map(({ id }) => id), isMany, rounds, folder, broken: [...broken] };
  const child = fork(script, [], {
    detached: true,
    serialization: "advanced",
    env: { ...process.env, ...orderToEnv(order) },
  });
  return { child, pid: child.pid ?? 0, folder };
}

function followProcess(child: ChildProcess, progress: Progress): void {
  child.on("message", (message) => progress.follow(message as Message));
  child.on("error", (error) => progress.fail(error.message));
  child.on("exit", (code, signal) => progress.fail(`its process ended with ${signal ?? code}`));
}

/** How far a process has come, and how much time it has for the next step. */
class Progress {
  private readonly left: Unit[];
  private readonly run: Run;
  private readonly onEnd: (left: Unit[]) => void;
  private readonly preparing: { what: string; timeLimitMs: number }[] = [];
  private began = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private hasBegun = false;
  private isOver = false;

  constructor(units: Unit[], run: Run, onEnd: (left: Unit[]) => void) {
    this.left = [...units];
    this.run = run;
    this.onEnd = onEnd;
    this.watchTime();
  }

  follow(message: Message): void {
    if (this.isOver) return;
    if (message.kind === "began") this.begin();
    else if (message.kind === "preparing") this.preparing.push(message);
    else if (message.kind === "prepared") this.prepared(message);
    else if (message.kind === "unprepared") this.unprepared(message.what, message.why);
    else if (message.kind === "done") this.settle((unit) => toResults(unit, message.figures));
    else this.fail(message.why);
    if (this.left.length === 0) this.end();
    else this.watchTime();
  }

  fail(why: string): void {
    if (this.isOver) return;
    this.settle((unit) => [toFailure(unit, why)]);
    this.end();
  }

  private begin(): void {
    this.hasBegun = true;
    this.began = performance.now();
    if (this.left[0]) this.run.onBegin(this.left[0]);
  }

  private prepared({ what, ms }: { what: string; ms: number }): void {
    this.preparing.pop();
    // What was made for several units is not this one's time.
    if (this.preparing.length === 0) this.began += ms;
    this.run.onPrepared(what, ms);
  }

  private unprepared(what: string, why: string): void {
    this.preparing.pop();
    this.run.broken.set(what, why);
  }

  private settle(toResult: (unit: Unit) => Result[]): void {
    const unit = this.left.shift();
    if (unit) this.run.onResults(toResult(unit), Math.max(0, performance.now() - this.began));
  }

  private end(): void {
    clearTimeout(this.timer);
    if (this.isOver) return;
    this.isOver = true;
    this.onEnd(this.left);
  }

  private watchTime(): void {
    clearTimeout(this.timer);
    if (this.isOver) return;
    const ownMs = this.preparing.at(-1)?.timeLimitMs ?? this.timeLimitMs();
    const leftMs = this.run.deadline - performance.now();
    const why = ownMs <= leftMs ? `took longer than ${ownMs / 1000} s` : "the time for the whole run was over";
    const ms = Math.min(ownMs, leftMs);
    if (ms !== Infinity) this.timer = setTimeout(() => this.timeOut(why), Math.max(ms, 0));
  }

  private timeLimitMs(): number {
    return this.hasBegun ? (this.left[0]?.timeLimitMs ?? 0) : loadTimeLimitMs;
  }

  private timeOut(why: string): void {
    const stuck = this.preparing.at(-1);
    if (stuck) this.run.broken.set(stuck.what, why);
    this.fail(stuck ? `${stuck.what}: ${why}` : why);
  }
}
