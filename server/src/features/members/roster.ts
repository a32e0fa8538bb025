import { compareTexts } from "@clanhall/contract/rules/locale";
import { addDays, endOfClanDay, toClanDate } from "@clanhall/contract/rules/clan-day";
import { toCsvLine } from "@clanhall/contract/csv";
import { memberFields, type MemberList, memberLists, memberTexts } from "@clanhall/contract/fields/member-fields";
import { type exportMembers, type Member, memberStatuses } from "@clanhall/contract/members";
import { clanRoles } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { listLastEntries } from "../entries/index.ts";
import { loadRates, maySeeValues, toMember } from "./member.ts";
import { listAway, listFirstDays, listRoster } from "./queries.ts";

type Filter = z.output<(typeof exportMembers)["query"]>;

/** Days without an entry that the roster always counts. */
const idleSteps = [3, 7, 14, 30, 90];

interface Page {
  limit: number;
  cursor?: string | undefined;
}

export async function loadRoster(db: Db, actor: ClanActor, { limit, cursor, ...filter }: Filter & Page) {
  const { members, counts, today } = await filterRoster(db, actor, filter);
  const start = members.findIndex(({ id }) => id === cursor) + 1;
  if (cursor && start === 0) throw invalidField("cursor", "The roster has changed; start again from its first page.");
  const page = members.slice(start, start + limit);
  const isLast = start + limit >= members.length;
  return {
    members: await withRates(db, actor, page, today),
    next_cursor: isLast ? null : (page.at(-1)?.id ?? null),
    counts,
  };
}

/** Rates are counted for the rows that are shown alone. */
async function withRates(db: Db, actor: ClanActor, members: Member[], today: string): Promise<Member[]> {
  const ids = members.filter((member) => maySeeValues(actor, member)).map(({ id }) => id);
  if (ids.length === 0) return members;
  const rates = await loadRates(db, actor.clanId, today, ids);
  return members.map((member) => ({ ...member, ...rates.get(member.id) }));
}

/** Filters and counts work on what the reader sees, so that neither tells more than the rows. */
async function filterRoster(db: Db, actor: ClanActor, filter: Filter, now = new Date()) {
  const { clanId } = actor;
  const rows = await listRoster(db, clanId);
  const away = await listAway(db, clanId);
  const rules = await listDayRules(db, clanId);
  const entries = await listLastEntries(db, clanId);
  const firstDays = await listFirstDays(db, clanId);
  const today = toClanDate(rules, now);
  const viewer = { actor, now, today };
  const periods = Map.groupBy(away, ({ member_id }) => member_id);
  const joined = new Map(firstDays.map(({ member_id, day }) => [member_id, day]));
  const last = new Map(entries.map(({ member_id, day }) => [member_id, day]));
  const all = rows
    .map((row) => ({ ...row, joined_on: joined.get(row.id) ?? toClanDate(rules, row.joined_at) }))
    .map((row) => toMember(row, periods.get(row.id) ?? [], viewer, last.get(row.id)))
    .toSorted(formerLast);

  const groups = new Map(all.flatMap((member) => member.groups.map((name) => [toNameKey(name), name] as const)));
  const idle = [...new Set([...idleSteps, filter.idle_days ?? 3])].map((days): IdleStep => {
    const day = addDays(today, -days);
    return { label: `idle:${days}`, day, end: endOfClanDay(rules, day).toISOString() };
  });
  const labels = new Map(all.map((member) => [member, labelsOf(member, groups, idle)]));
  const wanted = toLabels(filter, groups);
  const key = toNameKey(filter.q ?? "");
  const members = all.filter(
    (member) => wanted.every((label) => labels.get(member)?.has(label)) && isCalled(member, key),
  );
  return { all, members, counts: countLabels(labels.values()), today };
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

function labelsOf(member: Member, groups: Map<string, string>, idle: IdleStep[]): Set<string> {
  const isLinked = member.user_id !== null;
  return new Set([
    `status:${member.status}`,
    `role:${member.role}`,
    `linked:${isLinked}`,
    `invite:${member.invite.state}`,
    `away:${member.away_until !== null}`,
    ...(member.status === "active" && !isLinked ? ["unlinked:true"] : []),
    ...member.groups.map((name) => `group:${groups.get(toNameKey(name))}`),
    ...idle.filter((step) => isIdle(member, step)).map(({ label }) => label),
  ]);
}

function toLabels({ group, idle_days, unlinked, q: _q, ...plain }: Filter, groups: Map<string, string>): string[] {
  const labels = Object.entries(plain).flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]));
  if (unlinked === "true") labels.push("unlinked:true");
  if (group !== undefined) labels.push(`group:${groups.get(toNameKey(group)) ?? group}`);
  if (idle_days !== undefined) labels.push(`idle:${idle_days}`);
  return labels;
}

function isCalled({ name, aliases }: Member, key: string): boolean {
  return key === "" || [name, ...aliases].some((text) => toNameKey(text).includes(key));
}

const alwaysCounted = [
  ...memberStatuses.map((status) => `status:${status}`),
  ...clanRoles.map((role) => `role:${role}`),
  "linked:true",
  "linked:false",
  "invite:none",
  "invite:open",
  "invite:expired",
  "away:true",
  "away:false",
  ...idleSteps.map((days) => `idle:${days}`),
];

function countLabels(labels: Iterable<Set<string>>): Record<string, number> {
  const counts = Object.fromEntries(alwaysCounted.map((label) => [label, 0]));
  for (const set of labels) for (const label of set) counts[label] = (counts[label] ?? 0) + 1;
  return counts;
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
  const { all, members, today } = await filterRoster(db, actor, filter);
  const rows = await withRates(db, actor, members, today);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const lines = rows.map((member) => toCsvLine(columns.map(([, cell]) => cell(member, names))));
  return [toCsvLine(columns.map(([head]) => head)), ...lines].join("");
}

function toAccount({ user_id, invite }: Member): string {
  if (user_id !== null) return "linked";
  return invite.state === "open" ? "invited" : "none";
}
