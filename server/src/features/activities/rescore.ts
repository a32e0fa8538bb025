import type { rescoreActivity } from "@clanhall/contract/activities";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import { addUp, ruleOn } from "@clanhall/contract/rules/scoring";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { ActivityRow, RuleRow } from "../../clan/activities.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db } from "../../db/tables.ts";
import { invalidField } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { previewRescore, rescoreEntries, type Rescoring } from "../entries/index.ts";
import { type ActivityContext, loadActivityContext, lockActivities, requireActivity } from "./context.ts";
import { replaceRules, updateActivity } from "./queries.ts";

type RescoreInput = z.output<(typeof rescoreActivity)["body"]>;
type Answer = AnswerOf<typeof rescoreActivity>;

/** Before any day that a clan can name. */
const sinceEver = "1970-01-01";

/** Makes today's rule the rule of all days since `from`, and scores what was entered on them anew. */
export async function rescore(
  db: Db,
  actor: ClanActor,
  activityId: string,
  { from, dry_run }: RescoreInput,
): Promise<Answer> {
  const now = currentTime();
  const { clanId } = actor;
  if (dry_run) {
    const context = await loadActivityContext(db, clanId, now);
    return preview(db, toRescoring(context, requireActivity(context.present, activityId), from));
  }
  return db.transaction().execute(async (tx) => {
    const { context, revision } = await lockActivities(tx, clanId, now);
    const row = requireActivity(context.present, activityId);
    const rescoring = toRescoring(context, row, from);
    const answer = await preview(tx, rescoring);
    await updateActivity(tx, clanId, row.id, {});
    await replaceRules(tx, clanId, row.id, toRulesSince(row.rules, from, context.today));
    await rescoreEntries(tx, rescoring, revision);
    const { changed, points_before, points_after } = answer;
    await recordAudit(tx, actor, {
      action: "activity.rescore",
      target: { type: "activity", id: row.id, name: row.name },
      before: { points: points_before },
      after: { from, points: points_after, changed },
    });
    return answer;
  });
}

function toRescoring(
  { clanId, today }: ActivityContext,
  { id, aggregate, rules }: ActivityRow,
  from: string,
): Rescoring {
  if (from > today) throw invalidField("from", "Choose today or a day before.");
  return { clanId, activityId: id, aggregate, from, rule: ruleOn(rules, today) };
}

/** Days before `from` keep their rule, also those that only the first rule reached; and what is planned stays. */
function toRulesSince(rules: RuleRow[], from: string, today: string): RuleRow[] {
  const valid = ruleOn(rules, today);
  const [first] = rules;
  if (valid.effective_from <= from) return rules;
  const earlier = rules.filter(({ effective_from }) => effective_from < from);
  if (earlier.length === 0 && first && first !== valid && from > sinceEver) {
    earlier.push({ ...first, effective_from: sinceEver });
  }
  const planned = rules.filter(({ effective_from }) => effective_from > today);
  return [...earlier, { ...valid, effective_from: from }, ...planned];
}

async function preview(db: Db, rescoring: Rescoring): Promise<Answer> {
  const { sums, totals } = await previewRescore(db, rescoring);
  const gains = new Map(sums.map((sum) => [sum.member_id, addUp([sum.points_after, -sum.points_before])]));
  return {
    changed: sums.reduce((count, sum) => count + sum.changed, 0),
    points_before: addUp(sums.map((sum) => sum.points_before)),
    points_after: addUp(sums.map((sum) => sum.points_after)),
    ranks: findRankChanges(totals, gains),
  };
}

type RankChange = AnswerOf<typeof rescoreActivity>["ranks"][number];

/** The ten players whose rank moves most when some gain points and others lose them. */
function findRankChanges(
  players: { id: string; name: string; points: number }[],
  gains: Map<string, number>,
): RankChange[] {
  const rows = players.map(({ id, name, points }) => ({
    member_id: id,
    name,
    points_before: points,
    points_after: addUp([points, gains.get(id) ?? 0]),
  }));
  const rankBefore = createRanks(rows.map((row) => row.points_before));
  const rankAfter = createRanks(rows.map((row) => row.points_after));
  return rows
    .map((row) => ({ ...row, rank_before: rankBefore(row.points_before), rank_after: rankAfter(row.points_after) }))
    .filter((row) => row.rank_before !== row.rank_after)
    .toSorted((a, b) => moveOf(b) - moveOf(a) || a.rank_after - b.rank_after)
    .slice(0, 10);
}

function moveOf({ rank_before, rank_after }: RankChange): number {
  return Math.abs(rank_after - rank_before);
}

/** Equal points share a rank, and the next one is as far down as if they did not: 1, 2, 2, 4. */
function createRanks(points: number[]): (points: number) => number {
  const ranks = new Map<number, number>();
  for (const [index, amount] of points.toSorted((a, b) => b - a).entries()) {
    if (!ranks.has(amount)) ranks.set(amount, index + 1);
  }
  return (amount) => ranks.get(amount) ?? points.length;
}
