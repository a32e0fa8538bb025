import type { RequestKind, RequestState } from "@clanhall/contract/requests";
import type { ClanRole } from "@clanhall/contract/permissions";
import { type Insertable, type Selectable, sql } from "kysely";
import { anyOf } from "../../db/lists.ts";
import { executePrepared, prepared } from "../../db/prepared.ts";
import type { Db, Tables } from "../../db/tables.ts";

/** A request as it is now, with the names of what it is about. */
export interface RequestRow extends Omit<Selectable<Tables["member_requests"]>, "decided_by"> {
  member_name: string;
  tint: number;
  role: ClanRole;
  activity_name: string | null;
  icon: string | null;
  color: string | null;
  unit: string | null;
  value_type: string | null;
  /** The officer's name, and their player. */
  decided_by: string | null;
  decider_id: string | null;
  /** The roster has other days of this absence than were accepted. */
  is_away_changed: boolean;
  pictures: string[];
}

interface RequestFilter {
  state: "open" | "decided";
  kind?: RequestKind | undefined;
  memberId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Open ones the oldest first, decided ones the latest first; without those that were withdrawn. From the row after
 * `cursor` on.
 */
export async function listRequestRows(db: Db, clanId: string, filter: RequestFilter): Promise<RequestRow[]> {
  const { state, kind, memberId, limit, cursor } = filter;
  const isOpen = state === "open";
  const at = isOpen ? sql`created_at` : sql`decided_at`;
  const direction = isOpen ? sql`asc` : sql`desc`;
  const follows = isOpen ? sql`>` : sql`<`;
  // Whatever became of the last row meanwhile, its time says where to go on.
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(${at}, id) ${follows} (select ${at}, id from (${shownRequests(clanId)}) as last where id = ${cursor})`;
  const { rows } = await sql<RequestRow>`
    with shown as (${shownRequests(clanId)})
    select * from shown
    where ${isOpen ? sql`state = 'open'` : sql`state in ('accepted', 'declined', 'settled')`}
      and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
      and ${memberId === undefined ? sql`true` : sql`member_id = ${memberId}`}
      and ${after}
    order by ${at} ${direction}, id ${direction} limit ${limit}
  `.execute(db);
  return rows;
}

export async function findRequestRow(db: Db, clanId: string, id: string): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`
    with shown as (${shownRequests(clanId)}) select * from shown where id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Null once it is decided, withdrawn or settled. */
export async function findOpenRequest(db: Db, clanId: string, id: string): Promise<RequestRow | null> {
  const row = await findRequestRow(db, clanId, id);
  return row?.state === "open" ? row : null;
}

/** How many requests of each clan are open, by kind. */
export async function countOpenRequests(db: Db, clanIds: string[], memberId?: string) {
  const { rows } = await sql<{ clan_id: string; kind: RequestKind; count: number }>`${prepared}
    select request.clan_id, request.kind, count(*)::int as count
    from ${requestsWithEntries}
    where request.clan_id = any(${clanIds}::uuid[]) and request.state = 'open' and not ${isSettled}
      and ${memberId === undefined ? sql`true` : sql`request.member_id = ${memberId}`}
    group by request.clan_id, request.kind
  `.execute(db);
  return rows;
}

const requestsWithEntries = sql`member_requests as request
  join clan_members as member on member.clan_id = request.clan_id and member.id = request.member_id
  left join entries as entry on entry.clan_id = request.clan_id and entry.day = request.day
    and entry.member_id = request.member_id and entry.activity_id = request.activity_id
  left join activities as activity on activity.clan_id = request.clan_id and activity.id = request.activity_id`;

/** Somebody changed the value since, or the player or the activity is gone: there is nothing left to decide. */
const isSettled = sql`(
  member.status <> 'active' or activity.deleted_at is not null or (request.kind = 'value' and coalesce(entry.version, 0) <> request.base_version)
)`;

function shownRequests(clanId: string) {
  return sql`
    select request.clan_id, request.id, request.kind, request.member_id, request.activity_id, request.day,
      request.value, request.is_excused, request.base_version, request.was_value, request.was_excused,
      request.starts_on, request.ends_on, request.reason, request.answer, request.seen_at, request.created_at,
      case when request.state = 'open' and ${isSettled} then 'settled' else request.state end as state,
      case when request.state = 'open' and ${isSettled} then coalesce(entry.entered_at, member.updated_at)
        else request.decided_at end as decided_at,
      member.name as member_name, member.tint, member.role,
      activity.name as activity_name, activity.icon, activity.color, activity.unit, activity.value_type,
      officer.name as decided_by, request.decided_by as decider_id,
      request.kind = 'away' and request.state = 'accepted' and exists (
        select from clan_member_away as away
        where away.clan_id = request.clan_id and away.member_id = request.member_id
          and away.starts_on <= request.ends_on and away.ends_on >= request.starts_on
          and (away.starts_on, away.ends_on) <> (request.starts_on, request.ends_on)
      ) as is_away_changed,
      array(
        select picture.id from request_pictures as picture
        where picture.clan_id = request.clan_id and picture.request_id = request.id order by picture.position
      ) as pictures
    from ${requestsWithEntries}
    left join clan_members as officer on officer.clan_id = request.clan_id
      and officer.id = case when request.state <> 'open' then request.decided_by when ${isSettled} then entry.entered_by end
    where request.clan_id = ${clanId}`;
}

export async function insertRequest(tx: Db, request: Insertable<Tables["member_requests"]>): Promise<string> {
  const { id } = await tx.insertInto("member_requests").values(request).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** What a player has open, and has asked for since a moment; withdrawn ones count there too. */
export function countRequestsOf(tx: Db, clanId: string, memberId: string, since: Date) {
  return tx
    .selectFrom("member_requests")
    .select((row) => [
      row.fn.countAll<number>().filterWhere("state", "=", "open").as("open"),
      row.fn.countAll<number>().filterWhere("created_at", ">", since).as("lately"),
    ])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
}

interface Decision {
  state: RequestState;
  decided_by?: string | null;
  decided_at: Date;
  answer?: string;
}

/** False when it is no longer open. */
export async function closeRequest(tx: Db, clanId: string, id: string, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("member_requests")
    .set(decision)
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** An absence that its player took back or ended. */
export async function changeAway(
  tx: Db,
  clanId: string,
  id: string,
  change: { state: "withdrawn"; decided_at: Date } | { ends_on: string },
): Promise<void> {
  await tx.updateTable("member_requests").set(change).where("clan_id", "=", clanId).where("id", "=", id).execute();
}

interface ReopenedRequest {
  clanId: string;
  id: string;
  /** The version that the value has now, of a request of one. */
  version: number | null;
}

/** Open again, as if nobody had decided. */
export async function reopenRequest(tx: Db, { clanId, id, version }: ReopenedRequest): Promise<void> {
  await tx
    .updateTable("member_requests")
    .set({ state: "open", decided_by: null, decided_at: null, answer: null, seen_at: null, base_version: version })
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .execute();
}

export async function markSeen(db: Db, clanId: string, memberId: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable("member_requests")
    .set({ seen_at: now })
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .where("id", "=", id)
    .where("decided_at", "is not", null)
    .where("seen_at", "is", null)
    .execute();
}

export type AnswerRow = Awaited<ReturnType<typeof listUnreadAnswers>>[number];

/** The latest answer of an officer that each of these players has not read yet. */
export function listUnreadAnswers(db: Db, players: { clan_id: string; member_id: string }[], since: Date) {
  const query = db
    .selectFrom("member_requests as request")
    .innerJoin("clan_members as officer", (join) =>
      join.onRef("officer.clan_id", "=", "request.clan_id").onRef("officer.id", "=", "request.decided_by"),
    )
    .leftJoin("activities as activity", (join) =>
      join.onRef("activity.clan_id", "=", "request.clan_id").onRef("activity.id", "=", "request.activity_id"),
    )
    .distinctOn(["request.clan_id", "request.member_id"])
    .select(["request.clan_id", "request.id", "request.kind", "request.answer", "request.value", "request.day"])
    .select((row) => row.ref("request.state").$castTo<"accepted" | "declined">().as("state"))
    .select(["request.starts_on", "request.ends_on", "officer.name as decided_by", "activity.name as activity_name"])
    .select(["activity.value_type", "activity.unit"])
    .where("request.clan_id", "=", anyOf(players.map(({ clan_id }) => clan_id)))
    .where("request.member_id", "=", anyOf(players.map(({ member_id }) => member_id)))
    .where("request.state", "in", ["accepted", "declined"])
    .where("request.seen_at", "is", null)
    .where("request.decided_at", ">", since)
    .orderBy("request.clan_id")
    .orderBy("request.member_id")
    .orderBy("request.decided_at", "desc");
  return executePrepared(db, query);
}

export async function insertPictures(tx: Db, clanId: string, requestId: string, pictures: Buffer[]): Promise<void> {
  if (pictures.length === 0) return;
  const rows = pictures.map((png, position) => ({ clan_id: clanId, request_id: requestId, position, png }));
  await tx.insertInto("request_pictures").values(rows).execute();
}

/** Null for who neither asked nor decides, too. */
export async function findPicture(
  db: Db,
  clanId: string,
  { requestId, pictureId, memberId }: { requestId: string; pictureId: string; memberId: string | null },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom("request_pictures as picture")
    .innerJoin("member_requests as request", (join) =>
      join.onRef("request.clan_id", "=", "picture.clan_id").onRef("request.id", "=", "picture.request_id"),
    )
    .select("picture.png")
    .where("picture.clan_id", "=", clanId)
    .where("picture.id", "=", pictureId)
    .where("request.id", "=", requestId)
    .$if(memberId !== null, (query) => query.where("request.member_id", "=", memberId ?? ""))
    .executeTakeFirst();
  return row?.png ?? null;
}

/** Those of requests that ended before a moment, in whichever way. */
export async function deletePictures(db: Db, endedBefore: Date): Promise<void> {
  await sql`
    delete from request_pictures as picture using ${requestsWithEntries}
    where picture.clan_id = request.clan_id and picture.request_id = request.id
      and case when request.state <> 'open' then request.decided_at
        when ${isSettled} then coalesce(entry.entered_at, member.updated_at) end < ${endedBefore}
  `.execute(db);
}

/** Makes room for a new request of a value that was changed since it was asked for. */
export async function closeSettled(tx: Db, clanId: string, memberId: string, now: Date): Promise<void> {
  await sql`
    update member_requests set state = 'settled', decided_by = settled.entered_by, decided_at = ${now}
    from (
      select request.id, entry.entered_by from ${requestsWithEntries}
      where request.clan_id = ${clanId} and request.member_id = ${memberId} and request.state = 'open' and ${isSettled}
    ) as settled
    where member_requests.clan_id = ${clanId} and member_requests.id = settled.id
  `.execute(tx);
}

/** An absence that is open, or is accepted, and has a day in common with another. */
export async function findOpenAway(tx: Db, clanId: string, memberId: string, from: string, to: string) {
  const row = await tx
    .selectFrom("member_requests")
    .select(["starts_on", "ends_on"])
    .where("clan_id", "=", clanId)
    .where("member_id", "=", memberId)
    .where("kind", "=", "away")
    .where("state", "=", "open")
    .where("starts_on", "<=", to)
    .where("ends_on", ">=", from)
    .executeTakeFirst();
  return row ?? null;
}

export async function getAwaySetting(db: Db, clanId: string) {
  const { members_away } = await db
    .selectFrom("clans")
    .select("members_away")
    .where("id", "=", clanId)
    .executeTakeFirstOrThrow();
  return members_away;
}
