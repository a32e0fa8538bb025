import { addDays, endOfClanDay, toClanDate } from "@clanhall/contract/clan-day";
import { toCsvLine } from "@clanhall/contract/csv";
import { type exportMembers, type Member, memberStatuses } from "@clanhall/contract/members";
import { clanRoles } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { listDayRules } from "../clans/clan-days.queries.ts";
import { toMember } from "./member-view.ts";
import { listAway, listFirstDays, listRoster } from "./members.queries.ts";

type Filter = z.output<(typeof exportMembers)["query"]>;

/** Days without an entry that the roster always counts. */
const idleSteps = [3, 7, 14, 30, 90];
const { compare } = new Intl.Collator("en");

interface Page {
  limit: number;
  cursor?: string | undefined;
}

export async function loadRoster(db: Db, actor: ClanActor, { limit, cursor, ...filter }: Filter & Page) {
  const { members, counts } = await filterRoster(db, actor, filter);
  const start = members.findIndex(({ id }) => id === cursor) + 1;
  if (cursor && start === 0) throw invalidField("cursor", "The roster has changed; start again from its first page.");
  const page = members.slice(start, start + limit);
  const isLast = start + limit >= members.length;
  return { members: page, next_cursor: isLast ? null : (page.at(-1)?.id ?? null), counts };
}

/** Filters and counts work on what the reader sees, so that neither tells more than the rows. */
async function filterRoster(db: Db, actor: ClanActor, filter: Filter, now = new Date()) {
  const [rows, away, rules] = await Promise.all([
    listRoster(db, actor.clanId),
    listAway(db, actor.clanId),
    listDayRules(db, actor.clanId),
  ]);
  const look = { actor, now, today: toClanDate(rules, now) };
  const periods = Map.groupBy(away, ({ member_id }) => member_id);
  const all = rows.map((row) => toMember(row, periods.get(row.id) ?? [], look)).toSorted(formerLast);

  const groups = new Map(all.flatMap((member) => member.groups.map((name) => [toNameKey(name), name] as const)));
  const idleSince = [...new Set([...idleSteps, filter.idle_days ?? 3])].map(
    (days) => [days, endOfClanDay(rules, addDays(look.today, -days)).toISOString()] as const,
  );
  const labels = new Map(all.map((member) => [member, labelsOf(member, groups, idleSince)]));
  const wanted = toLabels(filter, groups);
  const key = toNameKey(filter.q ?? "");
  const members = all.filter(
    (member) => wanted.every((label) => labels.get(member)?.has(label)) && isCalled(member, key),
  );
  return { all, members, counts: countLabels(labels.values()) };
}

/** Players who are gone come after those who are here. */
function formerLast(a: Member, b: Member): number {
  return Number(a.status === "removed") - Number(b.status === "removed") || compare(a.name, b.name);
}

function labelsOf(member: Member, groups: Map<string, string>, idleSince: (readonly [number, string])[]): Set<string> {
  const isLinked = member.user_id !== null;
  return new Set([
    `status:${member.status}`,
    `role:${member.role}`,
    `linked:${isLinked}`,
    `invite:${member.invite.state}`,
    `away:${member.away_until !== null}`,
    ...(member.status === "active" && !isLinked ? ["unlinked:true"] : []),
    ...member.groups.map((name) => `group:${groups.get(toNameKey(name))}`),
    ...idleSince.filter(([, instant]) => member.joined_at < instant).map(([days]) => `idle:${days}`),
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

const columns = [
  "Name",
  "Aliases",
  "Role",
  "Status",
  "Account",
  "Invited until",
  "Joined",
  "Away until",
  "Groups",
  "Note",
  "Officers' note",
  "Main player",
];

export async function exportRoster(db: Db, actor: ClanActor, filter: Filter): Promise<string> {
  const { all, members } = await filterRoster(db, actor, filter);
  const firstDays = await listFirstDays(db, actor.clanId);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const joined = new Map(firstDays.map(({ member_id, day }) => [member_id, day]));
  const lines = members.map((member) =>
    toCsvLine([
      member.name,
      member.aliases.join("; "),
      member.role,
      member.status,
      toAccount(member),
      member.invite.state === "open" ? member.invite.expires_at : null,
      joined.get(member.id) ?? null,
      member.away_until,
      member.groups.join("; "),
      member.public_note,
      member.officer_note,
      names.get(member.main_member_id ?? "") ?? null,
    ]),
  );
  return [toCsvLine(columns), ...lines].join("");
}

function toAccount({ user_id, invite }: Member): string {
  if (user_id !== null) return "linked";
  return invite.state === "open" ? "invited" : "none";
}
