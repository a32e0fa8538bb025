import type { DayActivity, DayMember } from "@clanhall/contract/days";
import type { CellView } from "../features/entries/sheet/cell-store.ts";
import type { CellEdit, Sheet } from "../features/entries/sheet/day-sheet.ts";

const rule = {
  effective_from: "2025-01-01",
  points_per_unit: 1,
  missing_points: 0,
  daily_cap: null,
  daily_target: null,
  weekly_target: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
};

export function fakeActivity(name: string, change: Partial<DayActivity> = {}): DayActivity {
  return {
    id: name,
    name,
    short_label: name.slice(0, 12),
    description: "",
    category: "",
    icon: "",
    color: "",
    value_type: "whole",
    unit: "",
    aggregate: "sum",
    min_value: null,
    max_value: null,
    entry_by: "maintainers",
    rule,
    due: true,
    ...change,
  };
}

export function fakeMember(name: string, change: Partial<DayMember> = {}): DayMember {
  return { id: name, name, tint: 1, groups: [], is_me: false, not_due: null, away_until: null, ...change };
}

const missing: CellView = {
  state: "missing",
  value: null,
  points: 0,
  late: false,
  edited: false,
  save: "saved",
  problem: null,
  theirs: null,
};

interface FakeSheet extends Sheet {
  /** What happened to a cell elsewhere. */
  change: (row: number, column: number, change: Partial<CellView>) => void;
  resolved: unknown[];
}

/** A sheet in memory: nothing is sent, everything is saved at once. */
export function fakeSheet(members: DayMember[], activities: DayActivity[], canEdit: Sheet["canEdit"] = () => true) {
  const cells = members.map(() => activities.map(() => missing));
  const versions = new Map<number, number>();
  const listeners = new Map<number, Set<() => void>>();
  const steps: { before: CellEdit[]; after: CellEdit[] }[] = [];
  let done = 0;
  const notify = (row: number) => {
    versions.set(row, (versions.get(row) ?? 0) + 1);
    for (const listener of listeners.get(row) ?? []) listener();
  };
  const put = (row: number, column: number, change: Partial<CellView>) => {
    const line = cells[row];
    if (line) line[column] = { ...(line[column] ?? missing), ...change };
  };
  const write = (edits: CellEdit[]) => {
    for (const { row, column, input } of edits) put(row, column, { ...missing, ...stateOf(input) });
    for (const row of new Set([...edits.map((edit) => edit.row), -1])) notify(row);
    return edits;
  };
  const sheet: FakeSheet = {
    day: dayOf(members, activities),
    members,
    activities,
    canEdit,
    whyReadOnly: () => ({ text: "You cannot change this cell.", actions: [] }),
    versionAt: () => 0,
    cellAt: ({ row, column }) => cells[row]?.[column] ?? missing,
    pointsOf: (row) => sum(cells[row]?.map(({ value }) => value ?? 0) ?? []),
    totalOf: (column) => sum(cells.map((line) => line[column]?.value ?? 0)),
    edit: (edits) => {
      steps.splice(done, steps.length, {
        before: edits.map((edit) => ({ ...edit, input: inputOf(sheet, edit) })),
        after: edits,
      });
      done = steps.length;
      write(edits);
      return { onUndo: async () => sheet.undo(), whenUndone: () => undefined };
    },
    undo: () => (done === 0 ? [] : write(steps[--done]?.before ?? [])),
    redo: () => (done === steps.length ? [] : write(steps[done++]?.after ?? [])),
    canUndo: () => done > 0,
    canRedo: () => done < steps.length,
    resolveConflict: (at, choice) => {
      sheet.resolved.push([at, choice]);
      sheet.change(at.row, at.column, { save: "saved", theirs: null });
    },
    confirm: ({ row, column }) => sheet.change(row, column, { save: "saved", problem: null }),
    retry: () => undefined,
    subscribe: (row, listener) => {
      const set = listeners.get(row) ?? new Set();
      listeners.set(row, set.add(listener));
      return () => void set.delete(listener);
    },
    versionOf: (row) => versions.get(row) ?? 0,
    counts: () => ({ due: 0, entered: 0, waiting: 0, failed: 0, conflicts: 0, needsConfirmation: 0 }),
    resolved: [],
    change: (row, column, change) => {
      put(row, column, change);
      notify(row);
      notify(-1);
    },
  };
  return sheet;
}

function stateOf(input: CellEdit["input"]): Partial<CellView> {
  if (input.kind === "value") return { state: "value", value: input.value, points: input.value };
  return { state: input.kind === "excused" ? "excused" : "missing" };
}

function inputOf(sheet: Sheet, at: { row: number; column: number }): CellEdit["input"] {
  const { state, value } = sheet.cellAt(at);
  if (state === "value" && value !== null) return { kind: "value", value };
  return { kind: state === "excused" ? "excused" : "clear" };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function dayOf(members: DayMember[], activities: DayActivity[]): Sheet["day"] {
  return {
    window: {
      day: "2025-11-14",
      today: "2025-11-14",
      ends_at: "2025-11-15T07:00:00.000Z",
      state: "open",
      locks_at: null,
      locked_at: null,
      reopened_until: null,
      can_write: true,
      needs_reason: false,
    },
    revision: 0,
    activities,
    members,
    cells: [],
    due: 0,
    entered: 0,
  };
}
