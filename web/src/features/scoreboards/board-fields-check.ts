import { type ScoreboardChange, scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import { CallError } from "../../lib/call-error.ts";
import { type BoardFields, type FullDraft, isSame, toDraft } from "./board-fields.ts";

export type BoardChange = Omit<ScoreboardChange, "version" | "is_active">;
/** What is wrong, by the field's name; weights by the activity's id. */
export type FieldProblems = Partial<Record<string, string>>;

/** Those settings that are others now. */
export function changeOf(before: BoardFields, after: BoardFields): BoardChange {
  const [old, fresh] = [toDraft(before), toDraft(after)];
  const changed = (Object.keys(fresh) as (keyof FullDraft)[]).filter((name) => !isSame(old[name], fresh[name]));
  return Object.fromEntries(changed.map((name) => [name, fresh[name]]));
}

/** Whether both changed the same setting, and not to the same. */
export function doCollide(mine: BoardChange, theirs: BoardChange): boolean {
  const names = Object.keys(mine) as (keyof BoardChange)[];
  return names.some((name) => name in theirs && !isSame(mine[name], theirs[name]));
}

/** Theirs, with those of one's own changes that they did not touch. */
export function mergeFields(base: BoardFields, mine: BoardFields, theirs: BoardFields): BoardFields {
  const [own, other] = [changeOf(base, mine), changeOf(base, theirs)];
  const kept = Object.keys(own).filter((name) => !(name in other));
  const parts = kept.flatMap((name) => partsOf[name] ?? [name as keyof BoardFields]);
  return { ...theirs, ...Object.fromEntries(parts.map((part) => [part, mine[part]])) };
}

/** Settings that the form holds in several parts. */
const partsOf: Record<string, (keyof BoardFields)[]> = {
  activities: ["activities", "activity"],
  period: ["period", "from", "to"],
  members: ["whose", "groups", "chosen"],
};

/** What is wrong with the board as it is typed, in the contract's words. */
export function checkDraft(draft: FullDraft): FieldProblems {
  const problems = toProblems(scoreboardDraft.safeParse(draft).error?.issues ?? [], draft);
  for (const { activity_id, weight } of draft.activities) {
    if (Number.isNaN(weight)) problems[activity_id] = "Enter a number.";
  }
  return problems;
}

/** What the server found wrong with single fields; null where it said something else. */
export function refusedFields(error: unknown, draft: FullDraft): FieldProblems | null {
  if (!(error instanceof CallError) || error.details.length === 0) return null;
  const issues = error.details.map(({ path, message }) => ({ path: path.split("."), message }));
  return toProblems(issues, draft);
}

/** The first of what is wrong with each field. */
function toProblems(issues: { path: PropertyKey[]; message: string }[], draft: FullDraft): FieldProblems {
  const found: FieldProblems = {};
  for (const { path, message } of issues) found[fieldOf(path.map(String), draft)] ??= message;
  return found;
}

function fieldOf([name = "", part = "", detail]: string[], { activities }: FullDraft): string {
  if (name === "activities" && detail === "weight") return activities[Number(part)]?.activity_id ?? name;
  return name === "period" && (part === "from" || part === "to") ? part : name;
}
