import { randomUUID } from "node:crypto";
import { memberFields } from "@clanhall/contract/fields/member-fields";
import { memberDraft, playerName } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { recordAudit } from "../audit/index.ts";
import type { AddedNames, ImportRoster, NamePlan, NamesAsked } from "../entries/index.ts";
import { toNewMember } from "./change.ts";
import {
  insertMembers,
  insertSpans,
  listRosterNames,
  listWithMore,
  lockMembers,
  replaceSpans,
  type RosterName,
  updateMembers,
} from "./queries.ts";
import { lockRoster, mayEdit, mayMove, notYours, requireRoomToAdd, toDistinct } from "./rules.ts";

/** The players and aliases that an import of values brings along, and how its undo takes them back. */
export const importRoster: ImportRoster = { plan: planNames, lock: lockRoster, add: addNames, remove: removeNames };

/** Who would be added and which aliases; what cannot be is named with the reason. */
async function planNames(db: Db, actor: ClanActor, { add, remember }: NamesAsked): Promise<NamePlan> {
  const roster = await listRosterNames(db, actor.clanId);
  const problems: NamePlan["problems"] = [];
  const taken = new Set(roster.filter(({ status }) => status !== "removed").map(({ name_key }) => name_key));
  const players = new Map<string, NamePlan["players"][number]>();
  for (const name of add) {
    const { data, error } = memberDraft.safeParse({ name });
    if (data) {
      const key = toNameKey(data.name);
      if (!taken.has(key) && !players.has(key)) players.set(key, { id: randomUUID(), name: data.name });
    } else problems.push({ name, member_id: null, message: error.issues[0]?.message ?? "This is not a name." });
  }
  await requireRoomToAdd(db, actor.clanId, players.size);
  return {
    players: [...players.values()],
    aliases: planAliases(actor, roster, remember, problems),
    problems,
    version: roster
      .map(({ id, version }) => `${id} ${version}`)
      .toSorted()
      .join(),
  };
}

/** Those that the players are not called yet. */
function planAliases(
  actor: ClanActor,
  roster: RosterName[],
  remember: NamesAsked["remember"],
  problems: NamePlan["problems"],
): NamePlan["aliases"] {
  const { max } = memberFields.aliases;
  const rows = new Map(roster.map((row) => [row.id, row]));
  const planned = new Map<string, string[]>();
  return remember.flatMap(({ name: text, member_id: id }) => {
    const member_id = id.toLowerCase();
    const row = rows.get(member_id);
    if (!row) return [];
    const refuse = (message: string) => {
      problems.push({ name: text, member_id, message });
      return [];
    };
    const { data: name, error } = playerName.safeParse(text);
    if (name === undefined) return refuse(error?.issues[0]?.message ?? "This is not a name.");
    const aliases = planned.get(member_id) ?? row.aliases;
    const after = toDistinct([...aliases, name], row.name);
    if (after.length <= aliases.length) return [];
    if (!mayEdit(actor, row)) return refuse(`${notYours(actor, row).message}.`);
    if (after.length > max) return refuse(`${row.name} can have at most ${max} aliases.`);
    planned.set(member_id, after);
    return [{ member_id, name }];
  });
}

/** The roster is locked, and still the one of the plan. */
async function addNames(
  tx: Tx,
  actor: ClanActor,
  { players, aliases }: { players: { id: string; name: string; starts_on: string }[]; aliases: NamePlan["aliases"] },
  now: Date,
): Promise<void> {
  const { clanId } = actor;
  const rules = await listDayRules(tx, clanId);
  if (players.length > 0) {
    const members = players.map(({ id, name, starts_on: joined_on }) =>
      toNewMember(id, memberDraft.parse({ name, joined_on }), rules),
    );
    await insertMembers(tx, clanId, members, now);
    const spans = players.map(({ id, starts_on }) => ({ member_id: id, starts_on, ends_on: null }));
    await insertSpans(tx, clanId, spans);
  }
  const added = players.map(({ id, name, starts_on }) => ({
    action: "member.add",
    target: { type: "member", id, name },
    after: { name, joined_on: starts_on },
    source: "import" as const,
  }));
  const named = await changeAliases(tx, actor, aliases, (row, names) =>
    toDistinct([...row.aliases, ...names], row.name),
  );
  await recordAudit(tx, actor, ...added, ...named.events);
}

/** Takes back the aliases, and those players who have nothing else. They were never on the roster then. */
async function removeNames(tx: Tx, actor: ClanActor, { members, aliases }: AddedNames) {
  const { clanId } = actor;
  const named = await changeAliases(tx, actor, aliases, (row, names) => {
    const gone = new Set(names.map(toNameKey));
    return row.aliases.filter((alias) => !gone.has(toNameKey(alias)));
  });
  const rows = (await lockMembers(tx, clanId, members)).filter(({ status }) => status !== "removed");
  const busy = new Set(await listWithMore(tx, clanId, members));
  const isFree = (row: (typeof rows)[number]) => row.version === 1 && !busy.has(row.id) && mayMove(actor, row);
  const free = rows.filter(isFree);
  const ids = free.map(({ id }) => id);
  if (ids.length > 0) {
    await updateMembers(tx, clanId, ids, { status: "removed" });
    await replaceSpans(tx, clanId, ids, []);
  }
  const removed = free.map(({ id, name, status }) => ({
    action: "member.remove",
    target: { type: "member", id, name },
    before: { status },
    after: { status: "removed" },
    source: "import" as const,
  }));
  await recordAudit(tx, actor, ...removed, ...named.events);
  return {
    players_removed: free.length,
    aliases_removed: named.changed,
    players_kept: rows.filter((row) => !isFree(row)).map(({ name }) => name),
  };
}

async function changeAliases(
  tx: Tx,
  actor: ClanActor,
  aliases: NamePlan["aliases"],
  change: (row: { name: string; aliases: string[] }, names: string[]) => string[],
) {
  const names = Map.groupBy(aliases, ({ member_id }) => member_id);
  const rows = await lockMembers(tx, actor.clanId, [...names.keys()]);
  const changes = rows.flatMap((row) => {
    const after = change(row, names.get(row.id)?.map(({ name }) => name) ?? []);
    return after.length === row.aliases.length || !mayEdit(actor, row) ? [] : [{ row, after }];
  });
  for (const { row, after } of changes) await updateMembers(tx, actor.clanId, [row.id], { aliases: after });
  return {
    changed: changes.reduce((sum, { row, after }) => sum + Math.abs(row.aliases.length - after.length), 0),
    events: changes.map(({ row, after }) => ({
      action: "member.update",
      target: { type: "member", id: row.id, name: row.name },
      before: { aliases: row.aliases },
      after: { aliases: after },
      source: "import" as const,
    })),
  };
}
