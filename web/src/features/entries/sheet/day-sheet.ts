import type { Day, DayActivity, DayMember } from "@clanhall/contract/days";
import { findValueProblem } from "@clanhall/contract/rules/scoring";
import { type AccessParts, createAccess, type Refusal, type Writes } from "./access.ts";
import {
  type CellAt,
  type CellInput,
  type CellStore,
  type CellView,
  contentOf,
  createCellStore,
  freshlyTyped,
  isSameContent,
  keyOf,
  type SaveState,
  type Unsaved,
  valueOf,
} from "./cell-store.ts";
import {
  afterConflict,
  createSaveQueue,
  type SaveAnswer,
  type SaveParts,
  type SaveQueue,
  type UsualValues,
} from "./save-queue.ts";
import { type CellChange, createSteps } from "./steps.ts";
import { createDraftKeeper, type DraftKey, readDrafts } from "./stored-drafts.ts";

export interface CellEdit extends CellAt {
  input: CellInput;
  /** The version that stood there when somebody began to type; what came since then is not written over unasked. */
  seen?: number | undefined;
}

/** The way back from one edit, as a toast takes it. */
interface EditStep {
  /** Takes back just this step, where nothing else was entered since. */
  onUndo: () => Promise<CellAt[]>;
  /** Calls once the step is taken back, by whatever means. */
  whenUndone: (listener: () => void) => void;
}

/** One day's cells with everything that is typed into them. Lives outside of React, so that one key press draws one row. */
export interface Sheet {
  readonly day: Day;
  readonly members: DayMember[];
  readonly activities: DayActivity[];
  /** Whether this person may write the cell. */
  canEdit: (at: CellAt) => boolean;
  /** Why they may not, or what there is to know before they do. */
  whyReadOnly: (at: CellAt) => Refusal;
  cellAt: (at: CellAt) => CellView;
  /** The version that stands in a cell, for whoever begins to type there. */
  versionAt: (at: CellAt) => number;
  pointsOf: (row: number) => number;
  /** Sum of the column's values; of yes/no, how often it is yes. */
  totalOf: (column: number) => number;
  /**
   * One step for undo, however many cells it has. Cells that may not be written are left out. Null where nothing
   * changed.
   */
  edit: (edits: CellEdit[]) => EditStep | null;
  /** Returns the cells it changed, for the selection to go there. */
  undo: () => CellAt[];
  redo: () => CellAt[];
  canUndo: () => boolean;
  canRedo: () => boolean;
  resolveConflict: (at: CellAt, choice: "mine" | "theirs") => void;
  /** Says yes to a value that looked unusual. */
  confirm: (at: CellAt) => void;
  /** Sends what failed again. */
  retry: () => void;
  /** Called when a cell of the row changes; `wholeSheet` for the totals, the counts and everything. */
  subscribe: (row: number, listener: () => void) => () => void;
  /** Rises with every change of the row, for `useSyncExternalStore`. */
  versionOf: (row: number) => number;
  /** Cells that are due and entered, and those that are not on the server yet, by what keeps them. */
  counts: () => ReturnType<CellStore["counts"]>;
}

/** A sheet with what the page around the grid needs of it. */
export interface DaySheet extends Sheet, Pick<SaveQueue, "flush" | "resume"> {
  /** Gives up what could not be saved. */
  discard: () => void;
  /** Takes in what the server has now, all of it or what changed since; what is typed here stays. */
  mergeDay: (day: Day) => void;
  /** Whether a save with this number brought this day something that is not here yet. */
  isNewer: (revision: number, touchesDay: boolean) => boolean;
  revision: () => number;
  needsReason: () => boolean;
  giveReason: (reason: string) => void;
  /** A day as it was read, with everything that is known here to have happened since. */
  applyKnownChanges: (day: Day) => Day;
  /** Writes down what is not saved, for when the page goes. */
  keepDrafts: () => void;
  /** Asks what is usual, unless that is known already. */
  loadUsual: () => Promise<unknown>;
  usualAt: (at: CellAt) => number | null;
}

export interface DaySheetParts extends AccessParts, Pick<SaveParts, "save" | "loadUsualValues" | "onRefused"> {
  day: Day;
  draftKey: DraftKey;
}

/** One day's cells, with everything that is typed into them and its way to the server. */
export function createDaySheet({ day, draftKey, save, onRefused, ...parts }: DaySheetParts): DaySheet {
  const cells = createCellStore(day);
  const keeper = createDraftKeeper(draftKey, (key) => cells.unsaved.get(key) ?? null);
  let usual: UsualValues = new Map();
  const loadUsualValues = once(async () => (usual = await parts.loadUsualValues()));
  const { needsReason, isStopped, canWrite, reason, setReason, ...access } = createAccess(cells, parts);
  const change = (key: string, own: Unsaved | null) => {
    cells.setUnsaved(key, own);
    keeper.note(key);
  };
  const onSaved = (answer: SaveAnswer, sent: ReadonlyMap<string, CellInput>) => {
    noteOwnSave(answer.revision);
    for (const saved of answer.versions) {
      const input = sent.get(keyOf(saved));
      if (input) cells.putOwnEntry(toEntry(cells.day(), saved, input, parts.writes));
    }
  };
  const queue = createSaveQueue({ cells, save, loadUsualValues, isStopped, reason, change, onSaved, onRefused });
  const shared = { cells, queue, change };
  const { noteOwnSave, ...merging } = createMerging(shared, day);
  const steps = createSteps(draftKey);
  restoreDrafts(shared, draftKey);
  cells.notify();
  queue.schedule();

  return {
    get day() {
      return cells.day();
    },
    get members() {
      return cells.day().members;
    },
    get activities() {
      return cells.day().activities;
    },
    ...access,
    cellAt: cells.cellAt,
    versionAt: cells.versionAt,
    pointsOf: cells.pointsOf,
    totalOf: cells.totalOf,
    subscribe: cells.subscribe,
    versionOf: cells.versionOf,
    ...createEdits({ ...shared, steps }, canWrite, () => void loadUsualValues()),
    ...createDecisions(shared, isStopped),
    ...merging,
    flush: queue.flush,
    resume: queue.resume,
    needsReason,
    giveReason: (text) => {
      setReason(text);
      queue.flush();
    },
    keepDrafts: () => {
      keeper.write();
      steps.keep();
    },
    loadUsual: loadUsualValues,
    usualAt: (at) => usual.get(cells.keyAt(at)) ?? null,
  };
}

interface SharedParts {
  cells: CellStore;
  queue: SaveQueue;
  change: (key: string, own: Unsaved | null) => void;
}

/** What a save left on the server, as the next answer will have it. */
function toEntry({ members }: Day, saved: SaveAnswer["versions"][number], input: CellInput, writes: Writes) {
  const me = members.find(({ is_me }) => is_me);
  return {
    ...saved,
    state: input.kind === "clear" ? ("cleared" as const) : input.kind,
    value: valueOf(input),
    entered_by: me?.id ?? saved.member_id,
    entered_by_name: me?.name ?? "You",
    entered_at: new Date().toISOString(),
    source: writes === "own" ? ("self" as const) : ("ui" as const),
  };
}

/** Asked for once; without an answer nothing counts as unusual. */
function once(load: SaveParts["loadUsualValues"]): SaveParts["loadUsualValues"] {
  let loading: ReturnType<typeof load> | undefined;
  return () => (loading ??= load().catch(() => new Map()));
}

/** Takes up what was typed on an earlier visit and never arrived. */
function restoreDrafts({ cells, change }: SharedParts, draftKey: DraftKey): void {
  for (const [key, { input, base, isConfirmed }] of readDrafts(draftKey)) {
    const entry = cells.entries.get(key);
    const problem = findProblem(cells, key, input);
    const own: Unsaved = { ...freshlyTyped, input, base, isConfirmed };
    if (cells.find(key) === null || isSameContent(input, contentOf(entry))) change(key, null);
    else if (problem !== null) change(key, { ...own, save: "failed", problem });
    else change(key, entry && entry.version > base ? afterConflict(own, entry) : own);
  }
}

/** Why a value cannot be entered at all, whoever enters it. */
function findProblem(cells: CellStore, key: string, input: CellInput): string | null {
  const activity = cells.day().activities[cells.find(key)?.column ?? -1];
  const value = valueOf(input);
  return value === null || !activity ? null : findValueProblem(activity, value);
}

interface Writing {
  dueAt: number;
  /** Needs no second question. */
  isConfirmed?: boolean;
  seen?: number | undefined;
}

/** What is typed, pasted, undone and done again. */
function createEdits(
  { cells, queue, change, steps }: SharedParts & { steps: ReturnType<typeof createSteps> },
  canWrite: (at: CellAt, input: CellInput) => boolean,
  onEdit: () => void,
) {
  const write = (key: string, input: CellInput, { dueAt, isConfirmed = false, seen = Infinity }: Writing) => {
    const before = cells.unsaved.get(key);
    const entry = cells.entries.get(key);
    const base = before?.base ?? entry?.version ?? 0;
    const sent = before?.sent ?? null;
    const own: Unsaved = { ...freshlyTyped, input, base, sent, isConfirmed, dueAt };
    const problem = findProblem(cells, key, input);
    if (!queue.isInFlight(key) && isSameContent(input, contentOf(entry))) change(key, null);
    else if (problem !== null) change(key, { ...own, save: "failed", problem });
    else if (before?.theirs) change(key, { ...own, save: "conflict", theirs: before.theirs });
    else if (!before && entry && entry.version > seen && !cells.isOwn(entry))
      change(key, { ...own, save: "conflict", theirs: entry });
    else change(key, own);
  };
  const finish = () => {
    cells.notify();
    onEdit();
    queue.schedule();
  };
  const contentAt = (at: CellAt) => {
    const { state, value } = cells.cellAt(at);
    return contentOf({ state: state === "excused" || state === "value" ? state : "cleared", value });
  };
  const toChange = ({ row, column, input, seen }: CellEdit) => {
    const at = { row, column };
    const before = contentAt(at);
    if (!canWrite(at, input) || isSameContent(before, input)) return [];
    return [{ key: cells.keyAt(at), before, after: input, seen }];
  };
  const replay = (step: CellChange[], side: "before" | "after"): CellAt[] => {
    const expected = side === "before" ? "after" : "before";
    // What somebody changed since then is theirs; what once stood there needs no second question.
    const cellsOfStep = step.flatMap(({ key, [side]: input, [expected]: left }) => {
      const at = cells.find(key);
      return at && canWrite(at, input) && isSameContent(contentAt(at), left) ? [{ at, key, input }] : [];
    });
    const dueAt = queue.nextDueAt();
    for (const { key, input } of cellsOfStep) write(key, input, { dueAt, isConfirmed: true });
    finish();
    return cellsOfStep.map(({ at }) => at);
  };
  const undoneListeners = new WeakMap<CellChange[], () => void>();
  const undo = (one?: CellChange[]) => {
    const step = steps.undo(one);
    undoneListeners.get(step)?.();
    return replay(step, "before");
  };
  return {
    edit(edits: CellEdit[]): EditStep | null {
      const changes = edits.flatMap(toChange);
      if (changes.length === 0) return null;
      const step = changes.map(({ seen: _seen, ...one }) => one);
      steps.add(step);
      // One time for all of them, so that they go out in one call.
      const dueAt = queue.nextDueAt();
      for (const { key, after, seen } of changes) write(key, after, { dueAt, seen });
      finish();
      return {
        onUndo: async () => undo(step),
        whenUndone: (listener) => void undoneListeners.set(step, listener),
      };
    },
    undo: () => undo(),
    redo: () => replay(steps.redo(), "after"),
    canUndo: steps.canUndo,
    canRedo: steps.canRedo,
  };
}

/** What a person decides about cells that did not save by themselves. */
function createDecisions({ cells, queue, change }: SharedParts, isStopped: () => boolean) {
  const decide = (keys: string[], to: (own: Unsaved, key: string) => Unsaved | null) => {
    for (const key of keys) {
      const own = cells.unsaved.get(key);
      if (own) change(key, to(own, key));
    }
    cells.notify();
    queue.flush();
  };
  const keysOf = (...saves: SaveState[]) =>
    [...cells.unsaved].filter(([, { save }]) => saves.includes(save)).map(([key]) => key);
  const again = (own: Unsaved): Unsaved => ({ ...own, save: "waiting", problem: null, theirs: null, dueAt: 0 });
  return {
    resolveConflict: (at: CellAt, choice: "mine" | "theirs") =>
      decide([cells.keyAt(at)], (own) =>
        choice === "theirs" ? null : { ...again(own), base: own.theirs?.version ?? own.base },
      ),
    confirm: (at: CellAt) => decide([cells.keyAt(at)], (own) => ({ ...again(own), isConfirmed: true })),
    retry: () =>
      decide(keysOf("failed"), (own, key) => (findProblem(cells, key, own.input) === null ? again(own) : own)),
    discard: () => decide(isStopped() ? keysOf("failed", "waiting") : keysOf("failed"), () => null),
  };
}

/** Keeps the sheet in step with what others do. */
function createMerging({ cells, queue, change }: SharedParts, first: Day) {
  let { revision } = first;
  let hidden = countHidden(cells, first);
  /** Only the very next number is surely known here: between others somebody may have saved. */
  const goTo = (next: number) => {
    if (next === revision + 1) revision = next;
  };
  const counts = () => {
    const shown = cells.counts();
    return { ...shown, due: shown.due + hidden.due, entered: shown.entered + hidden.entered };
  };
  return {
    noteOwnSave: goTo,
    revision: () => revision,
    counts,
    isNewer(next: number, touchesDay: boolean) {
      if (!touchesDay) goTo(next);
      return touchesDay && next > revision;
    },
    mergeDay(day: Day) {
      if (day.revision < revision) return;
      revision = day.revision;
      const { can_write, needs_reason } = cells.day().window;
      for (const key of cells.putDay(day)) {
        const own = cells.unsaved.get(key);
        const entry = cells.entries.get(key);
        const isBehind = own && entry && entry.version > own.base;
        // The answer to a call on its way says more than this does.
        if (isBehind && !queue.isInFlight(key)) change(key, afterConflict(own, entry));
      }
      hidden = countHidden(cells, day);
      if (can_write !== day.window.can_write || needs_reason !== day.window.needs_reason) cells.markAll();
      cells.notify();
      queue.schedule();
    },
    applyKnownChanges(day: Day): Day {
      if (day.revision > revision) return day;
      const { due, entered } = counts();
      return { ...day, due, entered, revision, cells: [...cells.entries.values()] };
    },
  };
}

/** Due cells in rows that this person does not see: the day counts them all the same. */
function countHidden(cells: CellStore, { due, entered }: Day): { due: number; entered: number } {
  const shown = cells.counts();
  return { due: Math.max(0, due - shown.due), entered: Math.max(0, entered - shown.entered + countTyped(cells)) };
}

/** Due cells that are filled only here, less those that are emptied only here. */
function countTyped({ unsaved, entries, find, isDue }: CellStore): number {
  let typed = 0;
  for (const [key, { input }] of unsaved) {
    const at = find(key);
    if (at && isDue(at)) typed += fillOf(input) - fillOf(contentOf(entries.get(key)));
  }
  return typed;
}

function fillOf({ kind }: CellInput): number {
  return kind === "clear" ? 0 : 1;
}
