import { setTimeout as pause } from "node:timers/promises";
import type { RunningServer } from "../bench/processes.ts";
import { ask } from "./ask.ts";
import { type Drill, exactly } from "./drill.ts";
import { type Ground, openGround } from "./ground.ts";
import { call, createClan, type Person, renewToken, signUp } from "./people.ts";

/** A cell keeps every version it ever had: a list to which each save appends. */
interface Cell {
  member_id: string;
  activity_id: string;
  day: string;
}

interface Append {
  cell: Cell;
  value: number;
  /** What the writer had seen. */
  base: number[];
  outcome: "ok" | "refused" | "unknown";
}

interface Read {
  cell: Cell;
  client: number;
  values: number[];
}

const clients = 16;
/** All work on the same few cells, and then on the next few: a cell that was saved thousands of times is slow to read. */
const cellsAtOnce = 12;
const operationsAtOnce = 2_000;

export const appendedVersions: Drill = {
  id: "F14",
  what: "many read and append to the same cells through two instances, while one is killed and the database restarts",
  rounds: { few: 2_000, many: 100_000 },
  async run(operations) {
    const ground = await openGround();
    try {
      const instances = [await ground.startInstance(), await ground.startInstance()];
      const lines = instances.map(({ line }) => line);
      const owner = await signUp(lines[0] ?? "");
      const clanId = await createClan(lines[0] ?? "", owner);
      const cellCount = Math.ceil(operations / operationsAtOnce) * cellsAtOnce;
      const cells = await makeCells(lines[0] ?? "", owner, clanId, cellCount);
      const stopping = new AbortController();
      const renewals = renewToken(lines[0] ?? "", owner, stopping.signal);
      const breaking = causeFaults(ground, instances, lines, stopping.signal);
      const { appends, reads } = await work({ lines, owner, clanId, cells, operations });
      stopping.abort();
      await Promise.all([breaking, renewals]);
      const lists = await readLists(ground, clanId, cells);
      const outcomes = Object.groupBy(appends, ({ outcome }) => outcome);
      process.stdout.write(
        `  ${reads.length} reads; ${Object.entries(outcomes)
          .map(([outcome, list]) => `${list.length} ${outcome}`)
          .join(", ")}\n`,
      );
      return check(appends, reads, lists);
    } finally {
      await ground.close();
    }
  },
};

async function makeCells(line: string, owner: Person, clanId: string, count: number): Promise<Cell[]> {
  const activity = await call<{ id: string }>(line, owner, "POST", `/api/clans/${clanId}/activities`, {
    name: "Donations",
    short_label: "Don",
    value_type: "whole",
    category: "Play",
  });
  const day = new Date().toISOString().slice(0, 10);
  const cells: Cell[] = [];
  for (let index = 0; index < count; index++) {
    const path = `/api/clans/${clanId}/members`;
    const { id } = await call<{ id: string }>(line, owner, "POST", path, { name: `Cell ${index}` });
    cells.push({ member_id: id, activity_id: activity.id, day });
  }
  return cells;
}

async function causeFaults(ground: Ground, instances: RunningServer[], lines: string[], signal: AbortSignal) {
  for (let turn = 0; !signal.aborted; turn++) {
    await pause(3_000 + Math.random() * 3_000);
    if (turn % 2 === 0) {
      await instances[1]?.kill();
      const next = await ground.startInstance();
      instances[1] = next;
      lines[1] = next.line;
    } else {
      await ground.killDatabase("SIGQUIT");
      await ground.untilDatabaseAnswers();
    }
  }
}

interface Work {
  lines: string[];
  owner: Person;
  clanId: string;
  cells: Cell[];
  operations: number;
}

async function work({ lines, owner, clanId, cells, operations }: Work) {
  const appends: Append[] = [];
  const reads: Read[] = [];
  let done = 0;

  async function read(client: number, cell: Cell): Promise<number[] | null> {
    const path = `/api/clans/${clanId}/entries/${cell.member_id}/${cell.activity_id}/${cell.day}/history`;
    type History = { versions: { value: number }[] };
    const { status, answer } = await ask<History>(lines[done % lines.length] ?? "", "GET", path, owner);
    if (status !== 200) return null;
    const values = answer.versions.map(({ value }) => value).toReversed();
    reads.push({ cell, client, values });
    return values;
  }

  async function append(cell: Cell, base: number[]): Promise<void> {
    const value = appends.length + 1;
    const one: Append = { cell, value, base, outcome: "unknown" };
    appends.push(one);
    const body = { entries: [{ ...cell, value, base_version: base.length }], reason: "Drill" };
    type Saved = { saved: number; conflicts: unknown[] };
    const path = `/api/clans/${clanId}/entries`;
    const sent = { token: owner.token, body };
    const { status, answer } = await ask<Saved>(lines[done % lines.length] ?? "", "PUT", path, sent);
    if (status === 200) one.outcome = answer.saved === 1 ? "ok" : "refused";
    else if (status >= 400 && status < 500) one.outcome = "refused";
  }

  async function goOn(client: number): Promise<void> {
    while (done < operations) {
      done += 1;
      const first = Math.floor((done - 1) / operationsAtOnce) * cellsAtOnce;
      const cell = cells[first + Math.floor(Math.random() * cellsAtOnce)];
      const base = cell && (await read(client, cell));
      if (base) await append(cell, base);
      else await pause(50);
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, client) => goOn(client)));
  return { appends, reads };
}

async function readLists(ground: Ground, clanId: string, cells: Cell[]): Promise<Map<Cell, number[]>> {
  const lists = new Map<Cell, number[]>();
  for (const cell of cells) {
    const rows = await ground.query<{ value: number; version: number }>(
      `select value, version from entry_versions
       where clan_id = $1 and member_id = $2 and activity_id = $3 and day = $4 order by version`,
      [clanId, cell.member_id, cell.activity_id, cell.day],
    );
    lists.set(
      cell,
      rows.map(({ value }) => value),
    );
  }
  return lists;
}

function check(appends: Append[], reads: Read[], lists: Map<Cell, number[]>) {
  const listOf = (cell: Cell) => lists.get(cell) ?? [];
  const isPrefix = (values: number[], list: number[]) => values.every((value, at) => list[at] === value);
  const ok = appends.filter(({ outcome }) => outcome === "ok");
  const lost = ok.filter(({ cell, value }) => !listOf(cell).includes(value));
  const doubled = [...lists.values()].filter((list) => new Set(list).size !== list.length);
  // Who saved on top of what they saw stands right behind it: nobody came in between.
  const overwritten = ok.filter(({ cell, value, base }) => listOf(cell).indexOf(value) !== base.length);
  const undead = appends.filter(({ outcome, cell, value }) => outcome === "refused" && listOf(cell).includes(value));
  const dirty = reads.filter(({ cell, values }) => !isPrefix(values, listOf(cell)));
  const byReader = Map.groupBy(reads, ({ client, cell }) => `${client} ${cell.member_id}`);
  const backwards = [...byReader.values()].flatMap((own) =>
    own.filter(({ values }, at) => values.length < (own[at - 1]?.values.length ?? 0)),
  );
  return [
    exactly("acknowledged saves that are lost", lost.length, 0),
    exactly("cells with a save that stands there twice", doubled.length, 0),
    exactly("saves that overwrote what their writer had not seen", overwritten.length, 0),
    exactly("refused saves that stand there all the same", undead.length, 0),
    exactly("reads of something that never was", dirty.length, 0),
    exactly("readers who saw less than before", backwards.length, 0),
  ];
}
