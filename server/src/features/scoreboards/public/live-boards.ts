import type { Secrets } from "../../../access/secrets.ts";
import type { Db } from "../../../db/tables.ts";
import type { Log } from "../../../db/log.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { type ClosedState, stateOf } from "./board-access.ts";
import { createReadings, topicOf } from "./board-readings.ts";
import { createBoardShelf } from "./board-cache.ts";
import { hearChanges } from "./invalidate.ts";
import { keepFollowersTold } from "./followers.ts";
import { type LiveBoard, openGate, peekGate, peekResult } from "./live-board.ts";
import type { ReadyBoard } from "./ready-board.ts";
import { isPreviewToken, isShareToken, readPreview } from "./access.ts";
import type { SharedBoard } from "./queries.ts";

interface Ask {
  /** The first day of a frozen period. */
  period?: string | undefined;
  /** What somebody got for the passcode. */
  unlock?: string | undefined;
  now?: Date;
}

export interface OpenBoard {
  state: "open";
  live: LiveBoard;
  board: SharedBoard;
  ready: ReadyBoard;
  token: string;
  isPreview: boolean;
}

export type OpenedBoard = OpenBoard | { state: ClosedState };

export type LiveBoards = ReturnType<typeof createLiveBoards>;

/** Shared boards in memory: worked out once per change, then read by everybody. */
export function createLiveBoards(parts: { db: Db; secrets: Secrets; events: EventHub; log: Log }) {
  const { secrets } = parts;
  const shelf = createBoardShelf(parts.db);
  const readings = createReadings(parts, shelf);
  const telling = keepFollowersTold(parts, (live, board) => readings.open(live, board));
  const ears = hearChanges(parts.events, shelf, telling.wakeSoon);

  /** Finds the board behind an address without saying anything about it yet. */
  const take = (token: string, now: Date): LiveBoard | null => {
    if (isShareToken(token)) return shelf.take(token);
    const preview = isPreviewToken(token) ? readPreview(secrets, token, now) : null;
    return preview && shelf.takePreview(preview);
  };

  async function open(token: string, { period, unlock, now = new Date() }: Ask = {}): Promise<OpenedBoard> {
    const live = take(token, now);
    const board = live && (await openGate(live));
    const state = stateOf(secrets, board, unlock, now);
    if (!live || !board || state !== "open") return { state: state === "open" ? "not_found" : state };
    const ready = await readings.open(live, board, period, now);
    return ready ? { state, live, board, ready, token, isPreview: isPreviewToken(token) } : { state: "not_found" };
  }

  return {
    open,
    /** A board that everybody who has its link may see and that is ready; null when anything has to be asked first. */
    peek(token: string, now: Date): OpenBoard | null {
      const live = shelf.peek(token);
      const board = live && peekGate(live, now.getTime());
      if (!board || stateOf(secrets, board, undefined, now) !== "open") return null;
      const ready = peekResult(live, board, now.getTime());
      return ready && { state: "open", live, board, ready, token, isPreview: false };
    },
    /** What an address leads to for somebody without the passcode, without reading any standings. */
    async look(token: string, now = new Date()) {
      const live = take(token, now);
      const board = live && (await openGate(live));
      return { state: stateOf(secrets, board, undefined, now), board };
    },
    /** Asked before a follower is told anything. */
    mayHear(live: LiveBoard, unlock: string | undefined): Promise<boolean> | true {
      const board = peekGate(live, Date.now());
      if (board && stateOf(secrets, board, unlock, new Date()) === "open") return true;
      return openGate(live).then((asked) => stateOf(secrets, asked, unlock, new Date()) === "open");
    },
    /** Has the board read anew for somebody who follows its topic; returns how to stop. */
    follow: ({ live, board, ready }: OpenBoard) => telling.follow(live, topicOf(board.id), ready),
    doubtClan: ears.doubtClan,
    doubtBoard: ears.doubtBoard,
    countComputations: readings.count,
    countBoards: shelf.count,
    close() {
      ears.close();
      telling.close();
    },
  };
}
