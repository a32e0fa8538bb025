import { randomUUID } from "node:crypto";
import type { Log } from "../../../db/log.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { type LiveBoard, openGate } from "./live-board.ts";
import type { ReadyBoard } from "./ready-board.ts";
import type { SharedBoard } from "./queries.ts";

/** Several changes within this time are read at once. */
const gatherMs = 200;
const retryMs = 2_000;
/** The clan's day is over when its end has passed on every clock. */
const afterDayMs = 1_000;

type OpenBoard = (live: LiveBoard, board: SharedBoard) => Promise<ReadyBoard | null>;

/** Reads a board anew for those who follow it: a moment after a change, and when the clan's day ends. */
export function keepFollowersTold({ events, log }: { events: EventHub; log: Log }, openBoard: OpenBoard) {
  const waiting = new Set<LiveBoard>();

  function wake(live: LiveBoard, inMs: number): void {
    if (live.followers === 0 || (live.timer && live.wakesAt <= Date.now() + inMs)) return;
    if (live.timer) clearTimeout(live.timer);
    live.wakesAt = Date.now() + inMs;
    live.timer = setTimeout(() => void refresh(live), inMs).unref();
    waiting.add(live);
  }

  async function refresh(live: LiveBoard): Promise<void> {
    rest(live);
    if (live.followers === 0) return;
    try {
      const board = await openGate(live);
      const isExpired = board?.share_expires_at && board.share_expires_at <= new Date();
      const isOver = !board || board.is_closed || board.public_activities === 0 || isExpired;
      const ready = isOver ? null : await openBoard(live, board);
      if (ready) wake(live, Math.max(gatherMs, ready.validUntil + afterDayMs - Date.now()));
      else sendAway(live);
    } catch (err) {
      log.warn({ err }, "a board could not be read anew for its followers");
      wake(live, retryMs);
    }
  }

  /** Nobody hears it: whoever may no longer hear of the board is let go when there is something to hear. */
  function sendAway({ followedAs }: LiveBoard): void {
    if (followedAs) events.deliver({ id: randomUUID(), topic: followedAs, name: "standings", data: {} });
  }

  function rest(live: LiveBoard): void {
    if (live.timer) clearTimeout(live.timer);
    live.timer = null;
    waiting.delete(live);
  }

  return {
    wakeSoon: (live: LiveBoard) => wake(live, gatherMs),
    /** Returns how to stop. */
    follow(live: LiveBoard, topic: string, { validUntil }: ReadyBoard): () => void {
      live.followers += 1;
      live.followedAs = topic;
      wake(live, Math.max(gatherMs, validUntil + afterDayMs - Date.now()));
      return () => {
        live.followers -= 1;
        if (live.followers === 0) rest(live);
      };
    },
    close: () => waiting.forEach(rest),
  };
}
