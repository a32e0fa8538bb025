import {
  type DiscordRoleRule,
  type DiscordServer,
  type patchRoleRule,
  type RoleCondition,
  type RoleRuleDraft,
  roleRulesMax,
} from "@clanhall/contract/discord";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, notFound, staleVersion } from "../../errors.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { findLastChange, recordAudit } from "../audit/index.ts";
import { type DiscordBot, listWebhooksOfClan } from "../webhooks/index.ts";
import {
  deleteRule,
  insertRule,
  listBoards,
  listGrants,
  listRules,
  lockRule,
  noteChange,
  type RuleRow,
  updateRule,
} from "./roles.queries.ts";
import { listGivable, mayManageRoles, readServer, toServer } from "./servers.ts";

interface Deps {
  db: Db;
  bot: DiscordBot | null;
}

/** The servers of the clan's channels, by their names. */
export async function listServers(db: Db, clanId: string): Promise<{ guild_id: string; name: string }[]> {
  const rows = (await listWebhooksOfClan(db, clanId)).filter(({ kind }) => kind === "bot");
  const names = new Map(rows.map(({ guild_id, guild_name }) => [guild_id ?? "", guild_name ?? ""]));
  return [...names].map(([guild_id, name]) => ({ guild_id, name }));
}

export async function listServersWithRoles({ db, bot }: Deps, clanId: string): Promise<DiscordServer[]> {
  if (!bot) return [];
  const servers = await listServers(db, clanId);
  return Promise.all(servers.map(async (server) => toServer(server, await readServer(bot, server.guild_id))));
}

export async function listRulesOf(db: Db, clanId: string): Promise<DiscordRoleRule[]> {
  return toRules(db, clanId, await listRules(db, clanId));
}

async function toRules(db: Db, clanId: string, rows: RuleRow[]): Promise<DiscordRoleRule[]> {
  if (rows.length === 0) return [];
  const servers = new Map((await listServers(db, clanId)).map(({ guild_id, name }) => [guild_id, name]));
  const titles = await readTitles(db, clanId, rows);
  const given = (await listGrants(db, clanId)).filter(({ state }) => state === "given");
  return rows.map(({ id, guild_id, role_id, role_name, rule, problem, version }) => ({
    id,
    guild_id,
    role_id,
    role_name,
    rule,
    server: servers.get(guild_id) ?? null,
    label: describe(rule, titles),
    given: given.filter((grant) => grant.guild_id === guild_id && grant.role_id === role_id).length,
    problem: servers.has(guild_id) ? problem : "No channel of this server is connected any more.",
    version,
  }));
}

async function readTitles(db: Db, clanId: string, rows: Pick<RuleRow, "rule">[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ rule }) => (rule.kind === "top" ? rule.scoreboard_id : []));
  if (ids.length === 0) return new Map();
  return new Map((await listBoards(db, clanId, ids)).map(({ id, title }) => [id, title]));
}

const roleNames = { owner: "The owner", maintainer: "Maintainers", member: "Members" };

function describe(rule: RoleCondition, titles: Map<string, string>): string {
  if (rule.kind === "clan_role") return roleNames[rule.role];
  if (rule.kind === "group") return `Group ${rule.group}`;
  if (rule.kind === "linked") return "All linked players";
  return `Top ${rule.count} of ${titles.get(rule.scoreboard_id) ?? "a deleted scoreboard"}`;
}

/** Who gets a role, for the log of the clan and that of Discord. */
export async function describeRules(db: Db, clanId: string, rows: Pick<RuleRow, "rule">[]): Promise<string[]> {
  const titles = await readTitles(db, clanId, rows);
  return rows.map(({ rule }) => describe(rule, titles));
}

/** The name of a role that the bot can give in a server of the clan, as Discord says now. */
async function requireRole({ db, bot }: Deps, clanId: string, draft: Pick<RoleRuleDraft, "guild_id" | "role_id">) {
  const { guild_id, role_id } = draft;
  if (!bot) throw new ApiError("conflict", "The Discord app is not set up here: ask whoever runs this server");
  const isConnected = (await listServers(db, clanId)).some((server) => server.guild_id === guild_id);
  if (!isConnected) throw invalidField("guild_id", "Connect a channel of this server first.");
  const found = await readServer(bot, guild_id);
  if (typeof found === "string") throw new ApiError("unavailable", found);
  if (!mayManageRoles(found)) throw invalidField("role_id", "The bot may not manage roles there.");
  const role = listGivable(found).find(({ id }) => id === role_id);
  if (!role) throw invalidField("role_id", "The bot cannot give this role: it must be below the bot's own.");
  return Array.from(role.name).slice(0, 100).join("");
}

async function requireBoard(db: Db, clanId: string, rule: RoleCondition): Promise<void> {
  if (rule.kind !== "top") return;
  const [board] = await listBoards(db, clanId, [rule.scoreboard_id]);
  if (!board) throw invalidField("rule", "Choose a scoreboard of this clan.");
}

function requireNew(rows: RuleRow[], draft: RoleRuleDraft): void {
  const isSame = (row: RuleRow) =>
    row.guild_id === draft.guild_id && row.role_id === draft.role_id && isDeepStrictEqual(row.rule, draft.rule);
  if (rows.some(isSame)) throw invalidField("rule", "There is already such a rule.");
}

/** The players are compared at once, not only at the next change. */
async function askForSync(tx: Tx, clanId: string): Promise<void> {
  await noteChange(tx, clanId);
  await enqueue(tx, "sync-discord-roles", {});
}

export async function addRule(deps: Deps, actor: ClanActor, draft: RoleRuleDraft): Promise<DiscordRoleRule> {
  const { clanId } = actor;
  const role_name = await requireRole(deps, clanId, draft);
  return deps.db.transaction().execute(async (tx) => {
    await lockClan(tx, clanId);
    const standing = await listRules(tx, clanId);
    if (standing.length >= roleRulesMax) {
      throw new ApiError("conflict", `A clan can have at most ${roleRulesMax} rules for roles. Delete one first.`);
    }
    requireNew(standing, draft);
    await requireBoard(tx, clanId, draft.rule);
    const row = await insertRule(tx, { ...draft, rule: JSON.stringify(draft.rule), role_name, clan_id: clanId });
    const [rule] = await toRules(tx, clanId, [row]);
    if (!rule) throw notFound("Rule");
    await recordAudit(tx, actor, { action: "discord.rule_create", target: toTarget(row), after: toAudited(rule) });
    await askForSync(tx, clanId);
    return rule;
  });
}

type Change = z.output<(typeof patchRoleRule)["body"]>;

export async function changeRule(
  deps: Deps,
  actor: ClanActor,
  ruleId: string,
  { version, ...change }: Change,
): Promise<DiscordRoleRule> {
  const { clanId } = actor;
  const before = (await listRules(deps.db, clanId)).find(({ id }) => id === ruleId);
  if (!before) throw notFound("Rule");
  const { guild_id = before.guild_id, role_id = before.role_id, rule = before.rule } = change;
  const isMoved = guild_id !== before.guild_id || role_id !== before.role_id;
  const role_name = isMoved ? await requireRole(deps, clanId, { guild_id, role_id }) : before.role_name;
  return deps.db.transaction().execute(async (tx) => {
    await lockClan(tx, clanId);
    const row = await requireVersion(tx, clanId, ruleId, version);
    const [was] = await toRules(tx, clanId, [row]);
    if (!was) throw notFound("Rule");
    if (!isMoved && isDeepStrictEqual(rule, row.rule)) return was;
    const others = (await listRules(tx, clanId)).filter(({ id }) => id !== ruleId);
    requireNew(others, { guild_id, role_id, rule });
    await requireBoard(tx, clanId, rule);
    const changed = await updateRule(tx, clanId, ruleId, { guild_id, role_id, role_name, rule });
    const [is] = await toRules(tx, clanId, [changed]);
    if (!is) throw notFound("Rule");
    const target = toTarget(changed);
    await recordAudit(tx, actor, {
      action: "discord.rule_change",
      target,
      before: toAudited(was),
      after: toAudited(is),
    });
    await askForSync(tx, clanId);
    return is;
  });
}

export function removeRule(db: Db, actor: ClanActor, ruleId: string, version: number): Promise<void> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockClan(tx, clanId);
    const row = await requireVersion(tx, clanId, ruleId, version);
    const [was] = await toRules(tx, clanId, [row]);
    await deleteRule(tx, clanId, ruleId);
    const before = was && toAudited(was);
    await recordAudit(tx, actor, { action: "discord.rule_delete", target: toTarget(row), ...(before && { before }) });
    await askForSync(tx, clanId);
  });
}

async function requireVersion(tx: Tx, clanId: string, ruleId: string, version: number): Promise<RuleRow> {
  const row = await lockRule(tx, clanId, ruleId);
  if (!row) throw notFound("Rule");
  if (row.version === version) return row;
  const [current] = await toRules(tx, clanId, [row]);
  throw staleVersion(row.role_name, current, await findLastChange(tx, clanId, toTarget(row)));
}

function toTarget({ id, role_name }: RuleRow) {
  return { type: "discord_role", id, name: role_name };
}

function toAudited({ label, server }: DiscordRoleRule) {
  return { given_to: label, server };
}
