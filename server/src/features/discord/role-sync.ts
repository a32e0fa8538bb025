import { randomUUID } from "node:crypto";
import { toNameKey } from "@clanhall/contract/text";
import { currentTime } from "../../db/clock.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import type { DiscordBot } from "../webhooks/index.ts";
import { describeRules, listServers } from "./roles.ts";
import {
  deleteChanges,
  deleteGrant,
  endTurn,
  getClanName,
  type GrantRow,
  isGivenElsewhere,
  listChanges,
  listClansToSync,
  listFrozenRanks,
  listGrants,
  listLinkedPlayers,
  listRules,
  type RuleRow,
  saveGrant,
  setChecked,
  takeTurn,
} from "./roles.queries.ts";

interface Deps {
  db: Db;
  log: Log;
  bot: DiscordBot | null;
}

/** Discord did not answer as it should: the rest follows with the next job. */
class NotNow extends Error {}

/**
 * Gives and takes roles in all clans where something changed, and once a day in all with rules. Of several instances one
 * is at it: another would take a role back that a slower one is about to give.
 */
export async function syncRoles({ db, log, bot }: Deps): Promise<void> {
  const now = currentTime();
  if (!bot) return;
  const run = randomUUID();
  if (!(await takeTurn(db, bot.app.id, run))) return;
  try {
    await syncClans({ db, log, bot, run, today: now.toISOString().slice(0, 10) });
  } finally {
    await endTurn(db, run);
  }
}

interface Run {
  db: Db;
  log: Log;
  bot: DiscordBot;
  run: string;
  today: string;
}

async function syncClans({ log, ...deps }: Run): Promise<void> {
  const { db, bot, run, today } = deps;
  for (const clanId of await listClansToSync(db, today)) {
    if (bot.findStop() || !(await takeTurn(db, bot.app.id, run))) return;
    try {
      const { given, taken } = await syncClan(deps, clanId);
      if (given + taken > 0) log.info({ clanId, given, taken }, "Discord roles synchronised");
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      log.warn({ clanId, reason: error.message }, "Discord roles wait for the next try");
    }
  }
}

async function syncClan(deps: Omit<Run, "log">, clanId: string) {
  const { db, today } = deps;
  const changes = await listChanges(db, clanId);
  const servers = new Set((await listServers(db, clanId)).map(({ guild_id }) => guild_id));
  const all = await listRules(db, clanId);
  const rules = all.filter(({ guild_id }) => servers.has(guild_id));
  const wanted = await listWanted(db, clanId, rules, today);
  const grants = new Map((await listGrants(db, clanId)).map((grant) => [keyOf(grant), grant]));
  const work = createWork(deps, await listReasons(db, clanId, rules));
  for (const [key, grant] of grants) {
    if (!wanted.has(key)) await work.takeBack(grant);
  }
  for (const [key, grant] of wanted) {
    const known = grants.get(key);
    if (known?.checked_on !== today) await work.give(grant, known);
  }
  for (const rule of all) await setChecked(db, rule, today, work.problems.get(roleOf(rule)) ?? null);
  await deleteChanges(db, changes);
  return work.counts;
}

type Holder = Pick<GrantRow, "guild_id" | "role_id" | "discord_user_id">;
const roleOf = ({ guild_id, role_id }: Pick<GrantRow, "guild_id" | "role_id">) => `${guild_id} ${role_id}`;
const keyOf = (holder: Holder) => `${roleOf(holder)} ${holder.discord_user_id}`;

type Player = Awaited<ReturnType<typeof listLinkedPlayers>>[number];

/** Who shall have which role, by all rules together. */
async function listWanted(db: Db, clanId: string, rules: RuleRow[], today: string): Promise<Map<string, GrantRow>> {
  const players = await listLinkedPlayers(db, clanId);
  const boards = rules.flatMap(({ rule }) => (rule.kind === "top" ? rule.scoreboard_id : []));
  const ranks = boards.length > 0 ? await listFrozenRanks(db, clanId, boards) : [];
  const isIn = (player: Player, { rule }: RuleRow): boolean => {
    if (rule.kind === "linked") return true;
    if (rule.kind === "clan_role") return player.role === rule.role;
    if (rule.kind === "group") return player.groups.some((group) => toNameKey(group) === toNameKey(rule.group));
    return ranks.some(
      ({ scoreboard_id, member_id, rank }) =>
        scoreboard_id === rule.scoreboard_id && member_id === player.id && rank <= rule.count,
    );
  };
  return new Map(
    rules.flatMap((rule) =>
      players
        .filter((player) => isIn(player, rule))
        .map(({ user_id, discord_user_id }): [string, GrantRow] => {
          const { guild_id, role_id } = rule;
          const holder = { guild_id, role_id, discord_user_id };
          return [keyOf(holder), { ...holder, clan_id: clanId, user_id, state: "given", checked_on: today }];
        }),
    ),
  );
}

/** What the log of the Discord server says about each role. */
async function listReasons(db: Db, clanId: string, rules: RuleRow[]): Promise<(role: string) => string> {
  const name = await getClanName(db, clanId);
  const labels = await describeRules(db, clanId, rules);
  const byRole = Map.groupBy(labels, (_, index) =>
    rules
      .slice(index, index + 1)
      .map(roleOf)
      .join(""),
  );
  return (role) => `${name}: ${byRole.get(role)?.join(", ") ?? "no rule any more"}`;
}

const unknownMember = 10_007;
const longAgo = "1970-01-01";
const roleGone = "This role no longer exists in Discord.";
const problems: Record<number, string> = {
  10_004: "The bot is not in the server.",
  10_011: roleGone,
  50_001: "The bot is not in the server.",
  50_013: "The bot needs Manage Roles, and its own role must be above this one.",
};

function createWork({ db, bot, run, today }: Omit<Run, "log">, reasonOf: (role: string) => string) {
  /** What is wrong with a role, so that Discord is not asked about it again and again. */
  const found = new Map<string, string>();
  const counts = { given: 0, taken: 0 };
  const members = new Map<string, string[] | null>();

  /** Null for who is not in the server, undefined for a role that cannot be given. */
  async function ask(method: "PUT" | "DELETE" | "GET", path: string, grant: GrantRow): Promise<unknown> {
    if (!(await takeTurn(db, bot.app.id, run))) throw new NotNow("Another instance is at it");
    const reason = reasonOf(roleOf(grant));
    const { status, code, body } = await bot.call({ method, path, ...(method !== "GET" && { reason }) });
    if (status >= 200 && status < 300) return body ?? {};
    if (status === 404 && code === unknownMember) return null;
    const problem = code === null ? undefined : problems[code];
    if (problem === undefined) throw new NotNow(`Discord answered ${status}`);
    found.set(roleOf(grant), problem);
    return undefined;
  }

  const memberPath = ({ guild_id, discord_user_id }: Holder) => `/guilds/${guild_id}/members/${discord_user_id}`;
  const rolePath = (grant: GrantRow) => `${memberPath(grant)}/roles/${grant.role_id}`;

  async function listRolesOf(grant: GrantRow): Promise<string[] | null | undefined> {
    const path = memberPath(grant);
    const known = members.get(path);
    if (known !== undefined) return known;
    const body = await ask("GET", path, grant);
    if (body === undefined) return undefined;
    const roles = typeof body === "object" && body !== null && "roles" in body ? body.roles : null;
    const listed = Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : null;
    members.set(path, listed);
    return listed;
  }

  return {
    counts,
    problems: found,
    /** Only what we gave ourselves, and no other clan gives as well. */
    async takeBack(grant: GrantRow): Promise<void> {
      if (grant.state === "given" && !(await isGivenElsewhere(db, grant))) {
        const answer = found.has(roleOf(grant)) ? undefined : await ask("DELETE", rolePath(grant), grant);
        const isGone = found.get(roleOf(grant)) === roleGone;
        if (answer === undefined && !isGone) return saveGrant(db, { ...grant, checked_on: today });
        counts.taken += 1;
      }
      await deleteGrant(db, grant);
    },
    async give(grant: GrantRow, known: GrantRow | undefined): Promise<void> {
      const roles = found.has(roleOf(grant)) ? undefined : await listRolesOf(grant);
      if (roles === undefined) return;
      if (roles === null) return saveGrant(db, { ...grant, state: "absent" });
      if (roles.includes(grant.role_id)) {
        const isOurs = known?.state === "given" || (await isGivenElsewhere(db, grant));
        return saveGrant(db, { ...grant, state: isOurs ? "given" : "held" });
      }
      // Known as ours before Discord is asked, and to be looked at again if the process dies then.
      await saveGrant(db, { ...grant, checked_on: longAgo });
      const answer = await ask("PUT", rolePath(grant), grant);
      if (answer === undefined) return deleteGrant(db, grant);
      if (answer === null) return saveGrant(db, { ...grant, state: "absent" });
      counts.given += 1;
      return saveGrant(db, grant);
    },
  };
}
