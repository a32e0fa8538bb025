import type { Grace } from "@clanhall/contract/rules/cells";
import type { BoardPeriod } from "@clanhall/contract/rules/periods";
import { sql } from "kysely";
import { foldedText } from "../../db/fold-text.ts";
import type { Db } from "../../db/tables.ts";

interface Search {
  userId: string;
  /** As names are compared, and without accents. It is looked for literally: nothing in it is a pattern. */
  key: string;
  /** The clan whose rows come first. */
  clanId: string | null;
  limit: number;
}

/** The clans somebody is in; one that is being deleted is only for its owner. */
function clansOf(userId: string) {
  return sql`(
    select clans.id, clans.name, clans.week_start, clans.grace_days, clans.first_day, me.role
    from clan_members as me
    join clans on clans.id = me.clan_id
    where me.user_id = ${userId} and me.status = 'active' and (clans.deletes_at is null or me.role = 'owner')
  )`;
}

export interface PlayerRow extends Grace {
  member_id: string;
  clan_id: string;
  clan_name: string;
  week_start: number;
  name: string;
  tint: number;
  alias: string | null;
}

/** Names that begin with the key come before those that have it inside, and names before aliases. */
export async function findPlayers(db: Db, { userId, key, clanId, limit }: Search): Promise<PlayerRow[]> {
  const alias = foldedText(sql`alias`);
  const { rows } = await sql<PlayerRow>`
    select member.id as member_id, clan.id as clan_id, clan.name as clan_name, clan.week_start, clan.grace_days,
      clan.first_day, member.name, member.tint,
      case when strpos(plain.name, ${key}) = 0 then other.alias end as alias
    from ${clansOf(userId)} as clan
    join clan_members as member on member.clan_id = clan.id and member.status <> 'removed'
    cross join lateral (select ${foldedText(sql`member.name_key`)} as name) as plain
    left join lateral (
      select alias, strpos(${alias}, ${key}) as position
      from jsonb_array_elements_text(member.aliases) as alias
      where strpos(${alias}, ${key}) > 0
      order by position limit 1
    ) as other on strpos(plain.name, ${key}) = 0
    where strpos(plain.name, ${key}) > 0 or other.alias is not null
    order by clan.id is not distinct from ${clanId}::uuid desc, other.alias is not null,
      coalesce(other.position, strpos(plain.name, ${key})) > 1, member.name_key, clan.name, member.id
    limit ${limit}
  `.execute(db);
  return rows;
}

/** Archived boards are for managers only. */
export async function findScoreboards(db: Db, { userId, key, clanId, limit }: Search) {
  const { rows } = await sql<{
    scoreboard_id: string;
    clan_id: string;
    clan_name: string;
    title: string;
    measure: "points" | "activity" | "consistency" | "streak" | "improvement";
    period: BoardPeriod;
    state: "active" | "ended" | "archived";
    has_link: boolean;
  }>`
    select board.id as scoreboard_id, clan.id as clan_id, clan.name as clan_name, board.title, board.measure,
      board.period, board.state, board.share_hash is not null as has_link
    from ${clansOf(userId)} as clan
    join scoreboards as board on board.clan_id = clan.id and board.deleted_at is null
      and (board.state <> 'archived' or clan.role in ('owner', 'maintainer'))
    cross join lateral (select ${foldedText(sql`board.title`)} as title_key) as named
    where strpos(named.title_key, ${key}) > 0
    order by clan.id is not distinct from ${clanId}::uuid desc, board.state <> 'active',
      strpos(named.title_key, ${key}) > 1, named.title_key, clan.name, board.id
    limit ${limit}
  `.execute(db);
  return rows;
}
