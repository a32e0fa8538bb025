import { createHash } from "node:crypto";
import { currentTime } from "../../db/clock.ts";
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
import { openBot, sendByBot } from "./discord-bot.ts";
import { type DiscordAnswer, type DiscordOptions, sendToDiscord } from "./discord-client.ts";
import { type MessageDeps, writeMessage } from "./messages/compose.ts";
import type { DiscordMessage } from "./messages/discord-message.ts";
import { findWebhook, type WebhookRow } from "./queries.ts";
import { recordDeliveryResult, settleSkipped, triesMax } from "./settle.ts";
import { type DiscordWebhook, openAddress, readAddress } from "./discord-client.ts";

export interface DeliveryDeps extends MessageDeps, DiscordOptions {
  log: Log;
  secrets: Secrets;
}

/** After this time another instance takes over from one that died. */
export const claimMs = 45_000;
/** The claim must last this much longer when a message is sent: two calls that time out, and the result saved. */
const sendingMs = 25_000;

/** One try to post a message. Throws if it is to be tried again; does nothing if it was sent, failed or skipped. */
export async function deliverWebhook(
  deps: DeliveryDeps,
  payload: JobPayloads["deliver-webhook"],
  now = currentTime(),
): Promise<void> {
  const { db, log } = deps;
  const { clanId, deliveryId } = payload;
  const claimed = await claim(db, payload);
  if (!claimed) {
    if (payload.isRescue) return;
    const current = await findDelivery(db, clanId, deliveryId);
    if (current?.state === "waiting") throw new Error("Another delivery of this message is still running");
    return;
  }
  const webhook = await findWebhook(db, clanId, claimed.webhook_id);
  if (!webhook || webhook.disabled_at) return settleSkipped(db, claimed, "The webhook is turned off.");
  const message = await tryToWrite(deps, claimed, webhook, now);
  if (!message) return settleSkipped(db, claimed, "There was nothing left to post.");
  const answer = "kind" in message ? message : await send(deps, webhook, message, claimed);
  const isSettled = await waitForDatabase(() => recordDeliveryResult(db, claimed, answer, now));
  const { kind, status } = answer;
  if (!isSettled) throw new Error(`The message was not posted: ${kind} ${status ?? ""}`);
  log.info({ clanId, deliveryId, event: claimed.event, kind, status }, "webhook answered");
}

/**
 * Queues a rescue job together with the claim, because the queue notices a dead instance much later. A message that
 * killed many instances is left to the queue and its long pauses.
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

/** A message that cannot be composed is tried again later, without holding the claim until it runs out. */
async function tryToWrite(
  deps: DeliveryDeps,
  claimed: DeliveryRow,
  webhook: WebhookRow,
  now: Date,
): Promise<DiscordMessage | DiscordAnswer | null> {
  try {
    const message = await writeMessage(deps, claimed, webhook, now);
    if (!message || (await hasClaimFor(deps.db, claimed, sendingMs))) return message;
    return { kind: "error", status: null, problem: "The message was not written in time." };
  } catch (err) {
    deps.log.warn({ err, deliveryId: claimed.id }, "message to a webhook not written");
    return { kind: "error", status: null, problem: "The message could not be written." };
  }
}

/** Edits the message that was posted before; if it was deleted in Discord, it is posted again. */
export async function send(
  deps: Pick<DeliveryDeps, "discordApi" | "timeoutMs" | "secrets" | "discordApp">,
  { url_sealed, channel_id }: Pick<WebhookRow, "url_sealed" | "channel_id">,
  message: DiscordMessage,
  delivery: Pick<DeliveryRow, "id" | "wanted" | "message_id">,
): Promise<DiscordAnswer> {
  const { message_id: messageId } = delivery;
  if (channel_id !== null) {
    const bot = openBot(deps.discordApp, deps);
    const nonce = toNonce(delivery);
    const answer = await sendByBot(bot, channel_id, message, { messageId, nonce });
    return answer.kind === "message_gone" ? sendByBot(bot, channel_id, message, { messageId: null, nonce }) : answer;
  }
  const address = findAddress(deps.secrets, url_sealed);
  if (!address)
    return { kind: "error", status: null, problem: "The address cannot be read: was CLANHALL_SECRET changed?" };
  const answer = await sendToDiscord(deps, address, message, messageId);
  return answer.kind === "message_gone" ? sendToDiscord(deps, address, message, null) : answer;
}

/** The same for every try of one message, another once it is asked for anew; Discord takes 25 characters. */
function toNonce({ id, wanted }: Pick<DeliveryRow, "id" | "wanted">): string {
  return createHash("sha256").update(`${id} ${wanted}`).digest("base64url").slice(0, 25);
}

function findAddress(secrets: Secrets, sealed: Buffer | null): DiscordWebhook | null {
  const url = sealed && openAddress(secrets, sealed);
  return url ? readAddress(url) : null;
}

const keptDays = 30;

export async function deleteOldDeliveries(db: Db, log: Log): Promise<void> {
  const now = currentTime();
  const deleted = await deleteDeliveriesBefore(db, new Date(now.getTime() - keptDays * 86_400_000));
  if (deleted > 0n) log.info({ deleted: Number(deleted) }, "old webhook deliveries deleted");
}

/** Queues messages again whose job was lost. If two instances do this, each message is still sent once. */
export function requeueDeliveries(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const forgotten = await listForgottenDeliveries(tx);
    for (const delivery of forgotten) await enqueue(tx, "deliver-webhook", delivery);
    return forgotten.length;
  });
}
