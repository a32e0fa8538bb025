import { isDatabaseAway } from "../../../db/database-away.ts";
import { type KeptAnswer, keepAnswer } from "./kept-answer.ts";
import { type ReadyBoard, sizeOfReady } from "./ready-board.ts";
import type { SharedBoard } from "./queries.ts";

/** How long it is believed who may see a board, should nobody tell of a change. */
const gateMs = 2_000;
/** From this age on it is asked anew beside the answer, so that nobody has to wait for it. */
const refreshMs = 1_000;
/** How long what is known is served while the database cannot be asked. */
const awayMs = 60_000;
const periodsMax = 12;

/** A board that somebody asked for, by what they asked for it with. */
export interface LiveBoard {
  key: string;
  /** Null until it is known whose it is. */
  clanId: string | null;
  boardId: string | null;
  /** Changes heard of that may concern it. */
  changes: number;
  /** The last save of entries heard of. */
  revision: number;
  gate: KeptAnswer<SharedBoard | null>;
  /** By the first day of a frozen period; what counts now is under "". */
  results: Map<string, KeptAnswer<ReadyBoard | null>>;
  followers: number;
  /** The topic on which they are told. */
  followedAs: string | null;
  timer: NodeJS.Timeout | null;
  wakesAt: number;
}

export function createLiveBoard(key: string, check: (live: LiveBoard) => Promise<SharedBoard | null>): LiveBoard {
  const live: LiveBoard = {
    key,
    clanId: null,
    boardId: null,
    changes: 0,
    revision: 0,
    gate: keepAnswer(
      () => check(live),
      () => live.changes,
    ),
    results: new Map(),
    followers: 0,
    followedAs: null,
    timer: null,
    wakesAt: 0,
  };
  return live;
}

/** Who may see the board, without asking anybody; undefined when it has to be asked. */
export function peekGate(live: LiveBoard, now: number): SharedBoard | null | undefined {
  const kept = live.gate.peek();
  if (!kept || kept.changes !== live.changes) return undefined;
  const age = now - kept.at;
  if (age >= gateMs) return undefined;
  if (age >= refreshMs && !live.gate.isRunning()) live.gate.get(() => false).catch(() => undefined);
  return kept.value;
}

/** While the database is away, what nobody has called into doubt is believed a little longer. */
export async function openGate(live: LiveBoard): Promise<SharedBoard | null> {
  try {
    return (await live.gate.get((kept) => kept.changes === live.changes && Date.now() - kept.at < gateMs)).value;
  } catch (error) {
    const kept = live.gate.peek();
    const isKnown = kept && kept.changes === live.changes && Date.now() - kept.at < awayMs;
    if (isKnown && error instanceof Error && isDatabaseAway(error)) return kept.value;
    throw error;
  }
}

type ReadResult = (before: ReadyBoard | null) => Promise<ReadyBoard | null>;

/** The result of a period, which is worked out at most once for all who wait for it. */
export async function openResult(live: LiveBoard, board: SharedBoard, period: string, now: Date, read: ReadResult) {
  const result = live.results.get(period) ?? keepAnswer<ReadyBoard | null>(read, () => live.changes);
  live.results.set(period, result);
  const { value } = await result.get(
    (kept) => kept.changes === live.changes && isRight(live, board, kept.value, now.getTime()),
  );
  if (!value) live.results.delete(period);
  if (live.results.size > periodsMax) forgetOtherPeriod(live, period);
  return value;
}

export function peekResult(live: LiveBoard, board: SharedBoard, now: number): ReadyBoard | null {
  const kept = live.results.get("")?.peek();
  return kept?.value && kept.changes === live.changes && isRight(live, board, kept.value, now) ? kept.value : null;
}

function isRight(live: LiveBoard, board: SharedBoard, ready: ReadyBoard | null, now: number): boolean {
  if (!ready) return true;
  const { revision, boardVersion, validUntil } = ready;
  return revision >= live.revision && boardVersion >= board.version && now < validUntil;
}

/** What counts now stays. */
function forgetOtherPeriod(live: LiveBoard, period: string): void {
  const other = [...live.results.keys()].find((key) => key !== "" && key !== period);
  if (other !== undefined) live.results.delete(other);
}

export function sizeOfLive({ results }: LiveBoard): number {
  let bytes = 1_000;
  for (const result of results.values()) {
    const ready = result.peek()?.value;
    if (ready) bytes += sizeOfReady(ready);
  }
  return bytes;
}
