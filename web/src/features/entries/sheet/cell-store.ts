import type { CellText } from "@clanhall/contract/rules/cell-text";
import { type CellState, cellStateOf } from "@clanhall/contract/rules/cells";
import type { Day, DayActivity } from "@clanhall/contract/days";
import type { Entry } from "@clanhall/contract/entries";
import { pointsOf, toCents } from "@clanhall/contract/rules/scoring";

/** How far a cell is on its way to the server. */
export type SaveState = "saved" | "waiting" | "saving" | "failed" | "conflict" | "needsConfirmation";

/** A cell as it is shown, own edits included. The object changes exactly when what it shows changes. */
export interface CellView {
  state: CellState;
  value: number | null;
  points: number;
  late: boolean;
  /** Changed after it was first entered. */
  edited: boolean;
  save: SaveState;
  /** Why it failed, or what is unusual about a value that waits for a yes. */
  problem: string | null;
  /** What somebody else entered meanwhile, while the conflict is open. */
  theirs: Entry | null;
}

/** What somebody enters into a cell. */
export type CellInput = Exclude<CellText, { kind: "problem" }>;

/** Row and column are indexes of the day's members and activities. */
export interface CellAt {
  row: number;
  column: number;
}

/** What somebody typed that is not on the server yet. */
export interface Unsaved {
  input: CellInput;
  /** The version that was there when it was typed. */
  base: number;
  save: Exclude<SaveState, "saved">;
  problem: string | null;
  theirs: Entry | null;
  /** An unusual value that was said yes to. */
  isConfirmed: boolean;
  /** When it goes out by itself. */
  dueAt: number;
  /** What was last sent, for an answer that never came. */
  sent: CellInput | null;
  /** It did not arrive, and goes out again as soon as it can. */
  isHeld: boolean;
}

export const freshlyTyped = {
  save: "waiting",
  problem: null,
  theirs: null,
  isConfirmed: false,
  dueAt: 0,
  sent: null,
  isHeld: false,
} satisfies Partial<Unsaved>;

export const nothing: CellInput = { kind: "clear" };
export const excused: CellInput = { kind: "excused" };

/** What an entry says, as somebody would enter it. */
export function contentOf(entry: Pick<Entry, "state" | "value"> | null | undefined): CellInput {
  if (entry?.state === "excused") return excused;
  return entry?.state === "value" && entry.value !== null ? { kind: "value", value: entry.value } : nothing;
}

export function valueOf(input: CellInput): number | null {
  return input.kind === "value" ? input.value : null;
}

export function isSameContent(one: CellInput, other: CellInput): boolean {
  return one.kind === other.kind && valueOf(one) === valueOf(other);
}

/** A cell's name within its day. */
export function keyOf({ member_id, activity_id }: { member_id: string; activity_id: string }): string {
  return `${member_id} ${activity_id}`;
}

/** The totals, the counts and the sheet as a whole. */
export const wholeSheet = -1;

export type CellStore = ReturnType<typeof createCellStore>;

/** The cells of a day: what the server has, with what was typed on top. Who shows a row hears when it changes. */
export function createCellStore(first: Day) {
  const entries = new Map<string, Entry>();
  const unsaved = new Map<string, Unsaved>();
  const ownVersions = new Map<string, number>();
  const axes = createAxes(first);
  const { mark, ...rows } = createRowSubscriptions();
  const { update, updateAll, ...views } = createViews({ axes, entries, unsaved, mark });
  /** Answers may overtake each other: an older version never replaces a newer one. */
  const putEntries = (list: Entry[]) => {
    const fresh = list.filter((entry) => entry.version >= (entries.get(keyOf(entry))?.version ?? 0));
    for (const entry of fresh) entries.set(keyOf(entry), entry);
    return fresh.map(keyOf);
  };
  putEntries(first.cells);
  updateAll();
  return {
    ...views,
    ...rows,
    day: axes.day,
    keyAt: axes.keyAt,
    find: axes.find,
    isDue: axes.isDue,
    entries: entries as ReadonlyMap<string, Entry>,
    unsaved: unsaved as ReadonlyMap<string, Unsaved>,
    versionAt: (at: CellAt) => entries.get(axes.keyAt(at))?.version ?? 0,
    putEntry: (entry: Entry) => putEntries([entry]).forEach(update),
    /** Takes in what was just written from here. */
    putOwnEntry: (entry: Entry) => {
      ownVersions.set(keyOf(entry), entry.version);
      putEntries([entry]).forEach(update);
    },
    isOwn: (entry: Entry) => ownVersions.get(keyOf(entry)) === entry.version,
    /** Takes in what the server has and names the cells that came. */
    putDay: (next: Day): string[] => {
      const areSame = axes.update(next);
      const keys = putEntries(next.cells);
      if (areSame) keys.forEach(update);
      else updateAll();
      mark(wholeSheet);
      return keys;
    },
    setUnsaved: (key: string, own: Unsaved | null) => {
      if (own) unsaved.set(key, own);
      else unsaved.delete(key);
      update(key);
    },
    /** For what no cell says by itself, such as whether it may be written. */
    markAll: () => axes.day().members.forEach((_, row) => mark(row)),
  };
}

type Axes = ReturnType<typeof createAxes>;

/** The rows and columns of a day. Members and activities keep theirs as long as the sheet lives; new ones come last. */
function createAxes(first: Day) {
  let day = first;
  let known = "";
  let rows = new Map<string, number>();
  let columns = new Map<string, number>();
  /** True when nobody and nothing came, went or changed. */
  const update = (next: Day): boolean => {
    const { members, activities } = day;
    const text = JSON.stringify([next.members, next.activities, next.window]);
    const areSame = text === known;
    if (areSame) day = { ...next, members, activities };
    else {
      day = { ...next, members: inOrder(members, next.members), activities: inOrder(activities, next.activities) };
      rows = new Map(day.members.map(({ id }, row) => [id, row]));
      columns = new Map(day.activities.map(({ id }, column) => [id, column]));
      known = text;
    }
    return areSame;
  };
  update(first);
  return {
    update,
    day: () => day,
    isDue: ({ row, column }: CellAt) => day.activities[column]?.due === true && day.members[row]?.not_due === null,
    keyAt: ({ row, column }: CellAt) =>
      keyOf({ member_id: day.members[row]?.id ?? "", activity_id: day.activities[column]?.id ?? "" }),
    find: (key: string): CellAt | null => {
      const [member = "", activity = ""] = key.split(" ");
      const [row, column] = [rows.get(member), columns.get(activity)];
      return row === undefined || column === undefined ? null : { row, column };
    },
  };
}

function inOrder<Part extends { id: string }>(before: Part[], after: Part[]): Part[] {
  const byId = new Map(after.map((part) => [part.id, part]));
  const known = new Set(before.map(({ id }) => id));
  return [...before.map((part) => byId.get(part.id) ?? part), ...after.filter(({ id }) => !known.has(id))];
}

/** Calls those who show a row when it changed: once for each change of the sheet, however many cells it has. */
function createRowSubscriptions() {
  const versions = new Map<number, number>();
  const listeners = new Map<number, Set<() => void>>();
  const changed = new Set<number>();
  const takeChanged = () => {
    if (changed.size === 0) return [];
    const rows = [...changed.add(wholeSheet)];
    changed.clear();
    for (const row of rows) versions.set(row, (versions.get(row) ?? 0) + 1);
    return rows;
  };
  const call = (row: number) => {
    for (const listener of listeners.get(row) ?? []) listener();
  };
  return {
    mark: (row: number) => void changed.add(row),
    versionOf: (row: number) => versions.get(row) ?? 0,
    subscribe: (row: number, listener: () => void) => {
      const ofRow = listeners.get(row) ?? new Set();
      listeners.set(row, ofRow.add(listener));
      return () => void ofRow.delete(listener);
    },
    notify: () => takeChanged().forEach(call),
    /** For what no hand waits for: row by row, so that a key which comes in between is not held up by all of them. */
    notifyInTurn() {
      for (const row of takeChanged()) {
        if (row === wholeSheet) call(row);
        else if (listeners.get(row)?.size) setTimeout(call, 0, row);
      }
    },
  };
}

interface ViewSource {
  axes: Axes;
  entries: ReadonlyMap<string, Entry>;
  unsaved: ReadonlyMap<string, Unsaved>;
  mark: (row: number) => void;
}

/** The cells as they are shown, with their sums. Updating one that shows the same changes nothing. */
function createViews({ axes, entries, unsaved, mark }: ViewSource) {
  const { add, ...sums } = createSums();
  const views: { cell: CellView; isDue: boolean }[][] = [];
  const updateAt = (at: CellAt) => {
    const { activities, window } = axes.day();
    const activity = activities[at.column];
    if (!activity) return;
    const key = axes.keyAt(at);
    const isDue = axes.isDue(at);
    const cell = toCellView({ entry: entries.get(key), own: unsaved.get(key), activity, isDue, window });
    const row = (views[at.row] ??= []);
    const before = row[at.column];
    if (before?.isDue === isDue && isSameCell(before.cell, cell)) return;
    if (before) add(before.cell, before.isDue, at, -1);
    add(cell, isDue, at, 1);
    row[at.column] = { cell, isDue };
    mark(at.row);
  };
  return {
    ...sums,
    cellAt: ({ row, column }: CellAt): CellView => views[row]?.[column]?.cell ?? emptyCell,
    update: (key: string) => {
      const at = axes.find(key);
      if (at) updateAt(at);
    },
    updateAll: () => {
      const { members, activities } = axes.day();
      for (const row of members.keys()) for (const column of activities.keys()) updateAt({ row, column });
    },
  };
}

const emptyCell: CellView = {
  state: "not_due",
  value: null,
  points: 0,
  late: false,
  edited: false,
  save: "saved",
  problem: null,
  theirs: null,
};

interface CellParts {
  entry: Entry | undefined;
  own: Unsaved | undefined;
  activity: DayActivity;
  isDue: boolean;
  window: Day["window"];
}

/** What was typed here, else what the server has. */
function toCellView({ entry, own, activity, isDue, window }: CellParts): CellView {
  const input = own?.input ?? contentOf(entry);
  const value = valueOf(input);
  const state = cellStateOf(input.kind === "clear" ? null : input.kind, isDue);
  const isPast = window.day < window.today;
  const isFilled = input.kind !== "clear";
  const earned = value === null ? 0 : own || !entry ? pointsOf(activity.aggregate, activity.rule, value) : entry.points;
  return {
    state,
    value,
    points: state === "missing" && isPast ? activity.rule.missing_points : earned,
    late: isFilled && (own ? isPast : entry?.late === true),
    edited: isFilled && (entry?.version ?? 0) > (own ? 0 : 1),
    save: own?.save ?? "saved",
    problem: own?.problem ?? null,
    theirs: own?.theirs ?? null,
  };
}

function isSameCell(one: CellView, other: CellView): boolean {
  return (Object.keys(one) as (keyof CellView)[]).every((name) => one[name] === other[name]);
}

const noSaves: Record<SaveState, number> = {
  saved: 0,
  waiting: 0,
  saving: 0,
  failed: 0,
  conflict: 0,
  needsConfirmation: 0,
};

/** What the cells come to, kept up to date cell by cell. Amounts are in hundredths, so that they add up exactly. */
function createSums() {
  const points: number[] = [];
  const totals: number[] = [];
  const saves = { ...noSaves };
  let due = 0;
  let entered = 0;
  const add = (cell: CellView, isDue: boolean, { row, column }: CellAt, sign: 1 | -1) => {
    points[row] = (points[row] ?? 0) + sign * toCents(cell.points);
    totals[column] = (totals[column] ?? 0) + sign * toCents(cell.value ?? 0);
    saves[cell.save] += sign;
    if (!isDue) return;
    due += sign;
    if (cell.state === "value" || cell.state === "excused") entered += sign;
  };
  return {
    add,
    pointsOf: (row: number) => (points[row] ?? 0) / 100,
    totalOf: (column: number) => (totals[column] ?? 0) / 100,
    counts: () => ({
      due,
      entered,
      waiting: saves.waiting + saves.saving,
      failed: saves.failed,
      conflicts: saves.conflict,
      needsConfirmation: saves.needsConfirmation,
    }),
  };
}
