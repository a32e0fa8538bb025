import { dueFrom, type Grace, isScheduled, type Presence, rateOf, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import { isForManagers, memberLists, type MemberText, memberTexts } from "@clanhall/contract/fields/member-fields";
import type { Member } from "@clanhall/contract/members";
import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import { listSchedules } from "../../clan/activities.ts";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import { listPresentMembers } from "../../clan/roster.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { countRates, listLastEntries } from "../entries/index.ts";
import { type AwayRow, findRosterRow, listAway, type RosterRow } from "./queries.ts";

/** Who looks at the roster, and when. */
interface RosterViewer {
  actor: ClanActor;
  now: Date;
  today: string;
}

export async function loadMember(db: Db, actor: ClanActor, memberId: string, now: Date): Promise<Member> {
  const { clanId } = actor;
  const row = await findRosterRow(db, clanId, memberId);
  if (!row) throw notFound("Player");
  const away = await listAway(db, clanId, row.id);
  const rules = await listDayRules(db, clanId);
  const today = toClanDate(rules, now);
  const joinedOn = toClanDate(rules, new Date(row.joined_at));
  const [last] = await listLastEntries(db, clanId, row.id);
  const member = createMemberReader({ actor, now, today })(row, joinedOn, away, last?.day);
  if (!maySeeValues(actor, row)) return member;
  const lately = { from: addDays(today, -longest), to: addDays(today, -1), memberIds: [row.id] };
  const rates = await loadRates(db, clanId, today, await listPresentMembers(db, clanId, lately), [row.id]);
  return { ...member, ...rates.get(row.id) };
}

/** What others did is for those who may see values; what one did oneself, always. */
export function maySeeValues({ role, toggles, memberId }: ClanActor, { id }: { id: string }): boolean {
  return id === memberId || canInClan(role, "values.view", toggles);
}

/** Texts that only managers read. */
const managersTexts = new Set(memberTexts.filter(isForManagers));
const noAway: Member["away"] = [];

/**
 * Makes rows as the reader may see them: accounts, invites, officers' notes and reasons are for managers and, but for the
 * notes, for oneself. Rates are added where a row is shown.
 */
export function createMemberReader({ actor, now, today }: RosterViewer) {
  const isManager = canInClan(actor.role, "clan.manage");
  const seesAllValues = canInClan(actor.role, "values.view", actor.toggles);
  const instant = now.toISOString();

  return (row: RosterRow, joinedOn: string, away: AwayRow[], lastEntry: string | null = null): Member => {
    const isMine = row.id === actor.memberId;
    const isOpen = isManager || isMine;
    const member = {
      id: row.id,
      clan_id: actor.clanId,
      name: row.name,
      tint: row.tint,
      role: row.role,
      status: row.status,
      user_id: isOpen ? row.user_id : null,
      is_me: isMine,
      away: away.length === 0 ? noAway : away.map((period) => toAway(period, isOpen)),
      away_until: away.find(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on)?.ends_on ?? null,
      main_member_id: row.main_member_id,
      merged_into_id: row.merged_into_id,
      invite: isManager ? toInviteState(row, instant) : noInvite,
      last_entry: isMine || seesAllValues ? lastEntry : null,
      rate_7: null,
      rate_30: null,
      joined_at: row.joined_at,
      joined_on: joinedOn,
      created_at: row.created_at,
      updated_at: row.updated_at,
      version: row.version,
    } as Member;
    for (const list of memberLists) member[list] = row[list];
    for (const text of memberTexts) {
      if (isManager || !managersTexts.has(text)) member[text] = row[text];
      else (member as Record<MemberText, string | null>)[text] = null;
    }
    return member;
  };
}

function toAway({ id, starts_on, ends_on, reason }: AwayRow, isOpen: boolean): Member["away"][number] {
  return { id, from: starts_on, to: ends_on, reason: isOpen ? reason : null };
}

const noInvite: Member["invite"] = { state: "none", expires_at: null };

function toInviteState({ invite_id, invite_expires_at: expiry }: RosterRow, now: string): Member["invite"] {
  if (invite_id === null) return noInvite;
  return { state: expiry === null || expiry > now ? "open" : "expired", expires_at: expiry };
}

type Rates = Pick<Member, "rate_7" | "rate_30">;

const longest = 30;

const shortest = 7;

/**
 * What players met of what was asked of them in the 7 and the 30 clan days before today. Today is not over, so it says
 * nothing yet. Whoever was not on the roster in that time has no rate. Their entries alone are read where `only` names
 * the players.
 */
export async function loadRates(
  db: Db,
  clanId: string,
  today: string,
  members: (Presence & { id: string })[],
  only?: string[],
): Promise<Map<string, Rates>> {
  const days = Array.from({ length: longest }, (_, n) => addDays(today, n - longest));
  const [from, to, lately] = [addDays(today, -longest), addDays(today, -1), longest - shortest];
  const grace = await getDaySettings(db, clanId);
  const activities = await listSchedules(db, [clanId]);
  const scheduled = activities.map((activity) => ({
    id: activity.id,
    days: markDays(days, (day) => isScheduled(activity, day)),
  }));
  const asked = days.map((_, n) => scheduled.filter((activity) => activity.days & (1 << n)).length);
  const due = members
    .map((member) => ({ id: member.id, days: markDueDays(days, member, grace) }))
    .filter((member) => countDue(asked, member.days, 0) > 0);
  if (due.length === 0) return new Map();
  const rows = await countRates(db, clanId, { from, to, lately }, scheduled, due, only);
  const counts = new Map(rows.map((row) => [row.member_id, row]));
  return new Map(
    due.map((member) => {
      const { met = 0, excused = 0, met_lately = 0, excused_lately = 0 } = counts.get(member.id) ?? {};
      const rate_30 = rateOf({ met, excused, due: countDue(asked, member.days, 0) });
      const rate_7 = rateOf({
        met: met_lately,
        excused: excused_lately,
        due: countDue(asked, member.days, lately),
      });
      return [member.id, { rate_7, rate_30 }];
    }),
  );
}

/** One bit a day, the earliest first. */
function markDays(days: string[], isMarked: (day: string) => boolean): number {
  return days.reduce((marks, day, n) => (isMarked(day) ? marks | (1 << n) : marks), 0);
}

/** Most players are there all the time or new, which is seen at once. */
function markDueDays(days: string[], presence: Presence, grace: Grace): number {
  const { spans, away } = presence;
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const since = dueFrom(presence, grace) ?? "";
  if (since > last) return 0;
  const only = spans.length === 1 ? spans[0] : undefined;
  if (only?.ends_on === null && away.length === 0 && since <= first) return allDays;
  return markDays(days, (day) => whyNotDue(presence, grace, day) === null);
}

const allDays = 2 ** longest - 1;

/** Due cells from the nth day on. */
function countDue(asked: number[], dueDays: number, first: number): number {
  return asked.reduce((sum, cells, n) => (n >= first && dueDays & (1 << n) ? sum + cells : sum), 0);
}
