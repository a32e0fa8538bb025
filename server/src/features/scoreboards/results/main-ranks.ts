import type { Grace } from "@clanhall/contract/rules/cells";
import { createStampedCache } from "../../../clan/stamped-cache.ts";
import type { Db } from "../../../db/tables.ts";
import { findMainBoards } from "../queries.ts";
import { toShownRanks } from "../standings/compute.ts";
import { inSnapshot, loadBoardClans } from "../standings/context.ts";
import { loadRanked } from "./board-tops.ts";

interface ClanDay extends Grace {
  clan_id: string;
  today: string;
  week_start: number;
}

type Ranks = ReadonlyMap<string, number>;

const loadKnown = createStampedCache<Ranks>(200);

/**
 * Everyone's rank on the main board of each clan, by player, in as many queries for several clans as for one. Only
 * those of a clan in which something changed are computed again.
 */
export function loadMainRanks(db: Db, clans: ClanDay[]): Promise<Map<string, Ranks>> {
  const items = clans.map((clan) => ({ ...clan, key: clan.clan_id, day: `${clan.today} ${clan.week_start}` }));
  return loadKnown(db, items, async (changed) => {
    const ranks = await computeMainRanks(db, changed);
    return new Map(changed.map(({ key }) => [key, ranks.get(key) ?? new Map()]));
  });
}

function computeMainRanks(db: Db, clans: ClanDay[]): Promise<Map<string, Ranks>> {
  return inSnapshot(db, async (tx) => {
    const boards = await findMainBoards(
      tx,
      clans.map(({ clan_id }) => clan_id),
    );
    const shown = clans.filter(({ clan_id }) => boards.has(clan_id));
    if (shown.length === 0) return new Map();
    const known = await loadBoardClans(tx, shown);
    const asked = shown.flatMap(({ clan_id, today, week_start: weekStart }) => {
      const [board, clan] = [boards.get(clan_id), known.get(clan_id)];
      return board && clan ? [{ board, today, weekStart, withBefore: false, clan }] : [];
    });
    const ranked = await loadRanked(tx, asked);
    return new Map(ranked.map((one) => [one.ranked.board.clan_id, toShownRanks(one.ranked)]));
  });
}
