import { activityDraft } from "@clanhall/contract/activities";
import type { ActivitySet, applyTemplate, copyActivities, importActivities } from "@clanhall/contract/activity-sets";
import { toClanDate } from "@clanhall/contract/clan-day";
import { canInClan } from "@clanhall/contract/permissions";
import type { z } from "zod";
import { findMembership } from "../../access/access.queries.ts";
import type { ClanActor } from "../../access/actor.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { findGame } from "../games/index.ts";
import { type Draft, toDraft } from "./activity-drafts.ts";
import { addActivities, previewActivities } from "./add.ts";
import { requireActivity } from "./context.ts";

type Copy = z.output<(typeof copyActivities)["body"]>;
type Choice = z.output<(typeof applyTemplate)["body"]>;
type Import = z.output<(typeof importActivities)["body"]>;

export async function copyFromClan(db: Db, actor: ClanActor, { from_clan_id, activity_ids }: Copy, now = new Date()) {
  await requireManaged(db, actor, from_clan_id);
  const rows = await listActivities(db, from_clan_id);
  const chosen = activity_ids
    ? activity_ids.map((id) => requireActivity(rows, id))
    : rows.filter(({ is_active }) => is_active);
  const drafts = await toDrafts(db, from_clan_id, chosen, now);
  return addActivities(db, actor, { drafts, action: "activity.copy", from: { from_clan_id } }, now);
}

/** The clan to copy from; it may be archived, because it is only read. */
async function requireManaged(db: Db, { userId }: ClanActor, clanId: string): Promise<void> {
  const membership = await findMembership(db, clanId, userId);
  if (!membership) throw notFound("Clan");
  if (membership.deletes_at && !canInClan(membership.role, "clan.own")) throw notFound("Clan");
  if (!canInClan(membership.role, "clan.manage")) {
    throw new ApiError("forbidden", "Only those who manage a clan may copy its activities");
  }
}

export async function addTemplate(db: Db, actor: ClanActor, { game_id, key }: Choice, now = new Date()) {
  const game = await findGame(db, game_id);
  if (!game?.is_active) throw invalidField("game_id", "This game is not in the list.");
  const template = game.templates.find((one) => one.key === key);
  if (!template) throw invalidField("key", "This game has no such set of activities.");
  const drafts = template.activities.map((activity) => activityDraft.parse(activity));
  return addActivities(db, actor, { drafts, action: "activity.template", from: { template: template.name } }, now);
}

/** The active ones, as a file that the import of any clan reads. */
export async function exportSet(db: Db, { clanId }: ClanActor, now = new Date()): Promise<ActivitySet> {
  const rows = await listActivities(db, clanId);
  const active = rows.filter(({ is_active }) => is_active);
  return { format: "clanhall-activities", format_version: 1, activities: await toDrafts(db, clanId, active, now) };
}

export function importSet(db: Db, actor: ClanActor, { set, dry_run }: Import, now = new Date()) {
  const drafts = set.activities;
  if (dry_run) return previewActivities(db, actor, drafts, now);
  return addActivities(db, actor, { drafts, action: "activity.import", from: { of: drafts.length } }, now);
}

async function toDrafts(db: Db, clanId: string, rows: ActivityRow[], now: Date): Promise<Draft[]> {
  const today = toClanDate(await listDayRules(db, clanId), now);
  return rows.map((row) => activityDraft.parse(toDraft(row, today)));
}
