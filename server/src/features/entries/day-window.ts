import { type DayState, dayStateOf } from "@clanhall/contract/cells";
import { addDays, type DayRule, endOfClanDay, toClanDate } from "@clanhall/contract/clan-day";
import type { Day } from "@clanhall/contract/days";
import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import { getDaySettings, listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { listReopenedDays } from "./days.queries.ts";

/** When the clan's days begin, end and lock, as of now. */
export interface ClanDays {
  rules: DayRule[];
  today: string;
  lateDays: number;
  graceDays: number;
  /** By day, until when a locked one may be written again. */
  reopened: Map<string, Date>;
  /** An archived clan is there to be read. */
  isReadOnly: boolean;
}

export async function loadClanDays(db: Db, clanId: string, now: Date): Promise<ClanDays> {
  const rules = await listDayRules(db, clanId);
  const { late_days, grace_days, archived_at, deletes_at } = await getDaySettings(db, clanId);
  const reopened = await listReopenedDays(db, clanId, now);
  return {
    rules,
    today: toClanDate(rules, now),
    lateDays: late_days,
    graceDays: grace_days,
    reopened: new Map(reopened.map(({ day, until }) => [day, until])),
    isReadOnly: (archived_at ?? deletes_at) !== null,
  };
}

export function stateOfDay({ today, lateDays, reopened }: ClanDays, day: string): DayState {
  return dayStateOf(day, today, lateDays, reopened.has(day));
}

/** A day as it is for somebody: whether it is open, until when, and what they may do. */
export function toWindow(days: ClanDays, { role, toggles }: ClanActor, day: string): Day["window"] {
  const reopenedUntil = days.reopened.get(day) ?? null;
  const state = stateOfDay(days, day);
  const isLocked = state === "locked";
  const canWrite =
    !days.isReadOnly && state !== "future" && canInClan(role, isLocked ? "entry.write_locked" : "entry.write", toggles);
  return {
    day,
    today: days.today,
    ends_at: endOfClanDay(days.rules, day).toISOString(),
    state,
    locks_at: state === "open" || state === "late" ? toLock(days, day, reopenedUntil).toISOString() : null,
    reopened_until: reopenedUntil?.toISOString() ?? null,
    can_write: canWrite,
    needs_reason: canWrite && isLocked,
  };
}

/** A day locks when the last day of its late window ends, or later if it was opened again. */
function toLock({ rules, lateDays }: ClanDays, day: string, reopenedUntil: Date | null): Date {
  const windowEnds = endOfClanDay(rules, addDays(day, lateDays));
  return reopenedUntil !== null && reopenedUntil > windowEnds ? reopenedUntil : windowEnds;
}
