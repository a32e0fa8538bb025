import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import type { EntrySource } from "../../db/entry-tables.ts";
import { ApiError, invalidField } from "../../errors.ts";
import { stateOfDay } from "./day-window.ts";
import type { CellKey } from "./queries.ts";
import type { WritingContext } from "./writing-context.ts";

/** Plain members write their own row, and there what their clan lets members enter. */
export function requireOwnCells({ activities }: WritingContext, { role, memberId }: ClanActor, cells: CellKey[]): void {
  if (role !== "member") return;
  for (const { member_id, activity_id } of cells) {
    if (member_id.toLowerCase() !== memberId) throw new ApiError("forbidden", "You can enter your own values only");
    const activity = activities.get(activity_id.toLowerCase());
    if (activity && activity.entry_by !== "members") {
      throw new ApiError("forbidden", `${activity.name} is entered by the clan's maintainers`);
    }
  }
}

/** Locked days are for those who may write them and say why; returns which of the cells' days are locked. */
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
  if (!reason) throw invalidField("reason", `${first} is locked: say why you change it.`);
  return locked;
}

export function sourceOf({ tokenId, role }: ClanActor): EntrySource {
  if (tokenId !== null) return "api";
  return role === "member" ? "self" : "ui";
}
