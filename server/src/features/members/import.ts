import { randomUUID } from "node:crypto";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { memberFields } from "@clanhall/contract/fields/member-fields";
import type { importMembers } from "@clanhall/contract/member-imports";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField } from "../../errors.ts";
import { fitsSchema } from "../../http/in-turns.ts";
import { defineTask, type ResultOf } from "../../workers/task.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { recordAudit } from "../audit/index.ts";
import { toNewMember } from "./change.ts";
import type { checkRows } from "./check-rows.ts";
import { insertMembers, insertSpans, listRosterNames, type RosterName, updateMembers } from "./queries.ts";
import { lockRoster, mayEdit, notYours, requireRoomToAdd, toDistinct } from "./rules.ts";

type ImportInput = z.output<(typeof importMembers)["body"]>;
type Answer = z.output<(typeof importMembers)["response"]>;
type CheckedList = ResultOf<typeof checkRows>[number];

const task = defineTask<typeof checkRows>(new URL("./check-rows.ts", import.meta.url), "checkRows");

interface Parts {
  db: Db;
  workers: WorkerPool;
}

/** How often a list is checked again because the roster changed between the check and the lock. */
const triesMax = 5;

/** Checked before the roster is locked: a worker may have to be waited for. */
export async function importList(
  parts: Parts,
  actor: ClanActor,
  input: ImportInput,
  now = currentTime(),
): Promise<Answer> {
  const { db, workers } = parts;
  const { clanId } = actor;
  for (let tries = 0; tries < triesMax; tries++) {
    const roster = await listRosterNames(db, clanId);
    const today = toClanDate(await listDayRules(db, clanId), now);
    const present = roster
      .filter(({ status }) => status !== "removed")
      .map(({ id, name, name_key, aliases }) => ({ id, name, name_key, aliases }));
    const checked = await workers.run(task, { rows: input.rows, present, today }, { account: actor.userId });
    if (input.dry_run) return fitsSchema(toAnswer(checked, 0));
    const added = await db.transaction().execute(async (tx) => {
      await lockRoster(tx, clanId);
      const isSame = versionsOf(await listRosterNames(tx, clanId)) === versionsOf(roster);
      return isSame ? addRows(tx, actor, input, { checked, roster }, now) : null;
    });
    if (added !== null) return fitsSchema({ ...toAnswer(checked, added.added), aliased: added.aliased });
  }
  throw new ApiError("conflict", "Someone else changed the roster. Try again.", { retryAfter: 1 });
}

function versionsOf(roster: RosterName[]): string {
  return roster
    .map(({ id, version }) => `${id} ${version}`)
    .toSorted()
    .join();
}

async function addRows(
  tx: Tx,
  actor: ClanActor,
  input: ImportInput,
  { checked, roster }: { checked: CheckedList[]; roster: RosterName[] },
  now: Date,
): Promise<{ added: number; aliased: number }> {
  const { clanId } = actor;
  const rules = await listDayRules(tx, clanId);
  const today = toClanDate(rules, now);
  const { drafts, aliases } = decideRows(input, checked);
  await addAliases(tx, actor, roster, aliases);
  const aliased = [...aliases.values()].flat().length + drafts.reduce((sum, { named: own }) => sum + own, 0);
  if (drafts.length === 0) return { added: 0, aliased };
  await requireRoomToAdd(tx, clanId, drafts.length);
  const added = drafts.map((draft) => ({ ...draft, id: randomUUID(), starts_on: draft.joined_on ?? today }));
  const members = added.map(({ id, ...draft }) => toNewMember(id, draft, rules));
  await insertMembers(tx, clanId, members, now);
  const spans = added.map(({ id, starts_on }) => ({ member_id: id, starts_on, ends_on: null }));
  await insertSpans(tx, clanId, spans);
  const auditEvents = added.map(({ id, name, starts_on }) => ({
    action: "member.add",
    target: { type: "member", id, name },
    after: { name, joined_on: starts_on },
    source: "import" as const,
  }));
  const summary = {
    action: "member.import",
    target: { type: "clan", id: clanId },
    after: { added: added.length, of: input.rows.length },
    source: "import" as const,
  };
  await recordAudit(tx, actor, ...auditEvents, summary);
  return { added: added.length, aliased };
}

type Draft = NonNullable<CheckedList["draft"]>;

/** Who is added, with the other names the list has for them, and who on the roster gets which aliases. */
function decideRows({ add_similar = [], alias_of = [] }: ImportInput, checked: CheckedList[]) {
  const [confirmed, other] = [new Set(add_similar), new Set(alias_of)];
  const isAdded = ({ state, index }: CheckedList) =>
    state === "new" || (state === "similar" && confirmed.has(index) && !other.has(index));
  const drafts = new Map<number, Draft & { named: number }>();
  const aliases = new Map<string, string[]>();
  for (const row of checked) {
    if (row.draft && isAdded(row)) drafts.set(row.index, { ...row.draft, named: 0 });
    if (row.state !== "similar" || !other.has(row.index)) continue;
    const whose = findOwner(row, checked, isAdded);
    const draft = whose.index === undefined ? undefined : drafts.get(whose.index);
    if (draft) {
      draft.aliases = [...(draft.aliases ?? []), row.name];
      draft.named += 1;
    } else if (whose.id !== null) aliases.set(whose.id, [...(aliases.get(whose.id) ?? []), row.name]);
  }
  for (const { name, aliases: names } of drafts.values()) requireFewAliases(name, names ?? []);
  return { drafts: [...drafts.values()], aliases };
}

/** A row may look like an earlier one that is not added itself: then it is a name of whom that one looks like. */
function findOwner({ similar_to }: CheckedList, checked: CheckedList[], isAdded: (row: CheckedList) => boolean) {
  let whose = similar_to;
  while (whose?.index !== undefined) {
    const row: CheckedList | undefined = checked[whose.index];
    if (!row || isAdded(row)) break;
    whose = row.similar_to;
  }
  return whose ?? { id: null, index: undefined };
}

async function addAliases(
  tx: Tx,
  actor: ClanActor,
  roster: RosterName[],
  aliases: Map<string, string[]>,
): Promise<void> {
  for (const row of roster.filter(({ id }) => aliases.has(id))) {
    if (!mayEdit(actor, row)) throw notYours(actor, row);
    const after = toDistinct([...row.aliases, ...(aliases.get(row.id) ?? [])], row.name);
    requireFewAliases(row.name, after);
    await updateMembers(tx, actor.clanId, [row.id], { aliases: after });
    await recordAudit(tx, actor, {
      action: "member.update",
      target: { type: "member", id: row.id, name: row.name },
      before: { aliases: row.aliases },
      after: { aliases: after },
      source: "import",
    });
  }
}

function requireFewAliases(name: string, aliases: string[]): void {
  const { max } = memberFields.aliases;
  if (aliases.length > max) throw invalidField("alias_of", `${name} can have at most ${max} aliases.`);
}

function toAnswer(checked: CheckedList[], added: number): Answer {
  const rows = checked.map(({ index, name, state, similar_to, same_as, problem }) => ({
    index,
    name,
    state,
    similar_to,
    ...(same_as !== undefined && { same_as }),
    problem,
  }));
  return { rows, added };
}
