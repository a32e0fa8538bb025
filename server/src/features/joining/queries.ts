import { askAgainDays } from "@clanhall/contract/join-links";
import { storedColumns } from "@clanhall/contract/fields/personal-columns";
import { type Selectable, sql } from "kysely";
import { anyOf } from "../../db/lists.ts";
import { executePrepared } from "../../db/prepared.ts";
import type { Db, Tables } from "../../db/tables.ts";

export type LinkRow = Selectable<Tables["join_links"]>;
export type RequestRow = Selectable<Tables["join_requests"]>;

const formerMember = storedColumns.join_requests.personal.decided_by_name.erase;

/** The most a list shows. */
const longestList = 200;

export async function findLink(db: Db, clanId: string): Promise<LinkRow | null> {
  return (await db.selectFrom("join_links").selectAll().where("clan_id", "=", clanId).executeTakeFirst()) ?? null;
}

export async function lockLink(tx: Db, clanId: string): Promise<LinkRow | null> {
  const row = await tx
    .selectFrom("join_links")
    .selectAll()
    .where("clan_id", "=", clanId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** With its clan, as long as it can be used; never by whom the clan blocked. One statement, whatever keeps it closed. */
export async function findOpenLink(db: Db, tokenHash: Buffer, userId: string | null) {
  const row = await db
    .selectFrom("join_links")
    .innerJoin("clans", "clans.id", "join_links.clan_id")
    .leftJoin("games", "games.id", "clans.game_id")
    .selectAll("join_links")
    .select(["clans.name as clan_name", "clans.description", "games.name as game"])
    .where("join_links.token_hash", "=", tokenHash)
    .where("join_links.is_on", "=", true)
    .where(isNotOver)
    .where(isNotFull)
    .where("clans.archived_at", "is", null)
    .where("clans.deletes_at", "is", null)
    .where(
      sql<boolean>`not exists (select from join_blocks as blocked
        where blocked.clan_id = join_links.clan_id and blocked.user_id = ${userId}::uuid)`,
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Requests that can wait for the officers of a clan. */
export const waitingMax = 200;

const countWaitingHere = sql<number>`(select count(*) from join_requests as waiting
  where waiting.clan_id = join_links.clan_id and waiting.state = 'waiting' and waiting.expires_at > now())`;
const isNotFull = sql<boolean>`${countWaitingHere} < ${waitingMax}`;

export async function isLinkFull(db: Db, clanId: string): Promise<boolean> {
  const row = await db
    .selectFrom("join_links")
    .select("clan_id")
    .where("clan_id", "=", clanId)
    .where(sql<boolean>`not ${isNotFull}`)
    .executeTakeFirst();
  return row !== undefined;
}

const isNotOver = sql<boolean>`(join_links.expires_at is null or join_links.expires_at > now())
  and (join_links.max_uses is null or join_links.uses < join_links.max_uses)`;

type LinkValues = Pick<LinkRow, "is_on" | "names" | "question" | "expires_at" | "max_uses">;

export async function insertLink(
  tx: Db,
  link: LinkValues & Pick<LinkRow, "clan_id" | "token_hash" | "sealed_token" | "created_by">,
): Promise<LinkRow | null> {
  const row = await tx
    .insertInto("join_links")
    .values(link)
    .onConflict((same) => same.column("clan_id").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export function updateLink(tx: Db, clanId: string, change: Partial<LinkRow>): Promise<LinkRow> {
  return tx
    .updateTable("join_links")
    .set((link) => ({ ...change, version: link("version", "+", 1) }))
    .where("clan_id", "=", clanId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** One more person has come in by it; false when it was for no more. */
export async function countUse(tx: Db, clanId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("join_links")
    .set((link) => ({ uses: link("uses", "+", 1) }))
    .where("clan_id", "=", clanId)
    .where((link) => link.or([link("max_uses", "is", null), link("uses", "<", link.ref("max_uses"))]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Players that somebody can say they are: of plain members, because the others are not taken by a name alone. */
export function listFreeMembers(db: Db, clanId: string, limit = 2_000) {
  return db
    .selectFrom("clan_members")
    .select(["id", "name", "name_key", "aliases"])
    .where("clan_id", "=", clanId)
    .where("status", "=", "active")
    .where("user_id", "is", null)
    .where("role", "=", "member")
    .orderBy("name_key")
    .limit(limit)
    .execute();
}

/** Without a lock: what it says may be over a moment later. */
export async function findPlayer(db: Db, clanId: string, memberId: string) {
  const row = await db
    .selectFrom("clan_members")
    .select(["id", "name", "user_id", "status", "role"])
    .where("clan_id", "=", clanId)
    .where("id", "=", memberId)
    .executeTakeFirst();
  return row ?? null;
}

/** What somebody asked for before, and what the clan was asked. */
export function countRequests(db: Db, clanId: string, userId: string) {
  const lately = (days: number) => sql`created_at > now() - make_interval(days => ${days})`;
  return db
    .selectFrom("join_requests")
    .select([
      sql<number>`count(*) filter (where user_id = ${userId} and ${lately(1)})::int`.as("own_today"),
      sql<number>`count(*) filter (where user_id = ${userId} and state = 'waiting' and expires_at > now())::int`.as(
        "own_waiting",
      ),
      sql<boolean>`coalesce(bool_or(clan_id = ${clanId} and user_id = ${userId} and state = 'declined'
        and decided_at > now() - make_interval(days => ${askAgainDays})), false)`.as("is_declined"),
      sql<number>`count(*) filter (where clan_id = ${clanId} and state = 'waiting' and expires_at > now())::int`.as(
        "clan_waiting",
      ),
      sql<number>`count(*) filter (where clan_id = ${clanId} and ${lately(1)})::int`.as("clan_today"),
    ])
    .where((row) => row.or([row("clan_id", "=", clanId), row("user_id", "=", userId)]))
    .executeTakeFirstOrThrow();
}

type NewRequest = Pick<RequestRow, "clan_id" | "user_id" | "wanted_member_id" | "name" | "answer" | "note">;

/** Null when one waits already. */
export async function insertRequest(tx: Db, request: NewRequest): Promise<RequestRow | null> {
  const row = await tx
    .insertInto("join_requests")
    .values(request)
    .onConflict((same) => same.columns(["clan_id", "user_id"]).where("state", "=", "waiting").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export function listRequestsOfUser(db: Db, userId: string) {
  return db
    .selectFrom("join_requests")
    .innerJoin("clans", "clans.id", "join_requests.clan_id")
    .selectAll("join_requests")
    .select("clans.name as clan_name")
    .select((row) =>
      row
        .exists(
          row
            .selectFrom("clan_members as player")
            .select("player.id")
            .whereRef("player.clan_id", "=", "join_requests.clan_id")
            .where("player.user_id", "=", userId)
            .where("player.status", "=", "active")
            .where((test) => test.or([test("clans.deletes_at", "is", null), test("player.role", "=", "owner")])),
        )
        .as("has_player"),
    )
    .where("join_requests.user_id", "=", userId)
    .orderBy("join_requests.created_at", "desc")
    .limit(50)
    .execute();
}

export async function withdrawRequest(tx: Db, userId: string, id: string) {
  const row = await tx
    .updateTable("join_requests")
    .set((request) => ({ state: "withdrawn", decided_at: sql<Date>`now()`, version: request("version", "+", 1) }))
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returning(["clan_id", "id", "name"])
    .executeTakeFirst();
  return row ?? null;
}

export interface RequestPage {
  state: "waiting" | "decided";
  limit: number;
  cursor?: string | undefined;
}

/** Those that wait, the oldest first; or those that were decided, the latest first. From the row after `cursor` on. */
export function listRequests(db: Db, clanId: string, { state, limit, cursor }: RequestPage) {
  const isWaiting = state === "waiting";
  const at = sql.ref(isWaiting ? "created_at" : "decided_at");
  const direction = isWaiting ? "asc" : "desc";
  return selectRequests(db)
    .where("join_requests.clan_id", "=", clanId)
    .where(isWaiting ? isWaitingNow : isDecided)
    .$if(cursor !== undefined, (rows) =>
      // Whatever became of the last row meanwhile, its time says where to go on.
      rows.where(sql<boolean>`(join_requests.${at}, join_requests.id) ${isWaiting ? sql`>` : sql`<`} (
        select last.${at}, last.id from join_requests as last where last.clan_id = ${clanId} and last.id = ${cursor})`),
    )
    .orderBy(sql`join_requests.${at}`, direction)
    .orderBy("join_requests.id", direction)
    .limit(limit)
    .execute();
}

const isWaitingNow = sql<boolean>`join_requests.state = 'waiting' and join_requests.expires_at > now()`;
const isDecided = sql<boolean>`join_requests.state in ('approved', 'declined')`;

export function countByState(db: Db, clanId: string) {
  const count = (which: typeof isDecided) =>
    sql<number>`(select count(*)::int from join_requests where clan_id = ${clanId} and ${which})`;
  return db.selectNoFrom([count(isWaitingNow).as("waiting"), count(isDecided).as("decided")]).executeTakeFirstOrThrow();
}

function selectRequests(db: Db) {
  return db
    .selectFrom("join_requests")
    .innerJoin("users", "users.id", "join_requests.user_id")
    .leftJoin("clan_members", (member) =>
      member
        .onRef("clan_members.clan_id", "=", "join_requests.clan_id")
        .onRef("clan_members.id", "=", "join_requests.wanted_member_id"),
    )
    .selectAll("join_requests")
    .select(["users.display_name", "users.created_at as account_created_at", "users.app_metadata"])
    .select(["clan_members.name as wanted_name", "clan_members.user_id as wanted_user_id"])
    .select(["clan_members.status as wanted_status", "clan_members.role as wanted_role"])
    .select(
      sql<number>`(select count(*)::int from join_requests as other where other.clan_id = join_requests.clan_id
        and other.state = 'waiting' and other.expires_at > now() and other.id <> join_requests.id
        and other.wanted_member_id = join_requests.wanted_member_id)`.as("rivals"),
    )
    .select(
      sql<string | null>`coalesce(
        (select coalesce(identity_data ->> 'user_name', identity_data ->> 'full_name', identity_data ->> 'name')
          from auth_identities where user_id = join_requests.user_id and provider = 'discord' limit 1),
        (select name from discord_links where user_id = join_requests.user_id))`.as("discord_name"),
    );
}

export async function countWaiting(db: Db, clanId: string): Promise<number> {
  return (await countWaitingIn(db, [clanId])).get(clanId) ?? 0;
}

/** By clan; none for those in which nobody waits. */
export async function countWaitingIn(db: Db, clanIds: string[]): Promise<Map<string, number>> {
  if (clanIds.length === 0) return new Map();
  const query = db
    .selectFrom("join_requests")
    .select("clan_id")
    .select((row) => row.fn.countAll<number>().as("waiting"))
    .where("clan_id", "=", anyOf(clanIds))
    .where("state", "=", "waiting")
    .where("expires_at", ">", sql<Date>`now()`)
    .groupBy("clan_id");
  const rows = await executePrepared(db, query);
  return new Map(rows.map(({ clan_id, waiting }) => [clan_id, waiting]));
}

export async function isRequestWaiting(db: Db, clanId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("join_requests")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .where(isWaitingNow)
    .executeTakeFirst();
  return row !== undefined;
}

/** Without a lock: those who decide lock the account, the clan and the player first. */
export async function findRequest(db: Db, clanId: string, id: string): Promise<RequestRow | null> {
  const row = await db
    .selectFrom("join_requests")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function lockRequest(tx: Db, clanId: string, id: string): Promise<RequestRow | null> {
  const row = await tx
    .selectFrom("join_requests")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

type Decision = Partial<Pick<RequestRow, "state" | "member_id" | "decided_by" | "decided_by_name" | "reason">>;

export async function decideRequest(tx: Db, clanId: string, id: string, decision: Decision): Promise<void> {
  await tx
    .updateTable("join_requests")
    .set((request) => ({ ...decision, decided_at: sql<Date>`now()`, version: request("version", "+", 1) }))
    .where("clan_id", "=", clanId)
    .where("id", "=", id)
    .execute();
}

export async function insertBlock(tx: Db, clanId: string, userId: string, blockedBy: string): Promise<void> {
  await tx
    .insertInto("join_blocks")
    .values({ clan_id: clanId, user_id: userId, blocked_by: blockedBy })
    .onConflict((same) => same.columns(["clan_id", "user_id"]).doNothing())
    .execute();
}

export function listBlocks(db: Db, clanId: string) {
  return db
    .selectFrom("join_blocks")
    .innerJoin("users", "users.id", "join_blocks.user_id")
    .select(["join_blocks.user_id", "users.display_name", "join_blocks.created_at"])
    .where("join_blocks.clan_id", "=", clanId)
    .orderBy("join_blocks.created_at", "desc")
    .limit(longestList)
    .execute();
}

export async function deleteBlock(tx: Db, clanId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("join_blocks")
    .where("clan_id", "=", clanId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Requests nobody decided end after their time; what is over is kept for ninety days. */
export async function cleanUpRequests(db: Db): Promise<void> {
  await db
    .updateTable("join_requests")
    .set({ state: "expired", decided_at: sql<Date>`now()` })
    .where("state", "=", "waiting")
    .where("expires_at", "<=", sql<Date>`now()`)
    .execute();
  await db
    .deleteFrom("join_requests")
    .where("state", "!=", "waiting")
    .where("decided_at", "<", sql<Date>`now() - interval '90 days'`)
    .execute();
}

/** An account that ends takes its requests and blocks along. */
export async function eraseUser(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom("join_requests").where("user_id", "=", userId).execute();
  await tx.deleteFrom("join_blocks").where("user_id", "=", userId).execute();
  await tx
    .updateTable("join_requests")
    .set({ decided_by: null, decided_by_name: formerMember })
    .where("decided_by", "=", userId)
    .execute();
}

/** Where the owner of a clan gets mails. */
export async function findOwnerAddress(db: Db, clanId: string): Promise<string | null> {
  const row = await db
    .selectFrom("clan_members")
    .innerJoin("users", "users.id", "clan_members.user_id")
    .select("users.email")
    .where("clan_members.clan_id", "=", clanId)
    .where("clan_members.role", "=", "owner")
    .where("users.deleted_at", "is", null)
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function findAsker(db: Db, userId: string) {
  const row = await db
    .selectFrom("users")
    .select(["display_name", "email", "email_confirmed_at", "is_anonymous"])
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}
