import { compareNames } from "@clanhall/contract/rules/locale";
import { endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { MyStanding, StandingBoard } from "@clanhall/contract/my-standing";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRulesOfClans } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { loadActiveWarnings, loadUnreadAnswers } from "../decisions/index.ts";
import { loadOwnStandings } from "../scoreboards/index.ts";
import { listPlayersOf } from "./queries.ts";

/** In each clan with a player of theirs, or in one; the clan used last first. */
export async function loadMyStandings(
  db: Db,
  userId: string,
  { clanId, now = currentTime() }: { clanId?: string; now?: Date } = {},
): Promise<MyStanding[]> {
  return loadStandings(db, await listPlayersOf(db, userId, clanId), now);
}

/** In one clan, with the main board as it was ranked for its home. */
export async function loadStandingIn(
  db: Db,
  { userId, clanId }: ClanActor,
  board: StandingBoard | null,
  now: Date,
): Promise<MyStanding | null> {
  const players = await listPlayersOf(db, userId, clanId);
  const [standing] = await loadStandings(
    db,
    players.map((player) => ({ ...player, board })),
    now,
  );
  return standing ?? null;
}

type Player = Awaited<ReturnType<typeof listPlayersOf>>[number] & { board?: StandingBoard | null };

async function loadStandings(db: Db, players: Player[], now: Date): Promise<MyStanding[]> {
  if (players.length === 0) return [];
  const rules = Map.groupBy(
    await listDayRulesOfClans(
      db,
      players.map(({ clan_id }) => clan_id),
    ),
    ({ clan_id }) => clan_id,
  );
  const dated = players.flatMap((player) => {
    const ofClan = rules.get(player.clan_id);
    if (!ofClan) return [];
    const today = toClanDate(ofClan, now);
    return [{ ...player, today, ends_at: endOfClanDay(ofClan, today).toISOString() }];
  });
  const answers = await loadUnreadAnswers(db, dated, now);
  const warnings = await loadActiveWarnings(db, dated);
  const own = new Map((await loadOwnStandings(db, dated)).map((standing) => [standing.clan_id, standing]));
  return dated
    .toSorted((a, b) => usedAt(b) - usedAt(a) || compareNames(a.clan_name, b.clan_name))
    .flatMap(({ clan_id, clan_name, ends_at }) => {
      const standing = own.get(clan_id);
      if (!standing) return [];
      const said = { answer: answers.get(clan_id) ?? null, warning: warnings.get(clan_id) ?? null };
      return [{ ...standing, clan_name, today: { ...standing.today, ends_at }, ...said }];
    });
}

function usedAt({ last_used_at }: { last_used_at: string | null }): number {
  return last_used_at ? Date.parse(last_used_at) : 0;
}
