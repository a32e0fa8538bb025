import { rangeLabel } from "@clanhall/contract/rules/periods";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { canInClan } from "@clanhall/contract/permissions";
import { type Scoreboard, scoreboardBinDays } from "@clanhall/contract/scoreboards";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { listDayRules, listDayRulesOfClans } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { toSettings } from "./check-settings.ts";
import {
  findListedScoreboard,
  listBinnedScoreboards,
  type ListedScoreboard,
  listScoreboardsOfClan,
  listScoreboardsOfUser,
  listScoreMoves,
} from "./queries.ts";
import { currentRange } from "./standings/range.ts";

/** What every use case works with. */
export interface ScoreboardDeps {
  db: Db;
  secrets: Secrets;
}

/** Newest first; with `withBin`, those in the bin follow. */
export async function listOfClan(
  { db, secrets }: ScoreboardDeps,
  { clanId, role }: ClanActor,
  withBin: boolean,
): Promise<Scoreboard[]> {
  const now = currentTime();
  if (withBin && !canInClan(role, "clan.manage")) {
    throw new ApiError("forbidden", "Only owners and maintainers see the bin");
  }
  const rows = await listScoreboardsOfClan(db, clanId);
  const binned = withBin ? await listBinnedScoreboards(db, clanId, binStart(now)) : [];
  const moment = { today: await findToday(db, clanId, now), now };
  const boards = [...rows.filter((row) => isShown(row, role)), ...binned].map((row) =>
    toScoreboard(row, secrets, moment),
  );
  const active = boards.filter(({ is_active, deleted_at }) => is_active && deleted_at === null);
  const moves = new Map((await listScoreMoves(db, clanId, active)).map(({ id, moved_at }) => [id, moved_at]));
  return boards.map((board) => ({ ...board, scores_moved_at: moves.get(board.id)?.toISOString() ?? null }));
}

/** Of all clans of the user, newest first. */
export async function listOfUser(
  { db, secrets }: ScoreboardDeps,
  userId: string,
  isActive?: boolean,
): Promise<Scoreboard[]> {
  const now = currentTime();
  const rows = (await listScoreboardsOfUser(db, userId)).filter(
    (row) => isShown(row, row.role) && (isActive === undefined || (row.state === "active") === isActive),
  );
  if (rows.length === 0) return [];
  const clanIds = [...new Set(rows.map(({ clan_id }) => clan_id))];
  const rules = Map.groupBy(await listDayRulesOfClans(db, clanIds), ({ clan_id }) => clan_id);
  const days = new Map([...rules].map(([clanId, ofClan]) => [clanId, toClanDate(ofClan, now)]));
  return rows.flatMap((row) => {
    const today = days.get(row.clan_id);
    // Without a day, the clan was deleted between the two reads.
    return today === undefined ? [] : [toScoreboard(row, secrets, { today, now })];
  });
}

export async function getVisibleScoreboard(
  { db, secrets }: ScoreboardDeps,
  { clanId, role }: ClanActor,
  boardId: string,
): Promise<Scoreboard> {
  const now = currentTime();
  const row = await findListedScoreboard(db, clanId, boardId);
  if (!row || row.deleted_at || !isShown(row, role)) throw notFound("Scoreboard");
  return toScoreboard(row, secrets, { today: await findToday(db, clanId, now), now });
}

/** Archived boards are for managers only. */
function isShown({ state }: Pick<ListedScoreboard, "state">, role: ClanActor["role"]): boolean {
  return state !== "archived" || canInClan(role, "clan.manage");
}

/** Whatever its state, as the answer to a change of it. */
export async function loadScoreboard(
  { db, secrets }: ScoreboardDeps,
  { clanId, boardId }: { clanId: string; boardId: string },
  now: Date,
): Promise<Scoreboard> {
  const row = await findListedScoreboard(db, clanId, boardId);
  if (!row) throw notFound("Scoreboard");
  return toScoreboard(row, secrets, { today: await findToday(db, clanId, now), now });
}

export async function findToday(db: Db, clanId: string, now: Date): Promise<string> {
  return toClanDate(await listDayRules(db, clanId), now);
}

/** What was deleted before has left the bin. */
export function binStart(now: Date): Date {
  return new Date(now.getTime() - scoreboardBinDays * 86_400_000);
}

interface Moment {
  today: string;
  now: Date;
}

export function toScoreboard(row: ListedScoreboard, secrets: Secrets, { today, now }: Moment): Scoreboard {
  const share = toShare(row, secrets);
  const isOpen = share !== null && row.public_activities > 0 && !isExpired(row, now);
  const { period, ...settings } = toSettings(row);
  const range = row.result_range ?? currentRange(row, today, row.week_start);
  return {
    ...settings,
    id: row.id,
    clan_id: row.clan_id,
    clan_name: row.clan_name,
    is_active: row.state === "active",
    state: row.state,
    period: { from: null, to: null, days: null, ...period },
    range: { ...range, label: rangeLabel(range) },
    public_activities: row.public_activities,
    hidden_activities: row.hidden_activities,
    share,
    share_token: isOpen ? share.token : null,
    expires_at: isOpen ? share.expires_at : null,
    ended_at: row.ended_at?.toISOString() ?? null,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    scores_moved_at: null,
    version: row.version,
  };
}

/** The link is off while the board or its clan is archived or deleted, and the same again once they are restored. */
function toShare(row: ListedScoreboard, secrets: Secrets): Scoreboard["share"] {
  const isOff = row.state === "archived" || row.deleted_at !== null;
  if (isOff || row.archived_at || row.deletes_at) return null;
  const token = findLink(row, secrets);
  if (token === null) return null;
  return {
    token,
    expires_at: row.share_expires_at?.toISOString() ?? null,
    has_passcode: row.passcode_hash !== null,
    views: row.views,
  };
}

export function isExpired({ share_expires_at }: Pick<ListedScoreboard, "share_expires_at">, now: Date): boolean {
  return share_expires_at !== null && share_expires_at <= now;
}

const linkPurpose = "scoreboard link";

/** The token is stored sealed, so that the clan can be shown its link again. */
export function sealLink(secrets: Secrets, token: string): Buffer {
  return secrets.seal(token, linkPurpose);
}

/** Null as well for a link whose secret is lost: it cannot be shown any more, and sharing the board replaces it. */
export function findLink({ share_sealed }: Pick<ListedScoreboard, "share_sealed">, secrets: Secrets): string | null {
  return share_sealed && secrets.tryOpen(share_sealed, linkPurpose);
}
