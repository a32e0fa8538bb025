import type { OwnerlessClan } from "@clanhall/contract/admin";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";

const clansShown = 200;
const candidatesShown = 50;

/** An account that can sign in and is not about to be deleted. */
const isGood = sql<boolean>`account.deleted_at is null and account.deletes_at is null
  and (account.banned_until is null or account.banned_until <= now())`;

/**
 * Nobody with such an account owns the clan. Clans that are being deleted need no owner.
 * The limit makes it one lookup for each clan; a plain join, planned without statistics, read all owners for each user.
 */
const isStranded = sql<boolean>`clan.deletes_at is null and not exists (
  select from (
    select user_id from clan_members where clan_id = clan.id and role = 'owner' and status <> 'removed' limit 1
  ) as owner join users as account on account.id = owner.user_id where ${isGood})`;

export async function countOwnerlessClans(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from clans as clan where ${isStranded}`.execute(db);
  return rows[0]?.count ?? 0;
}

type Stranded = Omit<OwnerlessClan, "created_at"> & { created_at: Date };

/** Those without an owner the longest first, each with who could take over: maintainers before others. */
export async function listOwnerlessClans(db: Db): Promise<Stranded[]> {
  const { rows } = await sql<Stranded>`
    select clan.id, clan.name, clan.created_at,
      (select name from clan_members as owner
       where owner.clan_id = clan.id and owner.role = 'owner' and owner.status <> 'removed') as owner,
      coalesce((select jsonb_agg(candidate) from (
        select member.id as member_id, member.name as player, member.role, coalesce(account.email, '') as email
        from clan_members as member join users as account on account.id = member.user_id
        where member.clan_id = clan.id and member.status = 'active' and ${isGood}
        order by member.role = 'maintainer' desc, member.joined_at, member.id limit ${candidatesShown}
      ) as candidate), '[]') as candidates
    from clans as clan where ${isStranded} order by clan.created_at, clan.id limit ${clansShown}
  `.execute(db);
  return rows;
}

export async function isOwnerless(db: Db, clanId: string): Promise<boolean> {
  const { rows } = await sql`select from clans as clan where clan.id = ${clanId} and ${isStranded}`.execute(db);
  return rows.length > 0;
}

/** The names of the clans that somebody owns and others could take over. */
export async function listClansToTransfer(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select clan.name from clan_members as owner join clans as clan on clan.id = owner.clan_id
    where owner.user_id = ${userId} and owner.role = 'owner' and owner.status <> 'removed' and clan.deletes_at is null
      and exists (select from clan_members as member join users as account on account.id = member.user_id
        where member.clan_id = clan.id and member.status = 'active' and account.id <> owner.user_id and ${isGood})
    order by clan.name
  `.execute(db);
  return rows.map(({ name }) => name);
}

export interface Person {
  id: string;
  name: string;
  role: string;
  user_id: string | null;
  email: string | null;
  is_good: boolean;
}

/** An active player, with whether their account could own a clan. */
export async function findNewOwner(db: Db, clanId: string, memberId: string): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select member.id, member.name, member.role, member.user_id, account.email,
      member.status = 'active' and account.id is not null and ${isGood} as is_good
    from clan_members as member left join users as account on account.id = member.user_id
    where member.clan_id = ${clanId} and member.id = ${memberId} and member.status <> 'removed'
  `.execute(db);
  return rows[0] ?? null;
}

/** The address of a former owner, if the account still exists. */
export async function findAddressOf(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Locked in one order, so that two of these never wait for each other. */
export async function lockAccounts(tx: Db, userIds: string[]): Promise<void> {
  await sql`select from users where id = any(${userIds}::uuid[]) order by id for no key update`.execute(tx);
}

/** The offer that waits for its receiver, if they are still an active player with the same account. */
export async function findTransfer(db: Db, clanId: string) {
  const row = await db
    .selectFrom("clan_transfers")
    .innerJoin("clan_members", (join) =>
      join
        .onRef("clan_members.clan_id", "=", "clan_transfers.clan_id")
        .onRef("clan_members.id", "=", "clan_transfers.to_member_id")
        .onRef("clan_members.user_id", "=", "clan_transfers.to_user_id"),
    )
    .select(["clan_transfers.to_member_id", "clan_transfers.to_user_id", "clan_transfers.created_at"])
    .select("clan_members.name as to_name")
    .where("clan_transfers.clan_id", "=", clanId)
    .where("clan_members.status", "=", "active")
    .executeTakeFirst();
  return row ?? null;
}

export async function findReceiver(db: Db, clanId: string, memberId: string) {
  const row = await db
    .selectFrom("clan_members")
    .leftJoin("users", "users.id", "clan_members.user_id")
    .select(["clan_members.id", "clan_members.name", "clan_members.status", "clan_members.user_id", "users.email"])
    .where("clan_members.clan_id", "=", clanId)
    .where("clan_members.id", "=", memberId)
    .executeTakeFirst();
  return row ?? null;
}

interface Offer {
  clan_id: string;
  to_member_id: string;
  to_user_id: string;
  offered_by: string;
}

/** A clan is offered to one at a time. */
export async function saveTransfer(db: Db, offer: Offer): Promise<void> {
  const { clan_id: _clan, ...change } = offer;
  await db
    .insertInto("clan_transfers")
    .values(offer)
    .onConflict((same) => same.column("clan_id").doUpdateSet({ ...change, created_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteTransfer(db: Db, clanId: string): Promise<void> {
  await db.deleteFrom("clan_transfers").where("clan_id", "=", clanId).execute();
}

/** Locked until the change is done, so that nobody inactivates or unlinks them. */
export async function lockMembers(db: Db, clanId: string, memberIds: string[]): Promise<void> {
  await db
    .selectFrom("clan_members")
    .select("id")
    .where("clan_id", "=", clanId)
    .where("id", "in", memberIds)
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Somebody's player on the roster, inactive or not; a clan that is being deleted is there for its owner alone. */
export async function lockPlayer(db: Db, clanId: string, userId: string) {
  const row = await db
    .selectFrom("clan_members")
    .innerJoin("clans", "clans.id", "clan_members.clan_id")
    .select(["clan_members.id", "clan_members.name", "clan_members.role", "clan_members.status"])
    .where("clan_members.clan_id", "=", clanId)
    .where("clan_members.user_id", "=", userId)
    .where("clan_members.status", "!=", "removed")
    .where((player) => player.or([player("clans.deletes_at", "is", null), player("clan_members.role", "=", "owner")]))
    .forUpdate("clan_members")
    .executeTakeFirst();
  return row ?? null;
}
