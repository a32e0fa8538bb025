import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import type { Entry, putEntries } from "@clanhall/contract/entries";
import { formatNumber } from "../../../lib/format.ts";
import { ApiError, hasStatus, wantsSecondFactor } from "../../../lib/api-errors.ts";
import { errorText } from "../../../lib/error-text.ts";
import {
  type CellInput,
  type CellStore,
  contentOf,
  isSameContent,
  keyOf,
  type Unsaved,
  valueOf,
} from "./cell-store.ts";

type SaveInput = CallInput<typeof putEntries>["body"];
export type SaveAnswer = AnswerOf<typeof putEntries>;
export type Save = (input: SaveInput) => Promise<SaveAnswer>;

/** What is usual for each cell, by its key. */
export type UsualValues = ReadonlyMap<string, number>;

export interface SaveParts {
  cells: CellStore;
  save: Save;
  /** What is usual; nothing while that is not known. */
  loadUsualValues: () => Promise<UsualValues>;
  /** Nothing can be sent now: the day is locked, or asks for a reason first. */
  isStopped: () => boolean;
  reason: () => string | null;
  /** Keeps a cell on this device, or forgets it when it is saved. */
  change: (key: string, own: Unsaved | null) => void;
  onSaved: (answer: SaveAnswer, sent: ReadonlyMap<string, CellInput>) => void;
  /** The server does not take it as things are: the day may have changed. */
  onRefused: () => void;
}

export type SaveQueue = ReturnType<typeof createSaveQueue>;

const delayMs = 600;
const cellsPerCall = 5_000;

/** Sends what was typed once it is due, in batches, one call at a time. */
export function createSaveQueue(parts: SaveParts) {
  const { cells, change } = parts;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let sendsAll = false;
  let latestDue = 0;
  const inFlight = new Set<string>();

  const waiting = () => (parts.isStopped() ? [] : [...cells.unsaved].filter(([, { save }]) => save === "waiting"));
  const nextBatch = () => {
    const now = Date.now();
    const due = waiting().filter(([, { dueAt }]) => sendsAll || dueAt <= now);
    return due.slice(0, cellsPerCall).map(([key]) => key);
  };
  const run = async () => {
    if (isSending) return;
    isSending = true;
    for (let keys = nextBatch(); keys.length > 0; keys = nextBatch()) {
      await saveBatch({ ...parts, inFlight, retryIn }, keys);
    }
    isSending = false;
    sendsAll = false;
    schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    const next = waiting().reduce((first, [, { dueAt }]) => Math.min(first, dueAt), Number.POSITIVE_INFINITY);
    if (isSending || !Number.isFinite(next)) return;
    timer = setTimeout(() => void run(), Math.max(0, next - Date.now()));
  };
  const resume = () => {
    for (const [key, own] of cells.unsaved) {
      if (own.save === "failed" && own.isHeld) change(key, { ...own, save: "waiting", problem: null, dueAt: 0 });
    }
    cells.notify();
    void run();
  };
  const retryIn = (seconds: number) => void setTimeout(resume, seconds * 1000);
  return {
    /** Runs when the next cell is due. */
    schedule,
    /** Sends again what did not arrive. */
    resume,
    /** Sends at once what waits for its time. */
    flush: () => {
      sendsAll = true;
      void run();
    },
    isInFlight: (key: string) => inFlight.has(key),
    /** What is typed in a run shares its times, so that each of them is one call and not each cell. */
    nextDueAt: () => {
      const now = Date.now();
      if (latestDue < now) latestDue = now + delayMs;
      else if (latestDue < now + delayMs) latestDue += delayMs;
      return latestDue;
    },
  };
}

interface BatchParts extends SaveParts {
  inFlight: Set<string>;
  retryIn: (seconds: number) => void;
}

/** Sends some cells in one call and takes in what became of each of them. */
async function saveBatch(parts: BatchParts, keys: string[]): Promise<void> {
  const { cells, change, inFlight } = parts;
  const usual = await parts.loadUsualValues();
  const batch = keys.flatMap((key) => askAboutUnusual(parts, usual, key));
  for (const { key, own } of batch) {
    inFlight.add(key);
    change(key, { ...own, save: "saving", problem: null, sent: own.input, isHeld: false });
  }
  cells.notifyInTurn();
  if (batch.length === 0) return;
  const sent = new Map(batch.map(({ key, own }) => [key, own.input]));
  const reason = parts.reason();
  const { day } = cells.day().window;
  try {
    const entries = batch.map(({ key, own }) => toEntryInput(key, own, day));
    takeAnswer(parts, await parts.save({ entries, ...(reason !== null && { reason }) }), sent);
  } catch (error) {
    takeError(parts, error, [...sent.keys()]);
  }
  inFlight.clear();
  cells.notifyInTurn();
}

/** Leaves out what looks like a slip of the finger until somebody says yes to it. */
function askAboutUnusual({ cells, change }: SaveParts, usual: UsualValues, key: string) {
  const own = cells.unsaved.get(key);
  if (own?.save !== "waiting") return [];
  const value = valueOf(own.input);
  const problem = own.isConfirmed || value === null ? null : findUnusual(usual.get(key), value);
  if (problem === null) return [{ key, own }];
  change(key, { ...own, save: "needsConfirmation", problem });
  return [];
}

const unusualTimes = 5;
const unusualAtLeast = 10;

/** What is unusual about a value, as a question; null when nothing is. */
function findUnusual(usual: number | undefined, value: number): string | null {
  if (usual === undefined || value <= usual * unusualTimes || value - usual < unusualAtLeast) return null;
  const shown = formatNumber(usual, usual < 10 ? 1 : 0);
  return `Much higher than usual (${shown}). Is ${formatNumber(value)} correct?`;
}

function toEntryInput(key: string, { input, base }: Unsaved, day: string): SaveInput["entries"][number] {
  const [member_id = "", activity_id = ""] = key.split(" ");
  const excuse = input.kind === "excused" ? { excused: true } : {};
  return { member_id, activity_id, day, value: valueOf(input), ...excuse, base_version: base };
}

/** What was typed while the call was on its way goes out next. */
function takeAnswer(
  { cells, change, onSaved }: SaveParts,
  answer: SaveAnswer,
  sent: ReadonlyMap<string, CellInput>,
): void {
  onSaved(answer, sent);
  for (const saved of answer.versions) {
    const key = keyOf(saved);
    const own = cells.unsaved.get(key);
    if (!own) continue;
    const isDone = isSameContent(own.input, sent.get(key) ?? own.input);
    change(key, isDone ? null : { ...own, base: saved.version });
  }
  for (const { current, ...cell } of answer.conflicts) {
    const own = cells.unsaved.get(keyOf(cell));
    if (current) cells.putEntry(current);
    if (own) change(keyOf(cell), afterConflict(own, current));
  }
}

/** Somebody else was faster. An own save whose answer was lost is nobody else. */
export function afterConflict(own: Unsaved, theirs: Entry | null): Unsaved | null {
  if (theirs === null) return { ...own, base: 0, save: "waiting", dueAt: 0 };
  if (isSameContent(own.input, contentOf(theirs))) return null;
  const isOwn = own.sent !== null && theirs.version === own.base + 1 && isSameContent(own.sent, contentOf(theirs));
  if (isOwn) return { ...own, base: theirs.version, save: "waiting", dueAt: 0 };
  return { ...own, save: "conflict", problem: null, theirs };
}

function takeError({ cells, change, onRefused, retryIn }: BatchParts, error: unknown, keys: string[]): void {
  const { ofCells, ofAll, isHeld, retryAfter, isStale } = readSaveError(error);
  for (const [index, key] of keys.entries()) {
    const own = cells.unsaved.get(key);
    if (!own) continue;
    const problem = ofCells.get(index) ?? ofAll;
    // Typed again meanwhile: what was refused is gone already.
    const isAnother = own.save !== "saving" && !isHeld;
    if (problem !== null && !isAnother) change(key, { ...own, save: "failed", problem, isHeld });
    else if (own.save === "saving") change(key, { ...own, save: "waiting", dueAt: 0 });
  }
  if (retryAfter !== null) retryIn(retryAfter);
  if (isStale) onRefused();
}

interface SaveError {
  /** What is wrong with single cells, by their index in the call. */
  ofCells: ReadonlyMap<number, string>;
  /** What is wrong with all of them; null when the others can be sent without those. */
  ofAll: string | null;
  /** It did not get as far as being checked: it goes out again when that is possible. */
  isHeld: boolean;
  /** Seconds until another try makes sense by itself. */
  retryAfter: number | null;
  /** What is known of the day is no longer true. */
  isStale: boolean;
}

/** What a call that was refused means for the cells in it. */
function readSaveError(error: unknown): SaveError {
  const isHeld = !(error instanceof ApiError) || isTemporary(error);
  const ofCells = error instanceof ApiError && error.status === 400 ? cellErrors(error) : new Map<number, string>();
  return {
    ofCells,
    ofAll: ofCells.size > 0 ? null : isHeld ? heldText(error) : errorText(error),
    isHeld,
    retryAfter: hasStatus(error, 429) ? ((error as ApiError).retryAfter ?? 10) : null,
    isStale: hasStatus(error, 403, 404, 423) && !isHeld,
  };
}

/** A server that fails over one save would fail over it again: that is for the person to decide. */
function isTemporary(error: ApiError): boolean {
  const { status } = error;
  return status === undefined || status > 500 || status === 401 || status === 429 || wantsSecondFactor(error);
}

function heldText(error: unknown): string {
  if (hasStatus(error, 401) || wantsSecondFactor(error)) return "Not saved yet. Log in again to save it.";
  if (hasStatus(error, 429)) return "Not saved yet. Retrying automatically.";
  return "Not saved yet. It is sent again once you are connected.";
}

function cellErrors({ details }: ApiError): Map<number, string> {
  return new Map(
    details.flatMap(({ path, message }) => {
      const index = /^entries\.(\d+)(?:\.|$)/.exec(path)?.[1];
      return index === undefined ? [] : [[Number(index), message] as const];
    }),
  );
}
