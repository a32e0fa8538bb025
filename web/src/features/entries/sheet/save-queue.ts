import { saveBatch, type SaveParts } from "./save-batch.ts";

const delayMs = 600;
const cellsPerCall = 5_000;

/** Sends what was typed once it is due, in batches, one call at a time. */
export function createSaveQueue(parts: SaveParts) {
  const { cells, change } = parts;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let sendsAll = false;
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
      await saveBatch({ ...parts, inFlight, tryAgainIn }, keys);
    }
    isSending = false;
    sendsAll = false;
    plan();
  };
  /** Wakes up when the next cell is due. */
  const plan = () => {
    clearTimeout(timer);
    const next = waiting().reduce((first, [, { dueAt }]) => Math.min(first, dueAt), Number.POSITIVE_INFINITY);
    if (isSending || !Number.isFinite(next)) return;
    timer = setTimeout(() => void run(), Math.max(0, next - Date.now()));
  };
  const resume = () => {
    for (const [key, own] of cells.unsaved) {
      if (own.save === "failed" && own.isHeld) change(key, { ...own, save: "waiting", problem: null, dueAt: 0 });
    }
    cells.watchers.tell();
    void run();
  };
  let latestDue = 0;
  /** What is typed in a run shares its times, so that each of them is one call and not each cell. */
  const nextDueAt = () => {
    const now = Date.now();
    if (latestDue < now) latestDue = now + delayMs;
    else if (latestDue < now + delayMs) latestDue += delayMs;
    return latestDue;
  };
  const tryAgainIn = (seconds: number) => void setTimeout(resume, seconds * 1000);
  return {
    plan,
    resume,
    flush: () => {
      sendsAll = true;
      void run();
    },
    isInFlight: (key: string) => inFlight.has(key),
    nextDueAt,
  };
}
