import { toNameKey } from "@clanhall/contract/text";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { listActivityChoices, listGroupNames, listKnownMembers } from "./board-choices.queries.ts";
import type { BoardSettings } from "./board-settings.ts";

/**
 * The settings as they are written, once everything they name is known to be in the clan. What the board had before
 * may stay, though its activity is deleted or its group empty by now.
 */
export async function checkSettings(
  tx: Db,
  clanId: string,
  wanted: BoardSettings,
  before: BoardSettings | null,
): Promise<BoardSettings> {
  const activities = await checkActivities(tx, clanId, wanted, before);
  return { ...wanted, activities, members: await checkMembers(tx, clanId, wanted.members, before) };
}

async function checkActivities(tx: Db, clanId: string, wanted: BoardSettings, before: BoardSettings | null) {
  const activities = wanted.activities.map(({ activity_id, weight }) => ({
    activity_id: activity_id.toLowerCase(),
    weight,
  }));
  const ids = activities.map(({ activity_id }) => activity_id);
  if (new Set(ids).size < ids.length) throw invalidField("activities", "An activity is chosen twice.");
  if (wanted.measure === "activity" && ids.length !== 1) {
    throw invalidField("activities", "A board of one activity has exactly one.");
  }
  const present = (await listActivityChoices(tx, clanId)).filter(({ deleted_at }) => deleted_at === null);
  const known = new Set([
    ...present.map(({ id }) => id),
    ...(before?.activities ?? []).map(({ activity_id }) => activity_id),
  ]);
  const stranger = ids.findIndex((id) => !known.has(id));
  if (stranger >= 0) throw invalidField(`activities.${stranger}.activity_id`, "This clan has no such activity.");
  return activities;
}

async function checkMembers(
  tx: Db,
  clanId: string,
  wanted: BoardSettings["members"],
  before: BoardSettings | null,
): Promise<BoardSettings["members"]> {
  const earlier = before?.members.kind === wanted.kind ? before.members.ids : [];
  if (wanted.kind === "groups") {
    const spellings = [...earlier, ...(await listGroupNames(tx, clanId))];
    return { kind: "groups", ids: toKnownGroups(wanted.ids, spellings) };
  }
  if (wanted.kind === "active") return wanted;
  const ids = [...new Set(wanted.ids.map((id) => id.toLowerCase()))];
  const known = new Set(await listKnownMembers(tx, clanId, ids));
  const stranger = wanted.ids.findIndex((id) => !known.has(id.toLowerCase()));
  if (stranger >= 0) throw invalidField(`members.ids.${stranger}`, "This clan has no such player.");
  return { kind: "chosen", ids };
}

/** In the clan's own spelling, each once. */
function toKnownGroups(wanted: string[], spellings: string[]): string[] {
  const names = new Map(spellings.map((name) => [toNameKey(name), name]));
  const known = wanted.map((name, index) => {
    const spelling = names.get(toNameKey(name));
    if (spelling === undefined) throw invalidField(`members.ids.${index}`, "This clan has no such group.");
    return spelling;
  });
  return [...new Set(known)];
}
