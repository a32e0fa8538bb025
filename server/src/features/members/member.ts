import { dueFrom, type Grace, isScheduled, type Presence, rateOf, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import { mapFields } from "@clanhall/contract/fields/field";
import { isForManagers, memberLists, memberTexts, type ReadTexts } from "@clanhall/contract/fields/member-fields";
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
  const row = await findRosterRow(db, actor.clanId, memberId);
  if (!row) throw notFound("Player");
  const away = await listAway(db, actor.clanId, row.id);
  const rules = await listDayRules(db, actor.clanId);
  const today = toClanDate(rules, now);
  const joinedOn = toClanDate(rules, row.joined_at);
  const [last] = await listLastEntries(db, actor.clanId, row.id);
  const member = toMember({ ...row, joined_on: joinedOn }, away, { actor, now, today }, last?.day);
  return maySeeValues(actor, row)
    ? { ...member, ...(await loadRates(db, actor.clanId, today, [row.id])).get(row.id) }
    : member;
}

/** What others did is for those who may see values; what one did oneself, always. */
export function maySeeValues({ role, toggles, memberId }: ClanActor, { id }: { id: string }): boolean {
  return id === memberId || canInClan(role, "values.view", toggles);
}

/**
 * A row as the reader may see it: accounts, invites, officers' notes and reasons are for managers and, but for the
 * notes, for oneself. Rates are added where a row is shown.
 */
export function toMember(
  row: RosterRow & { joined_on: string },
  away: AwayRow[],
  { actor, now, today }: RosterViewer,
  lastEntry?: string,
): Member {
  const isMine = row.id === actor.memberId;
  const isManager = canInClan(actor.role, "clan.manage");
  const isOpen = isManager || isMine;
  return {
    id: row.id,
    clan_id: row.clan_id,
    name: row.name,
    tint: row.tint,
    role: row.role,
    status: row.status,
    user_id: isOpen ? row.user_id : null,
    is_me: isMine,
    ...mapFields(memberLists, (list) => row[list]),
    ...(mapFields(memberTexts, (text) => (isManager || !isForManagers(text) ? row[text] : null)) as ReadTexts<
      string,
      string | null
    >),
    away: away.map(({ id, starts_on, ends_on, reason }) => ({
      id,
      from: starts_on,
      to: ends_on,
      reason: isOpen ? reason : null,
    })),
    away_until: away.find(({ starts_on, ends_on }) => starts_on <= today && today <= ends_on)?.ends_on ?? null,
    main_member_id: row.main_member_id,
    merged_into_id: row.merged_into_id,
    invite: isManager ? toInviteState(row, now) : { state: "none", expires_at: null },
    last_entry: (maySeeValues(actor, row) && lastEntry) || null,
    rate_7: null,
    rate_30: null,
    joined_at: row.joined_at.toISOString(),
    joined_on: row.joined_on,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

function toInviteState({ invite_id, invite_expires_at: expiry }: RosterRow, now: Date): Member["invite"] {
  if (invite_id === null) return { state: "none", expires_at: null };
  return { state: expiry === null || expiry > now ? "open" : "expired", expires_at: expiry?.toISOString() ?? null };
}

type Rates = Pick<Member, "rate_7" | "rate_30">;

const longest = 30;

const shortest = 7;

/**
 * What players met of what was asked of them in the 7 and the 30 clan days before today. Today is not over, so it says
 * nothing yet. Whoever was not on the roster in that time has no rate.
 */
export async function loadRates(
  db: Db,
  clanId: string,
  today: string,
  memberIds: string[],
): Promise<Map<string, Rates>> {
  const days = Array.from({ length: longest }, (_, n) => addDays(today, n - longest));
  const [from, to, lately] = [addDays(today, -longest), addDays(today, -1), longest - shortest];
  const grace = await getDaySettings(db, clanId);
  const activities = await listSchedules(db, [clanId]);
  const members = await listPresentMembers(db, clanId, { from, to, memberIds });

  const scheduled = activities.map((activity) => ({
    id: activity.id,
    days: markDays(days, (day) => isScheduled(activity, day)),
  }));
  const due = members.map((member) => ({ id: member.id, days: markDueDays(days, member, grace) }));
  const asked = days.map((_, n) => scheduled.filter((activity) => activity.days & (1 << n)).length);
  const rows = await countRates(db, clanId, { from, to, lately }, scheduled, due);
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

/** Most players are there all the time, which is seen at once. */
function markDueDays(days: string[], presence: Presence, grace: Grace): number {
  const { spans, away } = presence;
  const [first = "", only] = [days[0], spans.length === 1 ? spans[0] : undefined];
  const isAlwaysDue = only?.ends_on === null && away.length === 0 && (dueFrom(presence, grace) ?? "") <= first;
  if (isAlwaysDue) return markDays(days, () => true);
  return markDays(days, (day) => whyNotDue(presence, grace, day) === null);
}

/** Due cells from the nth day on. */
function countDue(asked: number[], dueDays: number, first: number): number {
  return asked.reduce((sum, cells, n) => (n >= first && dueDays & (1 << n) ? sum + cells : sum), 0);
}
