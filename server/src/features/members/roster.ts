import { compareTexts } from "@clanhall/contract/rules/locale";
import { addDays, endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import { toCsvLine } from "@clanhall/contract/csv";
import { mapFields } from "@clanhall/contract/fields/field";
import { memberFields, type MemberList, memberLists, memberTexts } from "@clanhall/contract/fields/member-fields";
import { type exportMembers, type Member, memberStatuses } from "@clanhall/contract/members";
import { clanRoles } from "@clanhall/contract/permissions";
import { foldText } from "@clanhall/contract/rules/fold-text";
import { toNameKey, toTidyText } from "@clanhall/contract/text";
import { type Presence, wasOnRoster } from "@clanhall/contract/rules/cells";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { eachInTurns, fitsSchema } from "../../http/in-turns.ts";
import { createMemberReader, loadRates, maySeeValues } from "./member.ts";
import { listAway, listRoster, listSpans } from "./queries.ts";

type Filter = z.output<(typeof exportMembers)["query"]>;

const inviteStates = ["none", "open", "expired"] as const satisfies readonly Member["invite"]["state"][];

/** Days without an entry that the roster always counts. */
const idleSteps = [3, 7, 14, 30, 90];

/** Each may have as many names, groups and notes as a player can have. */
const playersPerTurn = 200;

interface Page {
  limit: number;
  cursor?: string | undefined;
}

export async function loadRoster(db: Db, actor: ClanActor, { limit, cursor, ...filter }: Filter & Page) {
  const roster = await filterRoster(db, actor, filter);
  const { members, counts } = roster;
  const start = members.findIndex(({ id }) => id === cursor) + 1;
  if (cursor && start === 0) throw invalidField("cursor", "The roster has changed; start again from its first page.");
  const page = members.slice(start, start + limit);
  const isLast = start + limit >= members.length;
  await addRates(db, actor, page, roster);
  return fitsSchema({ members: page, next_cursor: isLast ? null : (page.at(-1)?.id ?? null), counts });
}

/** Rates are counted for the rows that are shown alone. */
async function addRates(db: Db, actor: ClanActor, members: Member[], { all, presence, today }: Roster): Promise<void> {
  const seen = members.filter((member) => maySeeValues(actor, member));
  if (seen.length === 0) return;
  const [from, to] = [addDays(today, -30), addDays(today, -1)];
  const present = seen.flatMap(({ id, merged_into_id }) => {
    const days = presence(id);
    return merged_into_id === null && wasOnRoster(days, from, to) ? [{ id, ...days }] : [];
  });
  const only = seen.length === all.length ? undefined : seen.map(({ id }) => id);
  const rates = await loadRates(db, actor.clanId, today, present, only);
  for (const member of seen) Object.assign(member, rates.get(member.id));
}

type Roster = Awaited<ReturnType<typeof filterRoster>>;

/** Filters and counts work on what the reader sees, so that neither tells more than the rows. */
async function filterRoster(db: Db, actor: ClanActor, filter: Filter) {
  const now = currentTime();
  const { clanId } = actor;
  const rows = await listRoster(db, clanId);
  const away = Map.groupBy(await listAway(db, clanId), ({ member_id }) => member_id);
  const spans = Map.groupBy(await listSpans(db, clanId), ({ member_id }) => member_id);
  const rules = await listDayRules(db, clanId);
  const today = toClanDate(rules, now);
  const presence = (id: string): Presence => ({ spans: spans.get(id) ?? [], away: away.get(id) ?? [] });
  const toMember = createMemberReader({ actor, now, today });
  const read: Member[] = [];
  const keyOfGroup = new Map<string, string>();
  await eachInTurns(
    rows,
    (row) => {
      const joinedOn = spans.get(row.id)?.[0]?.starts_on ?? toClanDate(rules, new Date(row.joined_at));
      const member = toMember(row, joinedOn, away.get(row.id) ?? [], row.last_entry);
      for (const name of member.groups) if (!keyOfGroup.has(name)) keyOfGroup.set(name, toNameKey(name));
      read.push(member);
    },
    playersPerTurn,
  );
  const all = read.toSorted(formerLast);

  const groups = new Map([...keyOfGroup].map(([name, key]) => [key, name]));
  const idle = [...new Set([...idleSteps, filter.idle_days ?? 3])].map((days): IdleStep => {
    const day = addDays(today, -days);
    return { label: `idle:${days}`, day, end: endOfClanDay(rules, day).toISOString() };
  });
  const wanted = toLabels(filter, groups);
  const typed = foldText(toTidyText(filter.q ?? ""));
  const nameOfGroup = (name: string) => groups.get(keyOfGroup.get(name) ?? "") ?? name;
  const labels: string[][] = [];
  const members: Member[] = [];
  await eachInTurns(
    all,
    (member) => {
      const own = labelsOf(member, nameOfGroup, idle);
      labels.push(own);
      if (wanted.every((label) => own.includes(label)) && isCalled(member, typed)) members.push(member);
    },
    playersPerTurn,
  );
  return { all, members, counts: countLabels(labels), today, presence };
}

/** Players who are gone come after those who are here. */
function formerLast(a: Member, b: Member): number {
  return Number(a.status === "removed") - Number(b.status === "removed") || compareTexts(a.name, b.name);
}

/** A day after which nothing was entered, and when it ended. */
interface IdleStep {
  label: string;
  day: string;
  end: string;
}

/** Whoever never had an entry is without one since they joined. */
function isIdle({ last_entry, joined_at }: Member, { day, end }: IdleStep): boolean {
  return last_entry === null ? joined_at < end : last_entry <= day;
}

// Made once: thousands of texts put together for each reader would have to be hashed to be counted.
const statusLabels = mapFields(memberStatuses, (status) => `status:${status}`);
const roleLabels = mapFields(clanRoles, (role) => `role:${role}`);
const inviteLabels = mapFields(inviteStates, (state) => `invite:${state}`);

/** Each once. */
function labelsOf(member: Member, nameOfGroup: (name: string) => string, idle: IdleStep[]): string[] {
  const isLinked = member.user_id !== null;
  const labels: string[] = [
    statusLabels[member.status],
    roleLabels[member.role],
    isLinked ? "linked:true" : "linked:false",
    inviteLabels[member.invite.state],
    member.away_until === null ? "away:false" : "away:true",
  ];
  if (member.status === "active" && !isLinked) labels.push("unlinked:true");
  for (const name of new Set(member.groups.map(nameOfGroup))) labels.push(`group:${name}`);
  for (const step of idle) if (isIdle(member, step)) labels.push(step.label);
  return labels;
}

function toLabels({ group, idle_days, unlinked, q: _q, ...plain }: Filter, groups: Map<string, string>): string[] {
  const labels = Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]));
  if (unlinked === "true") labels.push("unlinked:true");
  if (group !== undefined) labels.push(`group:${groups.get(toNameKey(group)) ?? group}`);
  if (idle_days !== undefined) labels.push(`idle:${idle_days}`);
  return labels;
}

function isCalled({ name, aliases }: Member, typed: string): boolean {
  return typed === "" || [name, ...aliases].some((text) => foldText(text).includes(typed));
}

const alwaysCounted = [
  ...Object.values(statusLabels),
  ...Object.values(roleLabels),
  "linked:true",
  "linked:false",
  ...Object.values(inviteLabels),
  "away:true",
  "away:false",
  ...idleSteps.map((days) => `idle:${days}`),
];

function countLabels(lists: string[][]): Record<string, number> {
  const counts = new Map(alwaysCounted.map((label) => [label, 0]));
  for (const labels of lists) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Object.fromEntries(counts);
}

type CsvCell = string | number | null;

const columns: [head: string, cell: (member: Member, names: Map<string, string>) => CsvCell][] = [
  [memberFields.name.csv, ({ name }) => name],
  listColumn("aliases"),
  ["Role", ({ role }) => role],
  ["Status", ({ status }) => status],
  ["Account", toAccount],
  ["Invited until", ({ invite }) => (invite.state === "open" ? invite.expires_at : null)],
  [memberFields.joined_on.csv, ({ joined_on }) => joined_on],
  ["Last entry", ({ last_entry }) => last_entry],
  ["Met in 7 days (%)", ({ rate_7 }) => rate_7],
  ["Met in 30 days (%)", ({ rate_30 }) => rate_30],
  [memberFields.away.csv, ({ away_until }) => away_until],
  ...memberLists.filter((list) => list !== "aliases").map(listColumn),
  ...memberTexts.map((text): (typeof columns)[number] => [memberFields[text].csv, (member) => member[text]]),
  [memberFields.main_member_id.csv, ({ main_member_id }, names) => names.get(main_member_id ?? "") ?? null],
];

function listColumn(list: MemberList): (typeof columns)[number] {
  return [memberFields[list].csv, (member) => member[list].join("; ")];
}

export async function exportRoster(db: Db, actor: ClanActor, filter: Filter): Promise<string> {
  const roster = await filterRoster(db, actor, filter);
  const { all, members } = roster;
  await addRates(db, actor, members, roster);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const lines = members.map((member) => toCsvLine(columns.map(([, cell]) => cell(member, names))));
  return [toCsvLine(columns.map(([head]) => head)), ...lines].join("");
}

function toAccount({ user_id, invite }: Member): string {
  if (user_id !== null) return "linked";
  return invite.state === "open" ? "invited" : "none";
}
