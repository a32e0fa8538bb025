import type { Entry } from "@clanhall/contract/entries";
import type { CellWish } from "../sheet.ts";

export const nothing: CellWish = { kind: "clear" };
export const excused: CellWish = { kind: "excused" };

/** What an entry says, in the words of somebody who would type it. */
export function contentOf(entry: Pick<Entry, "state" | "value"> | null | undefined): CellWish {
  if (entry?.state === "excused") return excused;
  return entry?.state === "value" && entry.value !== null ? { kind: "value", value: entry.value } : nothing;
}

export function valueOf(wish: CellWish): number | null {
  return wish.kind === "value" ? wish.value : null;
}

export function isSameContent(one: CellWish, other: CellWish): boolean {
  return one.kind === other.kind && valueOf(one) === valueOf(other);
}

/** A cell's name within its day. */
export function keyOf({ member_id, activity_id }: { member_id: string; activity_id: string }): string {
  return `${member_id} ${activity_id}`;
}
