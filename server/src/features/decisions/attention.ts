import { type Attention, type AttentionSettings, usualRules, usualWarnings } from "@clanhall/contract/attention";
import type { attentionSettingsChange } from "@clanhall/contract/attention-drafts";
import { canInClan, canManageRow, defaultToggles } from "@clanhall/contract/permissions";
import { findReasons, markOf, sumOf } from "@clanhall/contract/rules/attention";
import { type Presence, rateOf, whyNotDue } from "@clanhall/contract/rules/cells";
import { addDays, toClanDate } from "@clanhall/contract/rules/clan-day";
import type { z } from "zod";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { getDaySettings, listDayRules, listDayRulesOfClans } from "../../clan/calendar.ts";
import { createStampedCache } from "../../clan/stamped-cache.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { staleVersion } from "../../errors.ts";
import { findLastChange, recordAudit } from "../audit/index.ts";
import { loadMemberDays, sumDays } from "../entries/index.ts";
import { getLockedMember, lockRoster, mayMove, notYours } from "../members/index.ts";
import { findSettings, listClansOfOfficer, listHidden, listLastWarnings, saveHidden, saveSettings } from "./queries.ts";
import { stateOfWarning } from "./warnings.ts";

/** The days shown, and those before them that they are compared with. */
const shownDays = 7;
const earlierDays = 28;

export type RecentDays = Awaited<ReturnType<typeof loadRecentDays>>;

/** What the complete days of the last five weeks come to for each player: today says nothing yet. */
export async function loadRecentDays(db: Db, actor: ClanActor, now: Date) {
  const today = toClanDate(await listDayRules(db, actor.clanId), now);
  const range = { from: addDays(today, -shownDays - earlierDays), to: addDays(today, -1) };
  const read = { from: range.from, to: today };
  const players = await loadMemberDays(db, actor, read, now);
  return {
    today,
    range,
    players: players.map(({ member, days }) => ({ member, days: days.slice(0, -1) })),
    /** Of all players together, with today. */
    sums: sumDays(players, read),
  };
}

/** Computed when asked, from days that may be read already. Who is off the roster or new today needs no attention. */
export async function loadAttention(
  db: Db,
  actor: ClanActor,
  now = currentTime(),
  recent?: RecentDays,
): Promise<Attention> {
  const { clanId } = actor;
  const settings = await loadSettings(db, clanId);
  const grace = await getDaySettings(db, clanId);
  const { today, range, players } = recent ?? (await loadRecentDays(db, actor, now));
  const needing = players.flatMap(({ member, days }) => {
    const why = whyNotDue(member, grace, today);
    const reasons = why === null || why === "away" ? findReasons(settings.rules, days) : [];
    return reasons.length > 0 ? [{ member, days, reasons, away_since: findAwayStart(member, today) }] : [];
  });
  const hidden = new Map((await listHidden(db, clanId, today)).map(({ member_id, until }) => [member_id, until]));
  const ids = needing.map(({ member }) => member.id);
  const warnings = new Map((await listLastWarnings(db, clanId, ids, today)).map((row) => [row.member_id, row]));
  const decides = canInClan(actor.role, "decision.make") && actor.tokenId === null;
  const from = addDays(today, -shownDays);
  const rows = needing.map(({ member, days, reasons, away_since }) => {
    const lately = days.slice(-shownDays);
    const sum = sumOf(lately);
    const warned = warnings.get(member.id);
    const role = warned?.role ?? "member";
    const active = warned?.active ?? 0;
    const isAway = (day: string) => whyNotDue(member, grace, day) === "away";
    return {
      member: { id: member.id, name: member.name, tint: member.tint, role },
      away_since,
      reasons,
      days: lately.map((day, index) => {
        const date = addDays(from, index);
        return { day: date, mark: markOf(day, isAway(date)), due: day.due - day.excused, met: day.met };
      }),
      due: sum.due - sum.excused,
      met: sum.met,
      rate: rateOf(sum),
      rate_before: rateOf(sumOf(days.slice(0, earlierDays))),
      last_warning: warned?.given_at
        ? { given_at: warned.given_at.toISOString(), state: stateOfWarning(warned, today) }
        : null,
      active_warnings: active,
      suggests_removal: settings.removal_after !== null && active >= settings.removal_after,
      may_decide: decides && member.id !== actor.memberId && canManageRow(actor.role, role),
    };
  });
  return {
    items: rows.filter(({ member }) => !hidden.has(member.id)).toSorted(compareNeed),
    hidden: rows.flatMap(({ member }) => {
      const until = hidden.get(member.id);
      return until === undefined ? [] : [{ member, until }];
    }),
    range: { from, to: range.to },
    settings,
  };
}

/** Absences that follow each other are one. */
function findAwayStart({ away }: Pick<Presence, "away">, today: string): string | null {
  let start: string | null = null;
  for (const { starts_on, ends_on } of away.toReversed()) {
    if (starts_on <= today && ends_on >= (start === null ? today : addDays(start, -1))) start = starts_on;
  }
  return start;
}

const loadCounts = createStampedCache<number>(5_000);

/** How many need attention in each of an officer's clans. Only those in which something changed are counted again. */
export async function countAttentionOf(db: Db, actor: Actor) {
  const now = currentTime();
  const shown = (await listClansOfOfficer(db, actor.userId))
    .map(({ clan_id: clanId, member_id: memberId, toggles, ...rest }): ClanActor => ({
      ...actor,
      ...rest,
      clanId,
      memberId,
      toggles: { ...defaultToggles, ...toggles },
      tokenId: null,
    }))
    .filter(({ role, toggles }) => canInClan(role, "attention.view", toggles));
  if (shown.length === 0) return [];
  const ids = shown.map(({ clanId }) => clanId);
  const rules = Map.groupBy(await listDayRulesOfClans(db, ids), ({ clan_id }) => clan_id);
  const items = shown.map((officer) => {
    const { clanId } = officer;
    return { key: clanId, clan_id: clanId, day: toClanDate(rules.get(clanId) ?? [], now), officer };
  });
  const counts = await loadCounts(db, items, async (changed) => {
    const counted = new Map<string, number>();
    for (const { key, officer } of changed) counted.set(key, (await loadAttention(db, officer, now)).items.length);
    return counted;
  });
  return ids.map((clan_id) => ({ clan_id, count: counts.get(clan_id) ?? 0 }));
}

/** The worst first: the lowest rate, then who has more reasons. */
function compareNeed(a: Attention["items"][number], b: Attention["items"][number]): number {
  return (
    (a.rate ?? 101) - (b.rate ?? 101) ||
    b.reasons.length - a.reasons.length ||
    a.member.name.localeCompare(b.member.name, "en")
  );
}

export async function loadSettings(db: Db, clanId: string): Promise<AttentionSettings> {
  const row = await findSettings(db, clanId);
  if (row) return { ...row, changed_at: row.changed_at.toISOString() };
  const usual = { rules: usualRules, warning_texts: usualWarnings, removal_after: null };
  return { ...usual, changed_by: null, changed_at: null, version: 0 };
}

type Change = z.output<typeof attentionSettingsChange>;

export function changeSettings(db: Db, actor: ClanActor, { version, ...wanted }: Change): Promise<AttentionSettings> {
  const now = currentTime();
  const { clanId, memberId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, clanId);
    const before = await loadSettings(tx, clanId);
    if (before.version !== version) {
      const last = await findLastChange(tx, clanId, { type: "attention", id: clanId });
      throw staleVersion("the rules", before, last);
    }
    await saveSettings(tx, { clan_id: clanId, ...wanted, changed_by: memberId, changed_at: now });
    const { rules, warning_texts, removal_after } = before;
    await recordAudit(tx, actor, {
      action: "attention.rules",
      target: { type: "attention", id: clanId, name: "Attention" },
      before: { ...rules, warning_texts, removal_after },
      after: { ...wanted.rules, warning_texts: wanted.warning_texts, removal_after: wanted.removal_after },
    });
    return loadSettings(tx, clanId);
  });
}

/** Hides a player for some days; without days they are shown again. */
export function hideMember(
  db: Db,
  actor: ClanActor,
  memberId: string,
  days: number | null,
): Promise<{ until: string | null }> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockRoster(tx, clanId);
    const row = await getLockedMember(tx, clanId, memberId);
    if (!mayMove(actor, row)) throw notYours(actor, row);
    const today = toClanDate(await listDayRules(tx, clanId), now);
    const until = days === null ? null : addDays(today, days - 1);
    await saveHidden(tx, { clanId, memberId: row.id, by: actor.memberId }, until);
    await recordAudit(tx, actor, {
      action: until === null ? "member.attention_shown" : "member.attention_hidden",
      target: { type: "member", id: row.id, name: row.name },
      ...(until !== null && { after: { until } }),
    });
    return { until };
  });
}
