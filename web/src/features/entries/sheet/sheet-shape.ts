import type { Day } from "@clanhall/contract/days";
import { keyOf } from "./cell-content.ts";
import type { CellAt } from "../sheet.ts";

export type Shape = ReturnType<typeof createShape>;

/** Where each player and activity of a day stands. A place keeps them as long as the sheet lives; new ones come last. */
export function createShape(first: Day) {
  let day = first;
  let known = "";
  let rows = new Map<string, number>();
  let columns = new Map<string, number>();
  /** True when nobody and nothing came, went or changed. */
  const take = (next: Day): boolean => {
    const { members, activities } = day;
    const shape = shapeOf(next);
    const isSame = shape === known;
    if (isSame) day = { ...next, members, activities };
    else {
      day = { ...next, members: inPlace(members, next.members), activities: inPlace(activities, next.activities) };
      rows = new Map(day.members.map(({ id }, row) => [id, row]));
      columns = new Map(day.activities.map(({ id }, column) => [id, column]));
      known = shape;
    }
    return isSame;
  };
  take(first);
  return {
    take,
    day: () => day,
    isDue: ({ row, column }: CellAt) => day.activities[column]?.due === true && day.members[row]?.not_due === null,
    keyAt: ({ row, column }: CellAt) =>
      keyOf({ member_id: day.members[row]?.id ?? "", activity_id: day.activities[column]?.id ?? "" }),
    placeOf(key: string): CellAt | null {
      const [member = "", activity = ""] = key.split(" ");
      const [row, column] = [rows.get(member), columns.get(activity)];
      return row === undefined || column === undefined ? null : { row, column };
    },
  };
}

function inPlace<Part extends { id: string }>(before: Part[], after: Part[]): Part[] {
  const byId = new Map(after.map((part) => [part.id, part]));
  const known = new Set(before.map(({ id }) => id));
  return [...before.map((part) => byId.get(part.id) ?? part), ...after.filter(({ id }) => !known.has(id))];
}

function shapeOf({ members, activities, window }: Day): string {
  return JSON.stringify([members, activities, window]);
}
