import { type BoardPeriod, rangeOf } from "@clanhall/contract/rules/periods";
import type { scoreboardDraft } from "@clanhall/contract/scoreboard-drafts";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { listActivityChoices, listGroupNames, listKnownMembers, type ListedScoreboard } from "./queries.ts";

/** What a manager chooses for a board. */
export type ScoreboardSettings = Omit<z.output<typeof scoreboardDraft>, "period"> & { period: BoardPeriod };

export function toSettings(row: ListedScoreboard): ScoreboardSettings {
  return {
    title: row.title,
    description: row.description,
    measure: row.measure,
    activities: row.activities,
    period: row.period,
    members: row.members,
    include_former: row.include_former,
    min_due_days: row.min_due_days,
    top_n: row.top_n,
    ties: row.ties,
    order: row.sort_order,
    name_display: row.name_display,
    columns: row.columns,
  };
}

export function toColumns({ order, activities, period, members, columns, ...plain }: ScoreboardSettings) {
  return {
    ...plain,
    sort_order: order,
    activities: JSON.stringify(activities),
    period: JSON.stringify(period),
    members: JSON.stringify(members),
    columns: JSON.stringify(columns),
  };
}

/** First day of the current week or month; null for periods that do not repeat. */
export function findRunningFrom(period: BoardPeriod, today: string, weekStart: number): string | null {
  const isRepeating = period.kind === "weekly" || period.kind === "monthly";
  return isRepeating ? rangeOf(period, today, weekStart).from : null;
}

/**
 * The settings as they are stored, once everything they name is known to be in the clan. What the board had before may
 * stay, even if its activity is deleted or its group empty by now.
 */
export async function checkSettings(
  tx: Db,
  clanId: string,
  settings: ScoreboardSettings,
  before: ScoreboardSettings | null,
): Promise<ScoreboardSettings> {
  const activities = await checkActivities(tx, clanId, settings, before);
  return { ...settings, activities, members: await checkMembers(tx, clanId, settings.members, before) };
}

async function checkActivities(
  tx: Db,
  clanId: string,
  settings: ScoreboardSettings,
  before: ScoreboardSettings | null,
) {
  const activities = settings.activities.map(({ activity_id, weight }) => ({
    activity_id: activity_id.toLowerCase(),
    weight,
  }));
  const ids = activities.map(({ activity_id }) => activity_id);
  if (new Set(ids).size < ids.length) throw invalidField("activities", "An activity is chosen twice.");
  if (settings.measure === "activity" && ids.length !== 1) {
    throw invalidField("activities", "A board of one activity has exactly one.");
  }
  const present = (await listActivityChoices(tx, clanId)).filter(({ deleted_at }) => deleted_at === null);
  const known = new Set([
    ...present.map(({ id }) => id),
    ...(before?.activities ?? []).map(({ activity_id }) => activity_id),
  ]);
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw invalidField(`activities.${unknown}.activity_id`, "This clan has no such activity.");
  return activities;
}

async function checkMembers(
  tx: Db,
  clanId: string,
  members: ScoreboardSettings["members"],
  before: ScoreboardSettings | null,
): Promise<ScoreboardSettings["members"]> {
  const earlier = before?.members.kind === members.kind ? before.members.ids : [];
  if (members.kind === "groups") {
    const spellings = [...earlier, ...(await listGroupNames(tx, clanId))];
    return { kind: "groups", ids: toKnownGroups(members.ids, spellings) };
  }
  if (members.kind === "active") return members;
  const ids = [...new Set(members.ids.map((id) => id.toLowerCase()))];
  const known = new Set(await listKnownMembers(tx, clanId, ids));
  const unknown = members.ids.findIndex((id) => !known.has(id.toLowerCase()));
  if (unknown >= 0) throw invalidField(`members.ids.${unknown}`, "This clan has no such player.");
  return { kind: "chosen", ids };
}

/** In the clan's own spelling, each once. */
function toKnownGroups(chosen: string[], spellings: string[]): string[] {
  const names = new Map(spellings.map((name) => [toNameKey(name), name]));
  const known = chosen.map((name, index) => {
    const spelling = names.get(toNameKey(name));
    if (spelling === undefined) throw invalidField(`members.ids.${index}`, "This clan has no such group.");
    return spelling;
  });
  return [...new Set(known)];
}

export function toAuditTarget({ id, title }: { id: string; title?: string | undefined }) {
  return { type: "scoreboard", id, name: title ?? "" };
}

/** Above this number the audit has only the count of chosen members. */
const auditedMembersMax = 100;

/** Settings in a form that people can read in the audit. */
export function toAudited(
  { activities, members, ...settings }: ScoreboardSettings,
  choices: { id: string; name: string }[],
) {
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  return {
    ...settings,
    activities: activities.map(({ activity_id, weight }) => {
      const name = names.get(activity_id) ?? activity_id;
      return weight === 1 ? name : `${name} × ${weight}`;
    }),
    members: toAuditedMembers(members),
  };
}

function toAuditedMembers({ kind, ids }: ScoreboardSettings["members"]) {
  if (kind === "active") return "active players";
  if (kind === "groups") return { groups: ids };
  return { players: ids.length > auditedMembersMax ? ids.length : ids };
}
