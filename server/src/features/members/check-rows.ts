import type { FieldProblem } from "@clanhall/contract/errors";
import { mapFields } from "@clanhall/contract/fields/field";
import { memberLists } from "@clanhall/contract/fields/member-fields";
import type { importMembers, importRow } from "@clanhall/contract/member-imports";
import { memberDraft } from "@clanhall/contract/members";
import { createNameFinder } from "@clanhall/contract/rules/similar-names";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import { asTask } from "../../workers/task.ts";
import type { MemberRow } from "./queries.ts";

type CheckedRow = z.output<(typeof importMembers)["response"]>["rows"][number];
type Draft = z.output<typeof memberDraft>;

interface ImportedList {
  rows: z.output<typeof importRow>[];
  /** Whose names are taken. */
  present: Pick<MemberRow, "id" | "name" | "name_key" | "aliases">[];
  today: string;
}

/** A name or an alias, and whose it is. */
interface Known {
  id: string | null;
  name: string;
  called: string;
  index?: number;
}

/** What each row of a list is: new, on the roster already, similar to somebody there, or not valid. Runs in a worker. */
export const checkRows = asTask(({ rows, present, today }: ImportedList): (CheckedRow & { draft: Draft | null })[] => {
  /** With the row of the list that took it, if it was one. */
  const taken = new Map<string, number | null>(present.map(({ name_key }) => [name_key, null]));
  const findSimilar = createNameFinder<Known>([]);
  for (const { id, name, aliases } of present) {
    for (const called of [name, ...aliases]) findSimilar.add({ id, name: called, called: name });
  }
  return rows.map((row, index) => {
    const checked = { index, name: row.name, similar_to: null, problem: null, draft: null };
    const parsed = memberDraft.safeParse(toDraft(row));
    const problem = parsed.error?.issues[0] ?? findDateProblem(parsed.data?.joined_on, today);
    if (problem || !parsed.data) return { ...checked, state: "invalid", problem: problem?.message ?? null };
    const draft = parsed.data;
    const { name } = draft;
    const key = toNameKey(name);
    const takenBy = taken.get(key);
    if (takenBy !== undefined) {
      return { ...checked, name, state: "exists", ...(takenBy !== null && { same_as: takenBy }) };
    }
    taken.set(key, index);
    const similar = findSimilar.findAndAdd({ id: null, name, called: name, index });
    if (!similar) return { ...checked, name, state: "new", draft };
    const { id, called, index: earlier } = similar;
    const similar_to = { id, name: called, ...(earlier !== undefined && { index: earlier }) };
    return { ...checked, name, state: "similar", similar_to, draft };
  });
});

/** Empty cells of a table say nothing. */
function toDraft({ joined_on = "", ...row }: z.output<typeof importRow>) {
  const isFilled = (text: string) => text.trim() !== "";
  return {
    ...row,
    ...mapFields(memberLists, (list) => (row[list] ?? []).filter(isFilled)),
    ...(isFilled(joined_on) && { joined_on: joined_on.trim() }),
  };
}

export function findDateProblem(joinedOn: string | undefined, today: string): FieldProblem | null {
  if (joinedOn === undefined || joinedOn <= today) return null;
  return { path: "joined_on", message: "The joined date is in the future." };
}
