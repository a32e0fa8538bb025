import { randomUUID } from "node:crypto";
import { startOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { FieldProblem } from "@clanhall/contract/errors";
import { mapFields } from "@clanhall/contract/fields/field";
import {
  isForManagers,
  memberFields,
  type MemberList,
  memberLists,
  type MemberText,
  memberTexts,
} from "@clanhall/contract/fields/member-fields";
import type { Member, memberChange, memberDraft } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, staleVersion } from "../../errors.ts";
import { type AuditActor, findLastChange, recordAudit } from "../audit/index.ts";
import { findDateProblem } from "./check-rows.ts";
import { loadMember } from "./member.ts";
import {
  findRosterRow,
  hasAlts,
  insertMembers,
  insertSpans,
  listAway,
  listNamesakes,
  listSpans,
  type MemberRow,
  moveFirstDay,
  type NewMember,
  replaceAway,
  updateMembers,
} from "./queries.ts";
import { getLockedMember, lockRoster, mayEdit, nameTaken, notYours, requireRoomToAdd, toDistinct } from "./rules.ts";

type Draft = z.output<typeof memberDraft>;
type Change = z.output<typeof memberChange>;
type Rules = Awaited<ReturnType<typeof listDayRules>>;

export function addMember(db: Db, actor: ClanActor, draft: Draft): Promise<Member> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const { id } = await addMemberIn(tx, actor, draft, now);
    return loadMember(tx, actor, id, now);
  });
}

/** The same as a part of more. */
export async function addMemberIn(
  tx: Tx,
  actor: AuditActor,
  draft: Draft,
  now: Date,
): Promise<{ id: string; name: string }> {
  const { clanId } = actor;
  await lockRoster(tx, clanId);
  const rules = await listDayRules(tx, clanId);
  const today = toClanDate(rules, now);
  refuse(findDateProblem(draft.joined_on, today));
  if (draft.main_member_id) refuse(await findMainProblem(tx, clanId, null, draft.main_member_id));
  await requireRoomToAdd(tx, clanId, 1);
  const [namesake] = await listNamesakes(tx, clanId, [toNameKey(draft.name)]);
  if (namesake) throw nameTaken(namesake.name);

  const { name } = draft;
  const id = randomUUID();
  await insertMembers(tx, clanId, [toNewMember(id, draft, rules)], now);
  const starts_on = draft.joined_on ?? today;
  await insertSpans(tx, clanId, [{ member_id: id, starts_on, ends_on: null }]);
  await recordAudit(tx, actor, {
    action: "member.add",
    target: { type: "member", id, name },
    after: { name, joined_on: starts_on },
  });
  return { id, name };
}

/** One more name by which a player is found; none where there is no room for it. */
export async function addAliasIn(tx: Tx, clanId: string, memberId: string, alias: string): Promise<void> {
  const row = await getLockedMember(tx, clanId, memberId);
  const aliases = toList("aliases", [...row.aliases, alias], row.name);
  if (aliases.length <= memberFields.aliases.max) await updateMembers(tx, clanId, [memberId], { aliases });
}

/** A list of thousands is mostly names: what is empty is left out. */
export function toNewMember(id: string, draft: Draft, rules: Rules): NewMember {
  const { name, joined_on, main_member_id } = draft;
  const member: NewMember = { id, name, name_key: toNameKey(name) };
  for (const list of memberLists) if (draft[list]?.length) member[list] = toList(list, draft[list], name);
  for (const text of memberTexts) if (draft[text]) member[text] = draft[text];
  if (joined_on) member.joined_at = startOfClanDay(rules, joined_on);
  if (main_member_id) member.main_member_id = main_member_id;
  return member;
}

/** The first of each name; a player's own name is no alias. */
function toList(list: MemberList, names: string[], ownName: string): string[] {
  return list === "aliases" ? toDistinct(names, ownName) : toDistinct(names);
}

export function changeMember(
  db: Db,
  actor: ClanActor,
  memberId: string,
  change: Change,
  now = currentTime(),
): Promise<Member> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, clanId);
    const row = await getLockedMember(tx, clanId, memberId);
    if (!mayEdit(actor, row)) throw notYours(actor, row);
    if (row.version !== change.version) {
      const last = await findLastChange(tx, clanId, { type: "member", id: row.id });
      throw staleVersion(row.name, await loadMember(tx, actor, row.id, now), last);
    }
    const texts = await changeTexts(tx, row, change);
    const days = await changeDays(tx, row, change, now);
    const changed = { ...texts, ...days.columns };
    if (Object.keys(changed).length > 0 || days.before) {
      await updateMembers(tx, clanId, [row.id], changed);
      await recordAudit(tx, actor, ...toAuditEvents(row, texts, days));
    }
    return loadMember(tx, actor, row.id, now);
  });
}

type Texts = Partial<Pick<MemberRow, "name" | "name_key" | MemberList | MemberText | "main_member_id">>;

/** Those of the row's own columns that become different. */
async function changeTexts(tx: Db, row: MemberRow, change: Change): Promise<Texts> {
  const name = change.name ?? row.name;
  if (row.status !== "removed" && change.name !== undefined) {
    const namesakes = await listNamesakes(tx, row.clan_id, [toNameKey(name)]);
    const other = namesakes.find(({ id }) => id !== row.id);
    if (other) throw nameTaken(other.name);
  }
  if (change.main_member_id) refuse(await findMainProblem(tx, row.clan_id, row.id, change.main_member_id));
  const next: Required<Texts> = {
    name,
    name_key: toNameKey(name),
    ...mapFields(memberLists, (list) => toList(list, change[list] ?? row[list], name)),
    ...mapFields(memberTexts, (text) => change[text] ?? row[text]),
    main_member_id: change.main_member_id === undefined ? row.main_member_id : change.main_member_id,
  };
  return Object.fromEntries(
    Object.entries(next).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(row[column as keyof Texts]),
    ),
  );
}

interface Days {
  columns: { joined_at?: Date };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** The joined date and the away periods; without `before` nothing changed. */
async function changeDays(tx: Db, row: MemberRow, { joined_on, away }: Change, now: Date): Promise<Days> {
  const rules = await listDayRules(tx, row.clan_id);
  const columns: Days["columns"] = {};
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  if (joined_on !== undefined) {
    refuse(findDateProblem(joined_on, toClanDate(rules, now)));
    const [first] = await listSpans(tx, row.clan_id, [row.id]);
    if (first?.ends_on && first.ends_on < joined_on) {
      const message = `${row.name} was already on the roster until ${first.ends_on}.`;
      refuse({ path: "joined_on", message });
    }
    if (first && first.starts_on !== joined_on) {
      await moveFirstDay(tx, row.clan_id, first, joined_on);
      columns.joined_at = startOfClanDay(rules, joined_on);
      before.joined_on = first.starts_on;
      after.joined_on = joined_on;
    }
  }
  if (away !== undefined) {
    const periods = away
      .map(({ from, to, reason }) => ({ starts_on: from, ends_on: to, reason: reason || null }))
      .toSorted((a, b) => (a.starts_on < b.starts_on ? -1 : 1));
    refuse(...findAwayProblems(away));
    const old = (await listAway(tx, row.clan_id, row.id)).map(({ starts_on, ends_on, reason }) => ({
      starts_on,
      ends_on,
      reason,
    }));
    if (JSON.stringify(old) !== JSON.stringify(periods)) {
      await replaceAway(tx, row.clan_id, row.id, periods);
      before.away = old.map(toRange);
      after.away = periods.map(toRange);
    }
  }
  return Object.keys(after).length > 0 ? { columns, before, after } : { columns };
}

/** How many away periods a player has at most. */
export const awayMax = 50;

/** One more away period of a player. The roster is locked; whether the caller may do it was checked. */
export async function addAway(
  tx: Db,
  clanId: string,
  memberId: string,
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<void> {
  const old = (await listAway(tx, clanId, memberId)).map(({ starts_on, ends_on, reason: why }) => ({
    starts_on,
    ends_on,
    reason: why,
  }));
  const other = old.find(({ starts_on, ends_on }) => from <= ends_on && starts_on <= to);
  if (other) {
    throw new ApiError("conflict", `This overlaps the time away from ${other.starts_on} to ${other.ends_on}.`);
  }
  if (old.length >= awayMax) throw new ApiError("conflict", `A player can have at most ${awayMax} away periods.`);
  const added = { starts_on: from, ends_on: to, reason: reason || null };
  await replaceAway(tx, clanId, memberId, [...old, added]);
  await updateMembers(tx, clanId, [memberId], {});
}

/** Takes one absence back; the others stay. False when it is no longer there. */
export async function removeAway(
  tx: Db,
  clanId: string,
  memberId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const old = await listAway(tx, clanId, memberId);
  const others = old
    .filter(({ starts_on, ends_on }) => starts_on !== from || ends_on !== to)
    .map(({ starts_on, ends_on, reason }) => ({ starts_on, ends_on, reason }));
  if (others.length === old.length) return false;
  await replaceAway(tx, clanId, memberId, others);
  await updateMembers(tx, clanId, [memberId], {});
  return true;
}

/** Ends one absence with a day, or takes it back where that lies before it; false when it is no longer there. */
export async function shortenAway(
  tx: Tx,
  clanId: string,
  memberId: string,
  { from, to, last }: { from: string; to: string; last: string },
): Promise<boolean> {
  const old = await listAway(tx, clanId, memberId);
  const absence = old.find(({ starts_on, ends_on }) => starts_on === from && ends_on === to);
  if (!absence) return false;
  const periods = old
    .map((period) => (period === absence ? { ...period, ends_on: last } : period))
    .filter(({ starts_on, ends_on }) => starts_on <= ends_on)
    .map(({ starts_on, ends_on, reason }) => ({ starts_on, ends_on, reason }));
  await replaceAway(tx, clanId, memberId, periods);
  await updateMembers(tx, clanId, [memberId], {});
  return true;
}

const toRange = ({ starts_on, ends_on }: { starts_on: string; ends_on: string }) => `${starts_on} to ${ends_on}`;

function findAwayProblems(away: NonNullable<Change["away"]>): FieldProblem[] {
  return away.flatMap(({ from, to }, index) => {
    if (to < from) return [{ path: `away.${index}.to`, message: "An away period ends before it begins." }];
    const overlapped = away.slice(0, index).find((other) => from <= other.to && other.from <= to);
    if (!overlapped) return [];
    const message = `This away period overlaps the one from ${overlapped.from} to ${overlapped.to}.`;
    return [{ path: `away.${index}.from`, message }];
  });
}

/** What the officers wrote about somebody stays out of the audit, which outlives the note: only that it changed is kept. */
function toAuditEvents(row: MemberRow, changed: Texts, days: Days) {
  const { name, name_key: _key, ...rest } = changed;
  const target = { type: "member", id: row.id, name: name ?? row.name };
  const columns = Object.keys(rest) as (keyof typeof rest)[];
  const fields = columns.filter((column) => !isForManagers(column));
  const before = { ...Object.fromEntries(fields.map((field) => [field, row[field]])), ...days.before };
  const after = { ...Object.fromEntries(fields.map((field) => [field, rest[field]])), ...days.after };
  return [
    ...(name === undefined ? [] : [{ action: "member.rename", target, before: { name: row.name }, after: { name } }]),
    ...(Object.keys(after).length === 0 ? [] : [{ action: "member.update", target, before, after }]),
    ...columns.filter(isForManagers).map((column) => ({ action: `member.${column}`, target })),
  ];
}

function refuse(...problems: (FieldProblem | null)[]): void {
  const details = problems.filter((problem) => problem !== null);
  if (details[0]) throw new ApiError("validation_failed", details[0].message, { details });
}

/** Why a player cannot be an alt of another; mains and alts make pairs, never chains. */
export async function findMainProblem(
  tx: Db,
  clanId: string,
  altId: string | null,
  mainId: string,
): Promise<FieldProblem | null> {
  const message = await findProblem(tx, clanId, altId, mainId);
  return message === null ? null : { path: "main_member_id", message };
}

async function findProblem(tx: Db, clanId: string, altId: string | null, mainId: string): Promise<string | null> {
  const main = await findRosterRow(tx, clanId, mainId);
  if (!main || main.status === "removed") return "The main player is not on the roster.";
  if (main.id === altId) return "A player cannot be their own alt.";
  if (main.main_member_id !== null) return `${main.name} is already an alt.`;
  if (altId !== null && (await hasAlts(tx, clanId, altId))) return "This player has alts of their own.";
  return null;
}
