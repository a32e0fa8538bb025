import { type Activity, activityDraft } from "@clanhall/contract/activities";
import type { copyActivities } from "@clanhall/contract/activity-sets";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import type { ClanActor } from "../../access/actor.ts";
import type { ActivityRow } from "../../clan/activities.ts";
import type { ActivityTemplate } from "../../db/clan-tables.ts";
import type { Db } from "../../db/tables.ts";
import { type ApiError, invalidField } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { toActivity } from "./activity-answer.ts";
import { type Draft, toAudited, toNewRow } from "./activity-drafts.ts";
import { findLimitProblem } from "./activity-limits.ts";
import { insertActivities } from "./activity-writes.queries.ts";
import {
  type ActivityContext,
  findActiveRefusal,
  findNameRefusal,
  findRoomRefusal,
  loadActivityContext,
  lockActivities,
} from "./context.ts";

type Outcome = AnswerOf<typeof copyActivities>;

/** Activities that come together, and how the audit calls it. */
interface ActivityBatch {
  drafts: Draft[];
  action: "activity.copy" | "activity.template" | "activity.import";
  from: Record<string, unknown>;
}

export function createActivityOf(db: Db, actor: ClanActor, draft: Draft, now = new Date()): Promise<Activity> {
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
    const { added, skipped } = judge(context, batch.drafts);
    if (added.length > 0) {
      await insertActivities(tx, added);
      const source = batch.action === "activity.import" ? ("import" as const) : ("ui" as const);
      const summary = {
        action: batch.action,
        target: { type: "clan", id: actor.clanId },
        after: { ...batch.from, added: added.map(({ name }) => name), skipped: skipped.length },
      };
      const creations = added.map((row) => toCreation(row, context.today));
      await recordAudit(tx, actor, ...[...creations, summary].map((happening) => ({ ...happening, source })));
    }
    return toOutcome(context, added, skipped);
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
    const draft = activityDraft.parse(activity);
    const { weekdays = draft.weekdays } = activity;
    added.push(toNewRow({ ...clan, present: added, bin: [] }, { ...draft, weekdays }));
  }
  await insertActivities(tx, added);
}

/** What `addActivities` would do now. */
export async function previewActivities(db: Db, { clanId }: ClanActor, drafts: Draft[], now: Date): Promise<Outcome> {
  const context = await loadActivityContext(db, clanId, now);
  const { added, skipped } = judge(context, drafts);
  return toOutcome(context, added, skipped);
}

function judge(context: ActivityContext, drafts: Draft[]) {
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

function toOutcome({ today }: ActivityContext, added: ActivityRow[], skipped: Outcome["skipped"]): Outcome {
  return { added: added.map((row) => toActivity(row, today)), skipped };
}
