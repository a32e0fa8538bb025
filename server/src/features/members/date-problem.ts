import type { FieldProblem } from "@clanhall/contract/errors";

export function findDateProblem(joinedOn: string | undefined, today: string): FieldProblem | null {
  if (joinedOn === undefined || joinedOn <= today) return null;
  return { path: "joined_on", message: "The joined date is in the future." };
}
