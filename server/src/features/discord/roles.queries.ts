import type { RoleCondition } from "@clanhall/contract/discord";
import { type Insertable, type Selectable, sql } from "kysely";
import { anyOf } from "../../db/lists.ts";
import type { FrozenResult } from "../../db/stored-types.ts";
import type { Db, Tables } from "../../db/tables.ts";

export type RuleRow = Selectable<Tables["discord_role_rules"]>;
export type GrantRow = Selectable<Tables["discord_role_grants"]>;

export function listRules(db: Db, clanId: string): Promise<RuleRow[]> {
  return db
    .selectFrom("discord_role_rules")
    .selectAll()
    .where("clan_id", "=", clanId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function lockRule(tx: Db, clanId: string, ruleId: string): Promise<RuleRow | null> {
  const row = await tx
    .selectFrom("discord_role_rules")
    .selectAll()
    .where("clan_id", "=", clanId)
    .where("id", "=", ruleId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function insertRule(tx: Db, rule: Insertable<Tables["discord_role_rules"]>): Promise<RuleRow> {
  return tx.insertInto("discord_role_rules").values(rule).returningAll().executeTakeFirstOrThrow();
}

interface RuleContent {
  guild_id: string;
  role_id: string;
  role_name: string;
  rule: RoleCondition;
}

export function updateRule(tx: Db, clanId: string, ruleId: string, content: RuleContent): Promise<RuleRow> {
  return tx
    .updateTable("discord_role_rules")
    .set((row) => ({
      ...content,
      rule: JSON.stringify(content.rule),
      problem: null,
      version: row("version", "+", 1),
    }))
    .where("clan_id", "=", clanId)
    .where("id", "=", ruleId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteRule(tx: Db, clanId: string, ruleId: string): Promise<void> {
  await tx.deleteFrom("discord_role_rules").where("clan_id", "=", clanId).where("id", "=", ruleId).execute();
}

/** Asks for the clan's players to be compared with its rules again. */
export async function noteChange(tx: Db, clanId: string): Promise<void> {
  await tx.insertInto("discord_role_changes").values({ clan_id: clanId }).execute();
}

/** The turn of one run to give and take roles, for a minute from now on; false while another run has it. */
export async function takeTurn(db: Db, appId: string, run: string): Promise<boolean> {
  const { rows } = await sql`
    insert into discord_app as app (id, commands_hash, roles_run, roles_until)
    values (${appId}, '', ${run}, now() + interval '1 minute')
    on conflict (id) do update set roles_run = excluded.roles_run, roles_until = excluded.roles_until
      where app.roles_run is null or app.roles_run = excluded.roles_run or app.roles_until < now()
    returning app.id
  `.execute(db);
  return rows.length > 0;
}

export async function endTurn(db: Db, run: string): Promise<void> {
  await db
    .updateTable("discord_app")
    .set({ roles_run: null, roles_until: null })
    .where("roles_run", "=", run)
    .execute();
}

/** Clans where something changed, or that were not compared with Discord on this day yet. */
export async function listClansToSync(db: Db, today: string): Promise<string[]> {
  const { rows } = await sql<{ clan_id: string }>`
    select clan_id from discord_role_changes
    union select clan_id from discord_role_rules where checked_on is null or checked_on < ${today}
    union select clan_id from discord_role_grants where checked_on < ${today}
    order by clan_id
  `.execute(db);
  return rows.map(({ clan_id }) => clan_id);
}

export async function listChanges(db: Db, clanId: string): Promise<number[]> {
  const rows = await db.selectFrom("discord_role_changes").select("id").where("clan_id", "=", clanId).execute();
  return rows.map(({ id }) => id);
}

/** What was noted while the work went on stays. */
export async function deleteChanges(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("discord_role_changes").where("id", "in", ids).execute();
}

export async function setChecked(db: Db, { clan_id, id }: RuleRow, today: string, problem: string | null) {
  await db
    .updateTable("discord_role_rules")
    .set({ checked_on: today, problem })
    .where("clan_id", "=", clan_id)
    .where("id", "=", id)
    .execute();
}

export function listGrants(db: Db, clanId: string): Promise<GrantRow[]> {
  return db.selectFrom("discord_role_grants").selectAll().where("clan_id", "=", clanId).execute();
}

/** What is known as ours stays so, also if another instance gave it a moment ago. */
export async function saveGrant(db: Db, grant: GrantRow): Promise<void> {
  const { state, checked_on } = grant;
  await db
    .insertInto("discord_role_grants")
    .values(grant)
    .onConflict((same) =>
      same
        .columns(["clan_id", "guild_id", "role_id", "discord_user_id"])
        .doUpdateSet({ checked_on, ...(state !== "held" && { state }) }),
    )
    .execute();
}

export async function deleteGrant(db: Db, grant: GrantRow): Promise<void> {
  await db
    .deleteFrom("discord_role_grants")
    .where("clan_id", "=", grant.clan_id)
    .where("guild_id", "=", grant.guild_id)
    .where("role_id", "=", grant.role_id)
    .where("discord_user_id", "=", grant.discord_user_id)
    .execute();
}

/** Whether another clan of the same server gave somebody the same role, and still does. */
export async function isGivenElsewhere(db: Db, grant: GrantRow): Promise<boolean> {
  const row = await db
    .selectFrom("discord_role_grants")
    .select("clan_id")
    .where("clan_id", "<>", grant.clan_id)
    .where("guild_id", "=", grant.guild_id)
    .where("role_id", "=", grant.role_id)
    .where("discord_user_id", "=", grant.discord_user_id)
    .where("state", "=", "given")
    .executeTakeFirst();
  return row !== undefined;
}

/** Active players whose account the bot knows and that is neither suspended nor about to be deleted. */
export async function listLinkedPlayers(db: Db, clanId: string) {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    role: string;
    groups: string[];
    discord_user_id: string;
  }>`
    select member.id, member.user_id, member.role, member.groups,
      coalesce(identity.subject, link.discord_user_id) as discord_user_id
    from clan_members as member
    join clans on clans.id = member.clan_id and clans.deletes_at is null
    join users on users.id = member.user_id and users.deleted_at is null and users.deletes_at is null
      and (users.banned_until is null or users.banned_until <= now())
    left join auth_identities as identity on identity.user_id = member.user_id and identity.provider = 'discord'
    left join discord_links as link on link.user_id = member.user_id and not exists (
      select from auth_identities as other
      where other.provider = 'discord' and other.subject = link.discord_user_id and other.user_id <> link.user_id)
    where member.clan_id = ${clanId} and member.status = 'active'
      and coalesce(identity.subject, link.discord_user_id) is not null
    order by member.name_key, member.id
  `.execute(db);
  return rows;
}

export function listBoards(db: Db, clanId: string, boardIds: string[]) {
  return db
    .selectFrom("scoreboards")
    .select(["id", "title"])
    .where("clan_id", "=", clanId)
    .where("id", "=", anyOf(boardIds))
    .where("deleted_at", "is", null)
    .execute();
}

/** Who stood how high in the last frozen result of each board. */
export async function listFrozenRanks(db: Db, clanId: string, boardIds: string[]) {
  const { rows } = await sql<{ scoreboard_id: string; rows: FrozenResult["rows"] | null }>`
    select board.id as scoreboard_id, coalesce(
      case when board.state = 'ended' then board.result -> 'rows' end,
      (select period.result -> 'rows' from scoreboard_periods as period
        where period.clan_id = board.clan_id and period.scoreboard_id = board.id
        order by period.starts_on desc limit 1)
    ) as rows
    from scoreboards as board
    where board.clan_id = ${clanId} and board.id = any(${boardIds}::uuid[]) and board.deleted_at is null
  `.execute(db);
  return rows.flatMap(({ scoreboard_id, rows: ranked }) =>
    (ranked ?? []).map(({ member_id, rank }) => ({ scoreboard_id, member_id, rank })),
  );
}

export async function getClanName(db: Db, clanId: string): Promise<string> {
  const { name } = await db.selectFrom("clans").select("name").where("id", "=", clanId).executeTakeFirstOrThrow();
  return name;
}
