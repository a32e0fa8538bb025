import { canInClan } from "@clanhall/contract/permissions";
import { awardScore, awardTitle } from "@clanhall/contract/rules/awards";
import { type DayRange, rangeLabel } from "@clanhall/contract/rules/periods";
import type { MemberFigures } from "@clanhall/contract/member-page";
import type { Season, SeasonState } from "@clanhall/contract/seasons";
import type { ClanActor } from "../../../access/actor.ts";
import { listPublicNames } from "../../../clan/roster.ts";
import { currentTime } from "../../../db/clock.ts";
import type { SeasonResult } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import { ApiError, notFound } from "../../../errors.ts";
import { findToday } from "../list.ts";
import { listNamedActivities } from "../results/queries.ts";
import { byName, byRank, toAwardActivity } from "../results/standings.ts";
import { findSeason, listBoardsOfSeasons, listEndedSeasons, listSeasonRows, type SeasonRow } from "./queries.ts";

/** The latest first; with the real names, because only members read them here. */
export async function listSeasonsOf(
  db: Db,
  { clanId, role, toggles }: Pick<ClanActor, "clanId" | "role" | "toggles">,
  now = currentTime(),
): Promise<Season[]> {
  const rows = await listSeasonRows(db, clanId);
  if (rows.length === 0) return [];
  const today = await findToday(db, clanId, now);
  const boards = Map.groupBy(
    await listBoardsOfSeasons(
      db,
      clanId,
      rows.map(({ id }) => id),
    ),
    ({ season_id }) => season_id,
  );
  const named = await nameHonours(
    db,
    clanId,
    rows.flatMap(({ result }) => result ?? []),
    canInClan(role, "values.view", toggles),
  );
  const seesArchived = canInClan(role, "clan.manage");
  return rows.map((row) => {
    const shown = (boards.get(row.id) ?? []).filter(({ state }) => seesArchived || state !== "archived");
    const own = shown.find(({ id }) => id === row.board_id);
    return {
      ...toRange(row),
      id: row.id,
      clan_id: row.clan_id,
      name: row.name,
      state: stateOf(row, today),
      board_id: own?.id ?? null,
      boards: [...(own ? [own] : []), ...shown.filter((board) => board !== own)].map(({ id, title, state }) => ({
        id,
        title,
        state,
      })),
      ended_at: row.ended_at?.toISOString() ?? null,
      ended_by: row.ended_by_name,
      ...named(row.result),
      created_at: row.created_at.toISOString(),
      version: row.version,
    };
  });
}

export async function loadSeason(db: Db, actor: ClanActor, seasonId: string, now: Date): Promise<Season> {
  const found = (await listSeasonsOf(db, actor, now)).find(({ id }) => id === seasonId.toLowerCase());
  if (!found) throw notFound("Season");
  return found;
}

export async function getEndedSeason(db: Db, clanId: string, seasonId: string): Promise<SeasonRow> {
  const season = await findSeason(db, clanId, seasonId);
  if (!season) throw notFound("Season");
  if (!season.ended_at) throw new ApiError("conflict", "This season has not ended yet.");
  return season;
}

function toRange({ starts_on: from, ends_on: to }: { starts_on: string; ends_on: string }): DayRange & {
  label: string;
} {
  return { from, to, label: rangeLabel({ from, to }) };
}

function stateOf({ starts_on, ends_on, ended_at }: SeasonRow, today: string): SeasonState {
  if (ended_at) return "ended";
  if (today > ends_on) return "over";
  return today < starts_on ? "upcoming" : "running";
}

/** Puts names to the results of several seasons, in the order in which a board shows those who are level. */
async function nameHonours(db: Db, clanId: string, results: SeasonResult[], seesValues: boolean) {
  const memberIds = results.flatMap(({ podium, awards }) => [
    ...podium.map(({ member_id }) => member_id),
    ...awards.flatMap(({ member_ids }) => member_ids),
  ]);
  const activityIds = results.flatMap(({ activity_ids }) => activity_ids);
  const members = await listPublicNames(db, clanId, [...new Set(memberIds)]);
  const activities = new Map(
    (await listNamedActivities(db, clanId, [...new Set(activityIds)])).map((row) => [row.id, toAwardActivity(row)]),
  );
  const toPlayer = (id: string) => {
    const member = members.get(id);
    return member ? { member_id: id, name: member.name, tint: member.tint } : null;
  };
  return (result: SeasonResult | null): Pick<Season, "measure" | "activity" | "podium" | "awards"> => {
    if (!result) return { measure: "points", activity: null, podium: [], awards: [] };
    const podium = result.podium.flatMap(({ member_id, rank, score }) => {
      const player = toPlayer(member_id);
      return player ? { ...player, rank, score } : [];
    });
    const shown = result.awards.filter(({ kind }) => seesValues || kind !== "activity");
    const awards = shown.flatMap(({ kind, activity_id, score, member_ids }) => {
      const activity = activity_id === null ? null : activities.get(activity_id);
      const winners = member_ids.flatMap((id) => toPlayer(id) ?? []).toSorted(byName(({ member_id }) => member_id));
      return activity === undefined || winners.length === 0
        ? []
        : [{ kind, activity, score: seesValues ? score : null, winners }];
    });
    return {
      measure: result.measure,
      activity: activities.get(result.activity_ids[0] ?? "") ?? null,
      podium: podium.toSorted(byRank(({ member_id }) => member_id)),
      awards,
    };
  };
}

/** What a player won in the seasons of a clan, the latest first. */
export async function loadMemberAwards(
  db: Db,
  clanId: string,
  memberId: string,
): Promise<MemberFigures["records"]["awards"]> {
  const won = (await listEndedSeasons(db, clanId)).flatMap((season) =>
    (season.result?.awards ?? [])
      .filter(({ member_ids }) => member_ids.includes(memberId))
      .map((award) => ({ season, award })),
  );
  const ids = won.flatMap(({ award }) => award.activity_id ?? []);
  const named = await listNamedActivities(db, clanId, [...new Set(ids)]);
  const activities = new Map(named.map((row) => [row.id, toAwardActivity(row)]));
  return won.flatMap(({ season, award: { kind, activity_id, score } }) => {
    const activity = activity_id === null ? null : activities.get(activity_id);
    if (activity === undefined) return [];
    const { id: season_id, name, starts_on: from, ends_on: to } = season;
    const award = { kind, activity, score };
    return [{ title: awardTitle(award), score: awardScore(award), season_id, season: name, from, to }];
  });
}
