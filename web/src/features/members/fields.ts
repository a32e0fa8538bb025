import {
  type Member,
  type MemberChange,
  memberChange,
  type MemberDraft,
  memberDraft,
} from "@clanhall/contract/members";
import { CallError } from "../../lib/call-error.ts";
import type { ToDay } from "./roster-columns.tsx";

export interface AwayFields {
  from: string;
  to: string;
  reason: string;
}

/** What the form of a player holds. */
export interface MemberFields {
  name: string;
  aliases: string[];
  groups: string[];
  joined_on: string;
  public_note: string;
  officer_note: string;
  away: AwayFields[];
  main_member_id: string | null;
}

export type FieldProblems = Partial<Record<keyof MemberFields, string>>;
type FieldChange = Omit<MemberChange, "version">;

export function toFields(row: Member, toDay: ToDay): MemberFields {
  return {
    name: row.name,
    aliases: row.aliases,
    groups: row.groups,
    joined_on: toDay(row.joined_at),
    public_note: row.public_note,
    officer_note: row.officer_note ?? "",
    away: row.away.map(({ from, to, reason }) => ({ from, to, reason: reason ?? "" })),
    main_member_id: row.main_member_id,
  };
}

/** Those fields that are different now. */
export function changeOf(before: MemberFields, after: MemberFields): FieldChange {
  const changed = (Object.keys(after) as (keyof MemberFields)[]).filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** Whether both changed the same field, and not to the same. */
export function doCollide(mine: FieldChange, theirs: FieldChange): boolean {
  const fields = Object.keys(mine) as (keyof FieldChange)[];
  return fields.some((name) => name in theirs && !isSame(mine[name], theirs[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What is wrong with a change, in the contract's words. */
export function checkChange(change: FieldChange): FieldProblems {
  const { error } = memberChange.safeParse({ ...change, version: 1 });
  return { ...problemsOf(error?.issues), ...checkAway(change.away as AwayFields[] | undefined) };
}

export function checkDraft(draft: MemberDraft): FieldProblems {
  return problemsOf(memberDraft.safeParse(draft).error?.issues);
}

function problemsOf(issues: { path: PropertyKey[]; message: string }[] = []): FieldProblems {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}

function checkAway(away: AwayFields[] = []): FieldProblems {
  const dated = away.filter(({ from, to }) => from !== "" && to !== "");
  if (dated.length < away.length) return { away: "Give each away period its first and its last day." };
  if (dated.some(({ from, to }) => to < from)) return { away: "An away period ends before it begins." };
  const sorted = dated.toSorted((a, b) => a.from.localeCompare(b.from));
  const overlaps = sorted.some((period, index) => period.from <= (sorted[index - 1]?.to ?? ""));
  return overlaps ? { away: "Two away periods overlap." } : {};
}

/** What the server found wrong with single fields; null where it said something else. */
export function refusedFields(error: unknown): FieldProblems | null {
  if (!(error instanceof CallError) || error.details.length === 0) return null;
  return Object.fromEntries(error.details.map(({ path, message }) => [path.split(".")[0], message]));
}
