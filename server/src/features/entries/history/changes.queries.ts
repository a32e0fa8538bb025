import { sql } from "kysely";
import type { EntrySource, EntryState } from "../../../db/stored-types.ts";
import type { Db } from "../../../db/tables.ts";
import { isWanted, type Wanted } from "./queries.ts";

interface ChangeFilter {
  clanId: string;
  from: string;
  to: string;
  memberIds: string[];
  activityIds: string[];
  wanted: Wanted;
}

export interface VersionKey {
  day: string;
  member_id: string;
  activity_id: string;
  version: number;
}

interface ChangeRow extends VersionKey {
  state: EntryState;
  value: number | null;
  points: number;
  late: boolean;
  entered_by_name: string;
  entered_at: Date;
  source: EntrySource;
  reason: string | null;
  before_state: EntryState | null;
  before_value: number | null;
  is_current: boolean;
}

/** Versions of entries, the latest first, each with the one before it. Those of one moment are ordered by their cells. */
export async function listVersions(
  db: Db,
  filter: ChangeFilter,
  limit: number,
  after: VersionKey | undefined,
): Promise<ChangeRow[]> {
  const { clanId, from, to, memberIds, activityIds, wanted } = filter;
  const last =
    after && versionAt(clanId, after, sql`last.entered_at, last.day, last.member_id, last.activity_id, last.version`);
  const order = sql`entered_at desc, day desc, member_id desc, activity_id desc, version desc`;
  const { rows } = await sql<ChangeRow>`
    with written as (
      select * from entry_versions as change
      where clan_id = ${clanId} and day between ${from}::date and ${to}::date
        and member_id = any(${memberIds}::uuid[]) and activity_id = any(${activityIds}::uuid[])
        and ${isWanted("change", wanted)}
        and ${last ? sql`(entered_at, day, member_id, activity_id, version) < ${last}` : sql`true`}
      order by ${order}
      limit ${limit}
    )
    select written.day, written.member_id, written.activity_id, written.version, written.state, written.value,
      written.points, written.late, coalesce(writer.name, 'Former member') as entered_by_name, written.entered_at,
      written.source, written.reason, earlier.state as before_state, earlier.value as before_value,
      coalesce(entry.version = written.version, false) as is_current
    from written
    left join lateral (
      select state, value from entry_versions as earlier
      where (clan_id, day, member_id, activity_id) = (written.clan_id, written.day, written.member_id, written.activity_id)
        and version < written.version
      order by version desc limit 1
    ) as earlier on true
    left join entries as entry on entry.clan_id = written.clan_id and entry.day = written.day
      and entry.member_id = written.member_id and entry.activity_id = written.activity_id
    left join clan_members as writer on writer.clan_id = written.clan_id and writer.id = written.entered_by
    order by ${order}
  `.execute(db);
  return rows;
}

export async function hasVersion(db: Db, clanId: string, key: VersionKey): Promise<boolean> {
  const { rows } = await sql`${versionAt(clanId, key, sql`1`)}`.execute(db);
  return rows.length > 0;
}

function versionAt(
  clanId: string,
  { day, member_id, activity_id, version }: VersionKey,
  columns: ReturnType<typeof sql>,
) {
  return sql`(
    select ${columns} from entry_versions as last
    where last.clan_id = ${clanId} and last.day = ${day}::date and last.member_id = ${member_id}
      and last.activity_id = ${activity_id} and last.version = ${version}
  )`;
}
