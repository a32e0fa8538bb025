import type { MemberStatus } from "@clanhall/contract/members";
import type { ClanRole } from "@clanhall/contract/permissions";
import type { Aggregate, ValueType } from "@clanhall/contract/rules/scoring";
import { formatNumber, plural, unknown } from "../lib/format.ts";

export const roleNames: Record<ClanRole, string> = { owner: "Owner", maintainer: "Maintainer", member: "Member" };

export const statusNames: Record<MemberStatus, string> = {
  active: "Active",
  inactive: "Inactive",
  removed: "Removed",
};

export const valueTypeNames: Record<ValueType, string> = {
  whole: "Whole number",
  decimal: "Decimal number",
  yes_no: "Yes or no",
  duration: "Duration",
};

/** For somebody who chooses one. */
export function toValueTypeOption(value: ValueType) {
  return { value, label: value === "duration" ? "Duration in minutes" : valueTypeNames[value] };
}

export const aggregateNames: Record<Aggregate, string> = {
  sum: "Sum of all days",
  best: "Best day",
  latest: "Latest value",
  days_done: "Days done",
};

/** What an activity's values are said in. */
export interface ValueKind {
  value_type: ValueType;
  unit: string;
}

/** What was entered on one day: "120 troops", "yes", "1:30 h". */
export function formatValue(kind: ValueKind | undefined, value: number | null): string {
  if (value !== null && kind?.value_type === "yes_no") return value > 0 ? "yes" : "no";
  return formatAmount(kind, value);
}

/** What several days come to; so many times yes is a number. */
export function formatAmount(kind: ValueKind | undefined, value: number | null): string {
  if (value === null) return unknown;
  if (kind?.value_type === "duration") return formatHours(value);
  return `${formatNumber(value)} ${kind?.unit ?? ""}`.trim();
}

function formatHours(minutes: number): string {
  const whole = Math.round(minutes);
  return `${formatNumber(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, "0")} h`;
}

/** "1 point", "−2.5 points". */
export function formatPoints(points: number): string {
  return Math.abs(points) === 1 ? `${formatNumber(points)} point` : plural(points, "point");
}
