import type { Secrets } from "../../access/secrets.ts";
import type { Log } from "../../db/log.ts";
import type { Db } from "../../db/tables.ts";
import { waitForDatabase } from "../../db/wait-for-database.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { JobPayloads } from "../../jobs/job-payloads.ts";
import {
  claimDelivery,
  deleteDeliveriesBefore,
  type DeliveryRow,
  findDelivery,
  hasClaimFor,
  listForgottenDeliveries,
} from "./deliveries.queries.ts";
import { type DiscordAnswer, type DiscordLine, sendToDiscord } from "./discord-client.ts";
import { type Desk, writeMessage } from "./messages/compose.ts";
import type { DiscordMessage } from "./messages/discord-message.ts";
import { findWebhook, type WebhookRow } from "./queries.ts";
import { recordDeliveryResult, settleSkipped, triesMax } from "./settle.ts";
import { type DiscordWebhook, openAddress, readAddress } from "./webhook-address.ts";

export interface DeliveryDeps extends Desk, DiscordLine {
  log: Log;
  secrets: Secrets;
}

/** After this long, another instance takes over what one that died has left. */
export const claimMs = 45_000;
/** What is left of a claim when a message goes out: enough for two calls that nobody answers and to write that down. */
const sendingMs = 25_000;

/** One try to post a message. Throws when another try makes sense; what is sent, failed or skipped is left alone. */
export async function deliverWebhook(
  courier: DeliveryDeps,
  payload: JobPayloads["deliver-webhook"],
  now = new Date(),
): Promise<void> {
  const { db, log } = courier;
  const { clanId, deliveryId } = payload;
  const claimed = await claim(db, payload);
  if (!claimed) {
    if (payload.isRescue) return;
    const current = await findDelivery(db, clanId, deliveryId);
    if (current?.state === "waiting") throw new Error("Another delivery of this message has not ended yet");
    return;
  }
  const webhook = await findWebhook(db, clanId, claimed.webhook_id);
  if (!webhook || webhook.disabled_at) return settleSkipped(db, claimed, "The webhook is switched off.");
  const message = await tryToWrite(courier, claimed, now);
  if (!message) return settleSkipped(db, claimed, "There was nothing to say any more.");
  const answer = "kind" in message ? message : await send(courier, webhook, message, claimed.message_id);
  const isSettled = await waitForDatabase(() => recordDeliveryResult(db, claimed, answer, now));
  const { kind, status } = answer;
  if (!isSettled) throw new Error(`The message was not posted: ${kind} ${status ?? ""}`);
  log.info({ clanId, deliveryId, event: claimed.event, kind, status }, "webhook answered");
}

/**
 * Asks for a rescue together with the claim: the queue notices much later that an instance died. A message that many
 * instances died of is left to the queue and its long pauses.
 */
function claim(db: Db, { clanId, deliveryId, isRescue }: JobPayloads["deliver-webhook"]) {
  return db.transaction().execute(async (tx) => {
    const claimed = await claimDelivery(tx, clanId, deliveryId, { ms: claimMs, isRescue: isRescue === true });
    if (claimed?.claimed_until && claimed.attempts < triesMax) {
      const rescue = { clanId, deliveryId, isRescue: true } as const;
      await enqueue(tx, "deliver-webhook", rescue, { startAfter: claimed.claimed_until });
    }
    return claimed;
  });
}

/** A message that cannot be written today may well be tomorrow, and is no reason to hold the claim until it runs out. */
async function tryToWrite(
  courier: DeliveryDeps,
  claimed: DeliveryRow,
  now: Date,
): Promise<DiscordMessage | DiscordAnswer | null> {
  try {
    const message = await writeMessage(courier, claimed, now);
    if (!message || (await hasClaimFor(courier.db, claimed, sendingMs))) return message;
    return { kind: "trouble", status: null, problem: "The message was not written in time." };
  } catch (err) {
    courier.log.warn({ err, deliveryId: claimed.id }, "message to a webhook not written");
    return { kind: "trouble", status: null, problem: "The message could not be written." };
  }
}

/** Edits the message that was posted before; one that somebody has deleted at Discord is posted anew. */
export async function send(
  courier: Pick<DeliveryDeps, "discordApi" | "patienceMs" | "secrets">,
  { url_sealed }: Pick<WebhookRow, "url_sealed">,
  message: DiscordMessage,
  messageId: string | null,
): Promise<DiscordAnswer> {
  const address = findAddress(courier.secrets, url_sealed);
  if (!address)
    return { kind: "trouble", status: null, problem: "The address cannot be read: was CLANHALL_SECRET changed?" };
  const answer = await sendToDiscord(courier, address, message, messageId);
  return answer.kind === "message_gone" ? sendToDiscord(courier, address, message, null) : answer;
}

function findAddress(secrets: Secrets, sealed: Buffer): DiscordWebhook | null {
  try {
    return readAddress(openAddress(secrets, sealed));
  } catch {
    return null;
  }
}

const keptDays = 30;

export async function deleteOldDeliveries(db: Db, log: Log, now = new Date()): Promise<void> {
  const deleted = await deleteDeliveriesBefore(db, new Date(now.getTime() - keptDays * 86_400_000));
  if (deleted > 0n) log.info({ deleted: Number(deleted) }, "old webhook deliveries deleted");
}

/** Asks anew for messages whose job was lost; of two instances that both ask, one still sends each. */
export function requeueDeliveries(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const forgotten = await listForgottenDeliveries(tx);
    for (const delivery of forgotten) await enqueue(tx, "deliver-webhook", delivery);
    return forgotten.length;
  });
}
