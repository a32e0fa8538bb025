import { createHash } from "node:crypto";
import { readCellText } from "@clanhall/contract/rules/cell-text";
import type { ImportCounts, importEntries } from "@clanhall/contract/entry-imports";
import { normalisedLengthOf, toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { EntryState } from "../../../db/stored-types.ts";
import { asTask } from "../../../workers/task.ts";
import { toCellId } from "../cell-id.ts";
import type { CellInput } from "../write.ts";
import {
  createActivityFinder,
  createMemberMatcher,
  type FileCell,
  type ImportActivity,
  type ImportInput,
  type ImportMember,
  readDate,
  readFile,
} from "./read.ts";

interface ImportSource {
  file: Pick<ImportInput, "format" | "content" | "mapping" | "policy" | "players">;
  roster: ImportMember[];
  activities: ImportActivity[];
  /** Names whose first line is wanted. */
  names: string[];
}

/** Reads a file and finds the members and activities that it names. Runs in a worker thread. */
export const readImport = asTask(({ file, roster, activities, names }: ImportSource) => {
  const { header, cells } = readFile(file);
  const members = createMemberMatcher(roster, file.players);
  const known = {
    activities: new Map(activities.map((activity) => [activity.id, activity])),
    members,
    findActivity: createActivityFinder(activities),
  };
  const report = createReport();
  const read = resolveCells(cells, file, known, report);
  const unknown_players = report
    .listUnknown("unknown_player")
    .map(({ name, lines }) => ({ name, lines, similar: members.listSimilar(name) }));
  return {
    header,
    hash: createHash("sha256").update(file.content).digest(),
    cells: packCells(read),
    counts: report.counts,
    problems: report.listProblems(),
    unknown_players,
    unknown_activities: report.listUnknown("unknown_activity"),
    nameLines: names.map((name) => cells.find(({ player }) => toNameKey(player) === toNameKey(name))?.line ?? null),
  };
});

/** A value of the file whose player, activity and day are known. */
export interface ReadCell extends CellInput {
  line: number;
  column: string;
}

interface Known {
  activities: Map<string, ImportActivity>;
  members: ReturnType<typeof createMemberMatcher>;
  findActivity: ReturnType<typeof createActivityFinder>;
}

/** A longer name cannot be matched by hand either. */
const longestName = 500;

/** The values of a file as cells, each cell once; what cannot be read goes to the report. */
export function resolveCells(
  cells: FileCell[],
  { mapping, policy }: Pick<ImportInput, "mapping" | "policy">,
  known: Known,
  report: ImportReport,
): ReadCell[] {
  const found = new Map<string, ReadCell>();
  for (const cell of cells) {
    const read = resolveCell(cell, mapping, known, report);
    if (!read) continue;
    const id = toCellId(read);
    const earlier = found.get(id);
    if (!earlier) found.set(id, read);
    else if (policy === "add") found.set(id, { ...earlier, ...addTo(earlier, read, typeOf(known, read)) });
    else report.addProblem({ ...positionOf(cell), problem: repeats(cell, earlier) });
  }
  return [...found.values()];
}

function resolveCell(
  cell: FileCell,
  mapping: ImportInput["mapping"],
  known: Known,
  report: ImportReport,
): ReadCell | null {
  const { line, player, text } = cell;
  const refuse = (problem: string, column: string | null = null) => report.addProblem({ line, column, problem });
  if (player === "" || normalisedLengthOf(player) > longestName) {
    refuse(player === "" ? "This line has no player name." : "The player's name is too long.");
    return null;
  }
  const memberId = known.members.find(player);
  if (memberId === null) {
    report.addUnknown("unknown_player", player, line);
    return null;
  }
  const activity = findActivity(cell, known);
  if (!activity) {
    report.addUnknown("unknown_activity", "name" in cell.activity ? clip(cell.activity.name) : cell.column, line);
    return null;
  }
  const day = readDate(cell.date, mapping.date_order);
  if (day === null) {
    refuse(cell.date === "" ? "This line has no date." : `“${clip(cell.date)}” is not a date.`);
    return null;
  }
  const read = readCellText(text, { value_type: activity.value_type, decimal: mapping.decimal });
  if (read.kind === "problem" || read.kind === "clear") {
    refuse(read.kind === "problem" ? `“${clip(text)}”: ${read.problem}` : "There is no value.", cell.column);
    return null;
  }
  const value = read.kind === "value" ? read.value : null;
  return { ...positionOf(cell), member_id: memberId, activity_id: activity.id, day, state: read.kind, value };
}

function findActivity({ activity }: FileCell, { activities, findActivity: findByName }: Known): ImportActivity | null {
  const id = "id" in activity ? activity.id : findByName(activity.name);
  return id === null ? null : (activities.get(id) ?? null);
}

interface Amount {
  state: EntryState;
  value: number | null;
}

/** Adding never removes a value: excused plus a value is the value. Yes plus yes is yes. */
export function addTo(before: Amount, added: Amount, valueType: ImportActivity["value_type"]): Amount {
  if (added.value === null) return before.value === null ? added : { state: "value", value: before.value };
  if (before.value === null) return { state: "value", value: added.value };
  const value = valueType === "yes_no" ? Math.max(before.value, added.value) : before.value + added.value;
  return { state: "value", value };
}

export function typeOf({ activities }: Pick<Known, "activities">, { activity_id }: { activity_id: string }) {
  return activities.get(activity_id)?.value_type ?? "whole";
}

function positionOf({ line, column }: { line: number; column: string }) {
  return { line, column };
}

function repeats(cell: FileCell, earlier: ReadCell): string {
  if (cell.line === earlier.line) return `“${clip(cell.column)}” repeats “${clip(earlier.column)}”.`;
  return `Line ${cell.line} repeats line ${earlier.line}.`;
}

/** Enough of a text to find it in the file. */
function clip(text: string): string {
  const characters = Array.from(text);
  return characters.length > 60 ? `${characters.slice(0, 60).join("")}…` : text;
}

type Answer = z.output<(typeof importEntries)["response"]>;
type Problem = Answer["problems"][number];

/** How many of each one answer lists; the counts are complete. */
const most = { problems: 100, names: 200 };

export type ImportReport = ReturnType<typeof createReport>;

const none = { new: 0, changed: 0, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 };

/** Collects the result for the values of a file; the second part goes on where the worker stopped. */
export function createReport(known: { counts: ImportCounts; problems: Problem[] } = { counts: none, problems: [] }) {
  const counts = { ...known.counts };
  const problems = [...known.problems];
  const names = { unknown_player: createNames(), unknown_activity: createNames() };

  return {
    counts,
    count(kind: "new" | "changed" | "same" | "skipped") {
      counts[kind] += 1;
    },
    addUnknown(kind: "unknown_player" | "unknown_activity", name: string, line: number) {
      counts[kind] += 1;
      names[kind].add(name, line);
    },
    /** Once per line, even if it applies to each of its cells. */
    addProblem(problem: Problem) {
      counts.invalid += 1;
      const last = problems.at(-1);
      if (last?.line !== problem.line || last.problem !== problem.problem) problems.push(problem);
    },
    listProblems: () => problems.toSorted((a, b) => a.line - b.line).slice(0, most.problems),
    listUnknown: (kind: "unknown_player" | "unknown_activity") => names[kind].list().slice(0, most.names),
  };
}

/** Names in the order of the file, each with its number of lines. */
function createNames() {
  const found = new Map<string, { lines: number; last: number }>();
  return {
    add(name: string, line: number) {
      const known = found.get(name) ?? { lines: 0, last: 0 };
      found.set(name, { lines: known.lines + (known.last === line ? 0 : 1), last: line });
    },
    list: () => [...found].map(([name, { lines }]) => ({ name, lines })),
  };
}

/** Cells in columns of numbers: copying twenty thousand objects between threads takes longer than reading them. */
export interface PackedCells {
  count: number;
  lines: Int32Array;
  columns: Int32Array;
  members: Int32Array;
  activities: Int32Array;
  days: Int32Array;
  /** NaN where the member is excused. */
  values: Float64Array;
  /** The texts that the columns above refer to by index. */
  texts: string[];
}

export function packCells(cells: ReadCell[]): PackedCells {
  const texts = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, texts.size);
    return texts.size - 1;
  };
  return {
    count: cells.length,
    lines: Int32Array.from(cells, ({ line }) => line),
    columns: Int32Array.from(cells, ({ column }) => numberOf(column)),
    members: Int32Array.from(cells, ({ member_id }) => numberOf(member_id)),
    activities: Int32Array.from(cells, ({ activity_id }) => numberOf(activity_id)),
    days: Int32Array.from(cells, ({ day }) => numberOf(day)),
    values: Float64Array.from(cells, ({ value }) => value ?? Number.NaN),
    texts: [...texts.keys()],
  };
}

/** The cells from one index up to another. */
export function unpackCells(packed: PackedCells, from: number, to: number): ReadCell[] {
  const textAt = (numbers: Int32Array, index: number) => packed.texts[numbers[index] ?? -1] ?? "";
  return Array.from({ length: Math.max(0, Math.min(to, packed.count) - from) }, (_, offset) => {
    const index = from + offset;
    const value = packed.values[index] ?? Number.NaN;
    const isExcused = Number.isNaN(value);
    return {
      line: packed.lines[index] ?? 0,
      column: textAt(packed.columns, index),
      member_id: textAt(packed.members, index),
      activity_id: textAt(packed.activities, index),
      day: textAt(packed.days, index),
      state: isExcused ? "excused" : "value",
      value: isExcused ? null : value,
    };
  });
}
