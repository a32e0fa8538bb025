import { findFrom, findMax, findMine, type FoundPlayer } from "@clanhall/contract/find";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { toNameKey } from "@clanhall/contract/text";
import { currentTime } from "../../db/clock.ts";
import { foldKey } from "../../db/fold-text.ts";
import type { Routes } from "../../http/route.ts";
import { listDayRulesOfClans } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { loadMainRanks } from "../scoreboards/index.ts";
import { findPlayers, findScoreboards, type PlayerRow } from "./queries.ts";

export const searchRoutes: Routes = (route, db) => {
  route(findMine, async ({ actor, query }) => {
    const key = toNameKey(query.q);
    if (Array.from(key).length < findFrom) return { players: [], scoreboards: [] };
    const search = { userId: actor.userId, key: foldKey(key), clanId: query.clan ?? null, limit: findMax };
    const boards = await findScoreboards(db, search);
    return {
      players: await withRanks(db, await findPlayers(db, search)),
      scoreboards: boards.map(({ period, ...board }) => ({
        ...board,
        period: { kind: period.kind, days: period.kind === "rolling" ? period.days : null },
      })),
    };
  });
};

/** The few that are found are of few clans, and typing on asks for the same ones again. */
async function withRanks(db: Db, players: PlayerRow[]): Promise<FoundPlayer[]> {
  const now = currentTime();
  if (players.length === 0) return [];
  const clans = [...new Map(players.map((player) => [player.clan_id, player])).values()];
  const rules = Map.groupBy(
    await listDayRulesOfClans(
      db,
      clans.map(({ clan_id }) => clan_id),
    ),
    ({ clan_id }) => clan_id,
  );
  const dated = clans.map((clan) => ({ ...clan, today: toClanDate(rules.get(clan.clan_id) ?? [], now) }));
  const ranks = await loadMainRanks(db, dated);
  return players.map((player) => {
    const ofClan = ranks.get(player.clan_id);
    return { ...player, rank: ofClan?.get(player.member_id) ?? null, ranked: ofClan?.size ?? 0 };
  });
}
