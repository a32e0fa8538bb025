import type { Grace } from "@clanhall/contract/rules/cells";
import { LRUCache } from "lru-cache";
import { listStamps } from "../../../clan/lock.ts";
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

/** By clan, with the stamp and the day of it. Not for ever: of two changes at once the later one hides the other. */
const knownRanks = new LRUCache<string, { stamp: string; ranks: Ranks }>({ max: 200, ttl: 60_000 });

/**
 * Everyone's rank on the main board of each clan, by player, in as many queries for several clans as for one. Only
 * those of a clan in which something changed are computed again.
 */
export async function loadMainRanks(db: Db, clans: ClanDay[]): Promise<Map<string, Ranks>> {
  const ids = clans.map(({ clan_id }) => clan_id);
  const stamps = await listStamps(db, ids);
  const stampOf = ({ clan_id, today, week_start }: ClanDay) => `${today} ${week_start} ${stamps.get(clan_id)}`;
  const changed = clans.filter((clan) => knownRanks.get(clan.clan_id)?.stamp !== stampOf(clan));
  const computed = changed.length > 0 ? await computeMainRanks(db, changed) : new Map<string, Ranks>();
  for (const clan of changed) {
    knownRanks.set(clan.clan_id, { stamp: stampOf(clan), ranks: computed.get(clan.clan_id) ?? new Map() });
  }
  return new Map(ids.map((id) => [id, computed.get(id) ?? knownRanks.get(id)?.ranks ?? new Map()]));
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
