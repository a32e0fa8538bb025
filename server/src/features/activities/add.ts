import { randomUUID } from "node:crypto";
import { type Activity, activityDraft } from "@clanhall/contract/activities";
import type { ActivitySet, applyTemplate, copyActivities, importActivities } from "@clanhall/contract/activity-sets";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { canInClan } from "@clanhall/contract/permissions";
import { datedFields, detailFields } from "@clanhall/contract/fields/activity-fields";
import { pickFields } from "@clanhall/contract/fields/field";
import type { PortableLayout } from "@clanhall/contract/screenshot-layouts";
import { ruleOn } from "@clanhall/contract/rules/scoring";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { findMembership } from "../../access/queries.ts";
import { type ActivityRow, listActivities } from "../../clan/activities.ts";
import { listDayRules } from "../../clan/calendar.ts";
import { lockClan } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { ActivityTemplate } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { exportLayouts, importLayouts, planLayouts } from "../entries/index.ts";
import { findGame } from "../games/index.ts";
import {
  type ActivityContext,
  findActiveRefusal,
  findLimitProblem,
  findNameRefusal,
  findRoomRefusal,
  loadActivityContext,
  lockActivities,
  requireActivity,
  toActivity,
} from "./context.ts";
import { insertActivities } from "./queries.ts";

type Outcome = AnswerOf<typeof copyActivities>;

/** Activities that come together, and how the audit calls it. */
interface ActivityBatch {
  drafts: Draft[];
  action: "activity.copy" | "activity.template" | "activity.import";
  from: Record<string, unknown>;
  layouts?: PortableLayout[] | undefined;
}

export function createActivityOf(db: Db, actor: ClanActor, draft: Draft): Promise<Activity> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const { context } = await lockActivities(tx, actor.clanId, now);
    const refusal = findRefusal(context, draft);
    if (refusal) throw refusal;
    const row = toNewRow(context, draft);
    await insertActivities(tx, [row]);
    await recordAudit(tx, actor, toCreation(row, context.today));
    return toActivity(row, context.today);
  });
}

/** Adds what fits, after the others, and says of the rest why it does not. */
export function addActivities(db: Db, actor: ClanActor, batch: ActivityBatch, now: Date): Promise<Outcome> {
  return db.transaction().execute(async (tx) => {
    const { context } = await lockActivities(tx, actor.clanId, now);
    // As for whoever adds a screenshot layout by itself, so that there are never too many.
    if (batch.layouts?.length) await lockClan(tx, actor.clanId);
    const { added, skipped } = planAdditions(context, batch.drafts);
    const source = batch.action === "activity.import" ? ("import" as const) : ("ui" as const);
    if (added.length > 0) {
      await insertActivities(tx, added);
      const summary = {
        action: batch.action,
        target: { type: "clan", id: actor.clanId },
        after: { ...batch.from, added: added.map(({ name }) => name), skipped: skipped.length },
      };
      const creations = added.map((row) => toCreation(row, context.today));
      await recordAudit(tx, actor, ...[...creations, summary].map((auditEvent) => ({ ...auditEvent, source })));
    }
    const layouts = await importLayouts(tx, actor, batch.layouts ?? [], source);
    return toOutcome(context, added, skipped, layouts);
  });
}

/** The first activities of a new clan, which nobody else can change yet. */
export async function addFromTemplate(
  tx: Db,
  clan: Pick<ActivityContext, "clanId" | "today" | "now">,
  { activities }: ActivityTemplate,
): Promise<void> {
  const added: ActivityRow[] = [];
  for (const activity of activities) {
    const draft = fromTemplate(activity);
    const { weekdays = draft.weekdays } = activity;
    added.push(toNewRow({ ...clan, present: added, bin: [] }, { ...draft, weekdays }));
  }
  await insertActivities(tx, added);
}

/** A catalogue may hold more than a clan can have. */
function fromTemplate(activity: ActivityTemplate["activities"][number]): Draft {
  const { data, error } = activityDraft.safeParse(activity);
  if (data) return data;
  const reasons = error.issues.map(({ message }) => message).join(" ");
  throw new ApiError("validation_failed", `${activity.name} cannot be added: ${reasons}`);
}

/** What `addActivities` would do now. */
async function previewActivities(db: Db, { clanId }: ClanActor, set: Import["set"], now: Date): Promise<Outcome> {
  const context = await loadActivityContext(db, clanId, now);
  const { added, skipped } = planAdditions(context, set.activities);
  const coming = added.map(({ name }) => name);
  const layouts = await planLayouts(db, clanId, set.screenshot_layouts ?? [], coming);
  return toOutcome(context, added, skipped, layouts.length);
}

function planAdditions(context: ActivityContext, drafts: Draft[]) {
  const added: ActivityRow[] = [];
  const skipped: Outcome["skipped"] = [];
  for (const draft of drafts) {
    const filled = { ...context, present: [...context.present, ...added] };
    const refusal = findRefusal(filled, draft);
    if (refusal) skipped.push({ name: draft.name, problem: refusal.message });
    else added.push(toNewRow(filled, draft));
  }
  return { added, skipped };
}

function findRefusal(context: ActivityContext, draft: Draft): ApiError | null {
  const { start_date = context.today } = draft;
  const problem = findLimitProblem({ ...draft, start_date });
  if (problem) return invalidField(problem.path, problem.message);
  return findNameRefusal(context, draft.name) ?? findActiveRefusal(context) ?? findRoomRefusal(context);
}

function toCreation(row: ActivityRow, today: string) {
  const target = { type: "activity", id: row.id, name: row.name };
  return { action: "activity.create", target, after: toAudited(row, today) };
}

function toOutcome(
  { today }: ActivityContext,
  added: ActivityRow[],
  skipped: Outcome["skipped"],
  layouts_added: number,
): Outcome {
  return { added: added.map((row) => toActivity(row, today)), skipped, layouts_added };
}

type Draft = z.output<typeof activityDraft>;

/** A new activity, after the others. Its first rule begins with it, at the latest today, so that a change today replaces it. */
function toNewRow({ clanId, present, today, now }: ActivityContext, draft: Draft): ActivityRow {
  const { start_date = today, public: is_public } = draft;
  const effective_from = start_date !== null && start_date < today ? start_date : today;
  return {
    ...pickFields(draft, detailFields),
    clan_id: clanId,
    id: randomUUID(),
    name_key: toNameKey(draft.name),
    start_date,
    is_public,
    is_active: true,
    pauses: [],
    position: Math.max(-1, ...present.map(({ position }) => position)) + 1,
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    rules: [{ effective_from, ...pickFields(draft, datedFields) }],
  };
}

/** An activity as another clan would begin it: with today's scoring, and without what is over already. */
function toDraft(row: ActivityRow, today: string) {
  const { effective_from: _from, ...scoring } = ruleOn(row.rules, today);
  const { start_date, end_date, ...details } = pickFields(row, detailFields);
  return {
    ...details,
    ...scoring,
    ...(start_date !== null && start_date > today && { start_date }),
    end_date: end_date !== null && end_date >= today ? end_date : null,
    public: row.is_public,
  };
}

/** What the audit keeps of a new activity: all that was filled in. */
export function toAudited(row: ActivityRow, today: string): Record<string, unknown> {
  const { start_date, end_date } = row;
  const fields = Object.entries({ ...toDraft(row, today), start_date, end_date });
  return Object.fromEntries(fields.filter(([, value]) => value !== null && value !== ""));
}

type Copy = z.output<(typeof copyActivities)["body"]>;

type Choice = z.output<(typeof applyTemplate)["body"]>;

type Import = z.output<(typeof importActivities)["body"]>;

export async function copyFromClan(db: Db, actor: ClanActor, { from_clan_id, activity_ids }: Copy) {
  const now = currentTime();
  await requireManaged(db, actor, from_clan_id);
  const rows = await listActivities(db, from_clan_id);
  const chosen = activity_ids
    ? activity_ids.map((id) => requireActivity(rows, id))
    : rows.filter(({ is_active }) => is_active);
  const drafts = await toDrafts(db, from_clan_id, chosen, now);
  const layouts = await exportLayouts(db, from_clan_id);
  return addActivities(db, actor, { drafts, action: "activity.copy", from: { from_clan_id }, layouts }, now);
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

export async function addTemplate(db: Db, actor: ClanActor, { game_id, key }: Choice) {
  const now = currentTime();
  const game = await findGame(db, game_id);
  if (!game?.is_active) throw invalidField("game_id", "This game is not in the list.");
  const template = game.templates.find((one) => one.key === key);
  if (!template) throw invalidField("key", "This game has no such set of activities.");
  const drafts = template.activities.map(fromTemplate);
  return addActivities(db, actor, { drafts, action: "activity.template", from: { template: template.name } }, now);
}

/** The active ones, as a file that the import of any clan reads. */
export async function exportSet(db: Db, { clanId }: ClanActor): Promise<ActivitySet> {
  const now = currentTime();
  const rows = await listActivities(db, clanId);
  const active = rows.filter(({ is_active }) => is_active);
  const layouts = await exportLayouts(db, clanId);
  return {
    format: "clanhall-activities",
    format_version: 1,
    activities: await toDrafts(db, clanId, active, now),
    ...(layouts.length > 0 && { screenshot_layouts: layouts }),
  };
}

export function importSet(db: Db, actor: ClanActor, { set, dry_run }: Import) {
  const now = currentTime();
  const drafts = set.activities;
  if (dry_run) return previewActivities(db, actor, set, now);
  const layouts = set.screenshot_layouts;
  return addActivities(db, actor, { drafts, action: "activity.import", from: { of: drafts.length }, layouts }, now);
}

async function toDrafts(db: Db, clanId: string, rows: ActivityRow[], now: Date): Promise<Draft[]> {
  const today = toClanDate(await listDayRules(db, clanId), now);
  return rows.map((row) => activityDraft.parse(toDraft(row, today)));
}
