import { parseArgs } from "node:util";
import { writeSection } from "./figures-file.ts";
import { describeMachine } from "./machine.ts";
import { endAllOnExit, measureUnits, type Run } from "./measuring-process.ts";
import { readOrder } from "./messages.ts";
import { duration, hasFailed, resultLine, summaryLine, toTable } from "./report.ts";
import { serveUnits } from "./serve-units.ts";
import type { Result, Unit } from "./unit.ts";

export interface Suite {
  /** Of its section in the file of figures. */
  title: string;
  /** The file that calls `runUnits`; it is started again for each group. */
  script: string;
  units: Unit[];
  /** For the whole run. */
  timeLimitMs: number;
  /** Whether `--many` repeats what is measured many times and `--rounds` so many; then nothing has a time limit. */
  hasMany?: boolean;
  figuresFile: string;
  /** Before anything is measured. */
  prepare?: () => Promise<unknown>;
}

/** Measures what was asked for, each unit by itself, and ends the process: 0 when nothing missed or failed. */
export async function runUnits(suite: Suite): Promise<void> {
  const order = readOrder();
  if (order) return serveUnits(suite.units, order);
  const { only, many, list, write, ...values } = readOptions(suite);
  const rounds = values.rounds === "" ? null : Number(values.rounds);
  const units = choose(suite.units, only, many || rounds !== null);
  if (list) return print(units.map(({ id, what }) => `${id.padEnd(longest(units))}  ${what}`).join("\n"));
  endAllOnExit();
  const machine = describeMachine();
  print(machine);
  await suite.prepare?.();
  const began = performance.now();
  const results = await measureAll(suite, units, many, rounds);
  const summary = summaryLine(results, performance.now() - began);
  print(`\n${toTable(results)}\n\n${summary}`);
  if (write) {
    const date = new Date().toISOString().slice(0, 10);
    // A table has one date and one machine, so rows that were measured alone have a table of their own.
    const title = only ? `${suite.title}: ${only}` : suite.title;
    const repeated = many ? ", with `--many`" : rounds === null ? "" : `, with \`--rounds ${rounds}\``;
    writeSection(suite.figuresFile, title, `${date}, ${machine}${repeated}.\n\n${toTable(results)}\n\n${summary}.`);
  }
  process.exit(hasFailed(results) ? 1 : 0);
}

function readOptions({ hasMany }: Suite) {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      many: { type: "boolean", default: false },
      rounds: { type: "string", default: "" },
      list: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  if ((values.many || values.rounds !== "") && !hasMany) giveUp("There is neither --many nor --rounds here.");
  // What is repeated differs from row to row, and so does how often.
  const isOfOne = /^[1-9]\d*$/.test(values.rounds) && values.only !== "" && !values.many;
  if (values.rounds !== "" && !isOfOne) giveUp("--rounds is a number and goes together with --only, without --many.");
  return values;
}

function choose(units: Unit[], only: string, isMany: boolean): Unit[] {
  const wanted = only.split(",").map((id) => id.trim());
  const chosen = units.filter(({ id, group }) =>
    wanted.some((part) => id.startsWith(part) || (part !== "" && group === part)),
  );
  for (const part of wanted) {
    if (!chosen.some(({ id, group }) => id.startsWith(part) || group === part)) {
      giveUp(`There is no row "${part}"; there are ${units.map(({ id }) => id).join(", ")}.`);
    }
  }
  return isMany ? chosen.map((unit) => ({ ...unit, timeLimitMs: Infinity })) : chosen;
}

async function measureAll(suite: Suite, units: Unit[], isMany: boolean, rounds: number | null): Promise<Result[]> {
  const results: Result[] = [];
  const deadline = isMany || rounds !== null ? Infinity : performance.now() + suite.timeLimitMs;
  let heading = "";
  for (const group of Map.groupBy(units, (unit) => unit.group).values()) {
    const run: Run = {
      script: suite.script,
      isMany,
      rounds,
      deadline,
      broken: new Map(),
      onBegin({ id, what }) {
        heading = what;
        print(`${id}: ${what}`);
      },
      onPrepared: (what, ms) => print(`  prepared ${what} in ${duration(ms)}`),
      onResults(found, ms) {
        results.push(...found);
        print(`${found.map((result) => resultLine(result, heading)).join("\n")} [${duration(ms)}]`);
      },
    };
    let left = group;
    while (left.length > 0) left = await measureUnits(left, run);
  }
  return results;
}

const longest = (units: Unit[]) => Math.max(...units.map(({ id }) => id.length));

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function giveUp(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
