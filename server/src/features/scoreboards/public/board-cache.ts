import type { Db } from "../../../db/tables.ts";
import { createLiveBoard, type LiveBoard, sizeOfLive } from "./live-board.ts";
import { createRecentlyUsed } from "./recently-used.ts";
import { toShareHash } from "./access.ts";
import { findPreviewedBoard, findSharedBoard, type SharedBoard } from "./queries.ts";

const limits = { count: 1_000, bytes: 256 * 1024 * 1024 };
/** Of links that lead nowhere; they must not push out those that do. */
const strangersMax = 1_000;

export type BoardShelf = ReturnType<typeof createBoardShelf>;

/** The boards that people asked for lately. Those with followers stay. */
export function createBoardShelf(db: Db) {
  const rules = { sizeOf: sizeOfLive, mayLeave: ({ followers }: LiveBoard) => followers === 0 };
  const known = createRecentlyUsed<LiveBoard>({ ...limits, ...rules });
  const strangers = createRecentlyUsed<LiveBoard>({ ...limits, count: strangersMax, ...rules });

  async function check(live: LiveBoard, find: () => Promise<SharedBoard | null>): Promise<SharedBoard | null> {
    const board = await find();
    live.clanId = board?.clan_id ?? null;
    live.boardId = board?.id ?? null;
    live.revision = Math.max(live.revision, board?.revision ?? 0);
    if (!board) live.results.clear();
    const [place, other] = board ? [known, strangers] : [strangers, known];
    other.delete(live.key);
    place.put(live.key, live);
    return board;
  }

  function take(key: string, find: () => Promise<SharedBoard | null>): LiveBoard {
    const found = known.get(key) ?? strangers.get(key);
    if (found) return found;
    const live = createLiveBoard(key, () => check(live, find));
    strangers.put(key, live);
    return live;
  }

  return {
    peek: (token: string) => known.get(token),
    take: (token: string) => take(token, () => findSharedBoard(db, toShareHash(token))),
    takePreview: ({ clan, board }: { clan: string; board: string }) =>
      take(`${clan}/${board}`, () => findPreviewedBoard(db, clan, board)),
    *all(): Iterable<LiveBoard> {
      yield* known.values();
      yield* strangers.values();
    },
    count: () => known.size(),
    trim: () => known.trim(),
  };
}
