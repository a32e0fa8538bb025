import { rangeLabel, rangeOf } from "@clanhall/contract/board-periods";
import { toClanDate } from "@clanhall/contract/clan-day";
import { type Scoreboard, scoreboardBinDays } from "@clanhall/contract/scoreboards";
import type { Secrets } from "../../access/secrets.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { openLink } from "./board-link.ts";
import { toSettings } from "./board-settings.ts";
import { findListedBoard, type ListedBoard } from "./queries.ts";

interface Moment {
  today: string;
  now: Date;
}

export function toScoreboard(row: ListedBoard, secrets: Secrets, { today, now }: Moment): Scoreboard {
  const share = toShare(row, secrets);
  const isOpen = share !== null && row.public_activities > 0 && !isExpired(row, now);
  const { period, ...settings } = toSettings(row);
  const range = row.result_range ?? rangeOf(period, today, row.week_start);
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
    version: row.version,
  };
}

/** A link is off while its board or clan is put aside; it is the same one when they come back. */
function toShare(row: ListedBoard, secrets: Secrets): Scoreboard["share"] {
  const isAside = row.state === "archived" || row.deleted_at !== null;
  if (!row.share_sealed || isAside || row.archived_at || row.deletes_at) return null;
  return {
    token: openLink(secrets, row.share_sealed),
    expires_at: row.share_expires_at?.toISOString() ?? null,
    has_passcode: row.passcode_hash !== null,
    views: row.views,
  };
}

export function isExpired({ share_expires_at }: Pick<ListedBoard, "share_expires_at">, now: Date): boolean {
  return share_expires_at !== null && share_expires_at <= now;
}

export async function loadBoard(
  db: Db,
  secrets: Secrets,
  { clanId, boardId }: { clanId: string; boardId: string },
  now: Date,
): Promise<Scoreboard> {
  const row = await findListedBoard(db, clanId, boardId);
  if (!row) throw notFound("Scoreboard");
  return toScoreboard(row, secrets, { today: await findToday(db, clanId, now), now });
}

export async function findToday(db: Db, clanId: string, now: Date): Promise<string> {
  return toClanDate(await listDayRules(db, clanId), now);
}

/** What came into the bin before has left it. */
export function binStart(now: Date): Date {
  return new Date(now.getTime() - scoreboardBinDays * 86_400_000);
}
