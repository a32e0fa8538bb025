import { webhookFailuresMax } from "@clanhall/contract/webhooks";
import type { Db, Tx } from "../../db/tables.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { recordAudit } from "../audit/index.ts";
import { type DeliveryRow, settleDelivery } from "./deliveries.queries.ts";
import type { DiscordAnswer } from "./discord-client.ts";
import { addFailure, disableWebhook, forgetFailures, lockWebhook } from "./queries.ts";

export const triesMax = 8;

const problems = {
  webhook_gone: "This webhook no longer exists in Discord.",
  refused: "Discord refused the message.",
};

/**
 * Stores the result of one try. False if it is to be tried again. The webhook is locked before its delivery, which is
 * the order in which it is deleted with its deliveries.
 */
export function recordDeliveryResult(db: Db, claimed: DeliveryRow, answer: DiscordAnswer, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockWebhook(tx, claimed.clan_id, claimed.webhook_id);
    if (answer.kind === "sent") await settleSent(tx, claimed, answer, now);
    else if (answer.kind === "wait") await settleWait(tx, claimed, answer, now);
    else if (answer.kind !== "error") await settleFailed(tx, claimed, toProblem(answer), now);
    else if (claimed.event === "test" || claimed.attempts >= triesMax) await settleFailed(tx, claimed, answer, now);
    else return (await settleDelivery(tx, claimed, toProblem(answer))) === null;
    return true;
  });
}

/** Nothing was sent, because there was nothing to send or nowhere to send it. */
export async function settleSkipped(db: Db, claimed: DeliveryRow, problem: string): Promise<void> {
  await settleDelivery(db, claimed, { state: "skipped", problem });
}

type Problem = Pick<DeliveryRow, "status" | "problem">;

function toProblem(answer: Exclude<DiscordAnswer, { kind: "sent" | "wait" }>): Problem {
  const { kind, status } = answer;
  if (kind === "error") return { status, problem: answer.problem };
  if (kind === "refused") return { status, problem: answer.problem ?? problems.refused };
  return { status, problem: problems.webhook_gone };
}

type Sent = Extract<DiscordAnswer, { kind: "sent" }>;

async function settleSent(tx: Tx, claimed: DeliveryRow, { status, messageId }: Sent, now: Date): Promise<void> {
  const delivered = { delivered: claimed.wanted, message_id: messageId, sent_at: now };
  await settleDelivery(tx, claimed, { ...delivered, state: "sent", status, problem: null });
  await forgetFailures(tx, claimed.clan_id, claimed.webhook_id);
}

/** A rate limit is no failure: the message waits as long as Discord says. A test shows it at once. */
async function settleWait(
  tx: Tx,
  claimed: DeliveryRow,
  { status, seconds }: Extract<DiscordAnswer, { kind: "wait" }>,
  now: Date,
): Promise<void> {
  const problem = `Discord asked to wait ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  const isTest = claimed.event === "test";
  const attempts = isTest ? claimed.attempts : claimed.attempts - 1;
  await settleDelivery(tx, claimed, { state: isTest ? "failed" : "waiting", status, problem, attempts });
  if (isTest) return;
  const payload = { clanId: claimed.clan_id, deliveryId: claimed.id };
  await enqueue(tx, "deliver-webhook", payload, { startAfter: new Date(now.getTime() + seconds * 1000) });
}

/** A webhook that is gone in Discord is turned off at once, any other after many failures in a row. */
async function settleFailed(tx: Tx, claimed: DeliveryRow, { status, problem }: Problem, now: Date): Promise<void> {
  const { clan_id: clanId, webhook_id: webhookId } = claimed;
  await settleDelivery(tx, claimed, { state: "failed", status, problem });
  if (problem === problems.webhook_gone) return switchOff(tx, claimed, problem, now);
  if (claimed.event === "test") return;
  const failures = await addFailure(tx, clanId, webhookId);
  if (failures < webhookFailuresMax) return;
  await switchOff(tx, claimed, `${failures} messages in a row could not be posted. Last error: ${problem}`, now);
}

async function switchOff(tx: Tx, { clan_id: clanId, webhook_id: id }: DeliveryRow, reason: string, now: Date) {
  const name = await disableWebhook(tx, clanId, id, reason, now);
  if (name === null) return;
  const system = { clanId, userId: null, name: null, requestId: null };
  await recordAudit(tx, system, { action: "webhook.disable", target: { type: "webhook", id, name }, reason });
}
