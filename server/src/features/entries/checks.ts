import { isOnRoster } from "@clanhall/contract/rules/cells";
import type { CellDraft } from "@clanhall/contract/entries";
import type { FieldProblem } from "@clanhall/contract/errors";
import { canInClan } from "@clanhall/contract/permissions";
import { findValueProblem } from "@clanhall/contract/rules/scoring";
import type { ClanActor } from "../../access/actor.ts";
import type { EntrySource } from "../../db/stored-types.ts";
import { ApiError, invalidField } from "../../errors.ts";
import { eachInTurns } from "../../http/in-turns.ts";
import { toCellId } from "./cell-id.ts";
import { stateOfDay } from "./day.ts";
import type { CellKey } from "./queries.ts";
import type { CellInput, WritingContext } from "./write.ts";

interface CellProblem {
  field: "member_id" | "activity_id" | "day" | "value";
  message: string;
}

/** Why nobody can write a cell, or null. A wrong entry can always be cleared. */
export function findCellProblem(context: WritingContext, { state, value, ...cell }: CellInput): CellProblem | null {
  const member = context.members.get(cell.member_id);
  if (!member) return { field: "member_id", message: "There is no such player in this clan." };
  const activity = context.activities.get(cell.activity_id);
  if (!activity) return { field: "activity_id", message: "There is no such activity in this clan." };
  if (cell.day > context.today) return { field: "day", message: "This day has not begun yet." };
  if (state === "cleared") return null;
  if (!isOnRoster(member, cell.day)) {
    return { field: "member_id", message: `${member.name} was not on the roster on ${cell.day}.` };
  }
  if (activity.pauses.some(({ from, to }) => from <= cell.day && (to === null || cell.day <= to))) {
    return { field: "activity_id", message: `${activity.name} was archived on ${cell.day}.` };
  }
  const problem = value === null ? null : findValueProblem(activity, value);
  return problem === null ? null : { field: "value", message: problem };
}

/** The drafts as cells to write; throws with the problems of all of them. */
export async function requireCells(context: WritingContext, drafts: CellDraft[]): Promise<CellInput[]> {
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  const cells: CellInput[] = [];
  await eachInTurns(drafts, (draft) => {
    const index = cells.length;
    const cell = toCellWrite(draft);
    cells.push(cell);
    const report = (field: string, message: string) => problems.push({ path: `entries.${index}.${field}`, message });
    const id = toCellId(cell);
    if (seen.has(id)) report("day", "This cell is in the list twice.");
    seen.add(id);
    if (draft.excused && cell.value !== null) report("excused", "A cell has a value or is excused, not both.");
    const problem = findCellProblem(context, cell);
    if (problem) report(problem.field, problem.message);
  });
  const [first] = problems;
  if (first) throw new ApiError("validation_failed", first.message, { details: problems });
  return cells;
}

export function toCellWrite({ member_id, activity_id, day, value, excused, base_version }: CellDraft): CellInput {
  return {
    member_id: member_id.toLowerCase(),
    activity_id: activity_id.toLowerCase(),
    day,
    state: value !== null ? "value" : excused ? "excused" : "cleared",
    value,
    base_version,
  };
}

/** Members write only their own row, and only activities that members enter. */
export function requireOwnCells({ activities }: WritingContext, { role, memberId }: ClanActor, cells: CellKey[]): void {
  if (role !== "member") return;
  for (const { member_id, activity_id } of cells) {
    if (member_id.toLowerCase() !== memberId) throw new ApiError("forbidden", "You can only enter your own values");
    const activity = activities.get(activity_id.toLowerCase());
    if (activity && activity.entry_by !== "members") {
      throw new ApiError("forbidden", `${activity.name} is entered by the clan's maintainers`);
    }
  }
}

/** Locked days need the right and a reason. Returns the locked days of the cells. */
export function requireWindow(
  context: WritingContext,
  { role, toggles }: ClanActor,
  cells: CellKey[],
  reason: string | undefined,
): string[] {
  const days = [...new Set(cells.map(({ day }) => day))].toSorted();
  const locked = days.filter((day) => stateOfDay(context, day) === "locked");
  const [first] = locked;
  if (first === undefined) return [];
  if (!canInClan(role, "entry.write_locked", toggles)) {
    throw new ApiError("locked", `${first} is locked: its values can no longer be changed`);
  }
  if (!reason) throw invalidField("reason", `${first} is locked: give a reason to change it.`);
  return locked;
}

export function sourceOf({ tokenId, role, source }: ClanActor): EntrySource {
  if (source) return source;
  if (tokenId !== null) return "api";
  return role === "member" ? "self" : "ui";
}
