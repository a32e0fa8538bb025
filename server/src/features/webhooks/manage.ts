import { isDeepStrictEqual } from "node:util";
import { type Webhook, type webhookChange, type webhookDraft, webhooksMax } from "@clanhall/contract/webhooks";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { lockClan } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, notFound, staleVersion } from "../../errors.ts";
import { type AuditActor, findLastChange, recordAudit } from "../audit/index.ts";
import { toListed } from "./list.ts";
import {
  countWebhooks,
  deleteWebhookOfClan,
  insertWebhook,
  listWebhooksOfClan,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from "./queries.ts";
import { sealAddress } from "./discord-client.ts";

interface Deps {
  db: Db;
  secrets: Secrets;
}

type Draft = z.output<typeof webhookDraft>;
type Change = z.output<typeof webhookChange>;

/** The address goes into the database sealed, and into no answer and no log. */
export function connectWebhook({ db, secrets }: Deps, actor: ClanActor, { url, ...draft }: Draft): Promise<Webhook> {
  const { clanId, userId } = actor;
  return db.transaction().execute(async (tx) => {
    await lockClan(tx, clanId);
    if ((await countWebhooks(tx, clanId)) >= webhooksMax) {
      throw new ApiError("conflict", `A clan can have at most ${webhooksMax} webhooks. Delete one first.`);
    }
    const address = sealAddress(secrets, url);
    const row = await insertWebhook(tx, { ...draft, ...address, clan_id: clanId, created_by: userId });
    const { name: _, ...after } = toAudited(row);
    await recordAudit(tx, actor, { action: "webhook.create", target: toTarget(row), after });
    return toListed(tx, row);
  });
}

interface Channel {
  guild_id: string;
  guild_name: string;
  channel_id: string;
  channel_name: string;
  app_permissions: string;
}

/** A channel for the bot, with four of the events until its clan chooses. Null when it is connected already. */
export async function connectChannel(tx: Tx, actor: AuditActor, channel: Channel): Promise<WebhookRow | null> {
  const { clanId, userId } = actor;
  await lockClan(tx, clanId);
  const others = await listWebhooksOfClan(tx, clanId);
  if (others.some(({ channel_id }) => channel_id === channel.channel_id)) return null;
  if (others.length >= webhooksMax) {
    throw new ApiError("conflict", `A clan can have at most ${webhooksMax} webhooks. Delete one first.`);
  }
  const row = await insertWebhook(tx, {
    ...channel,
    clan_id: clanId,
    created_by: userId,
    kind: "bot",
    name: Array.from(`#${channel.channel_name}`).slice(0, 60).join(""),
    events: ["bulletin", "weekly_summary", "scoreboard", "member_joined"],
  });
  const { name: _, ...after } = toAudited(row);
  await recordAudit(tx, actor, {
    action: "webhook.create",
    target: toTarget(row),
    after: { ...after, server: channel.guild_name },
  });
  return row;
}

/** Changes what is named and differs; a change that changes nothing leaves the version alone. */
export function changeWebhook(
  { db, secrets }: Deps,
  actor: ClanActor,
  webhookId: string,
  change: Change,
): Promise<Webhook> {
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const row = await lockWebhook(tx, clanId, webhookId);
    if (!row) throw notFound("Webhook");
    if (row.version !== change.version) {
      throw staleVersion(row.name, await toListed(tx, row), await findLastChange(tx, clanId, toTarget(row)));
    }
    const columns = planChange(row, change, secrets);
    if (Object.keys(columns).length === 0) return toListed(tx, row);
    const changed = await updateWebhook(tx, clanId, webhookId, columns);
    await recordAudit(tx, actor, { action: "webhook.update", target: toTarget(changed), ...compare(row, changed) });
    return toListed(tx, changed);
  });
}

export function disconnectWebhook(db: Db, actor: ClanActor, webhookId: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const row = await deleteWebhookOfClan(tx, actor.clanId, webhookId);
    if (!row) throw notFound("Webhook");
    const { name: _, ...before } = toAudited(row);
    await recordAudit(tx, actor, { action: "webhook.delete", target: toTarget(row), before });
  });
}

function planChange(row: WebhookRow, change: Change, secrets: Secrets) {
  const { name = row.name, events = row.events, reminder_hours = row.reminder_hours, url, is_active } = change;
  const { mention_missing = row.mention_missing } = change;
  if (row.kind === "bot" && url !== undefined) throw invalidField("url", "The bot needs no address.");
  if (row.kind === "webhook" && mention_missing) {
    throw invalidField("mention_missing", "Only the bot can mention players: connect the channel to it.");
  }
  return {
    ...(name !== row.name && { name }),
    ...(!isDeepStrictEqual(events, row.events) && { events }),
    ...(reminder_hours !== row.reminder_hours && { reminder_hours }),
    ...(mention_missing !== row.mention_missing && { mention_missing }),
    ...(url !== undefined && sealAddress(secrets, url)),
    ...(is_active !== undefined && is_active !== (row.disabled_at === null) && toSwitched(is_active)),
  };
}

/** Turning it on resets the failures. */
function toSwitched(isActive: boolean) {
  if (isActive) return { disabled_at: null, disabled_reason: null, failures: 0 };
  return { disabled_at: currentTime(), disabled_reason: "Turned off by hand." };
}

function toTarget({ id, name }: WebhookRow) {
  return { type: "webhook", id, name };
}

/** The address itself never goes into the log. */
function compare(before: WebhookRow, after: WebhookRow) {
  const [was, is] = [toAudited(before), toAudited(after)];
  const keys = (Object.keys(is) as (keyof typeof is)[]).filter((key) => !isDeepStrictEqual(was[key], is[key]));
  const isMoved = before.url_sealed !== null && after.url_sealed?.equals(before.url_sealed) === false;
  return {
    before: Object.fromEntries(keys.map((key) => [key, was[key]])),
    after: { ...Object.fromEntries(keys.map((key) => [key, is[key]])), ...(isMoved && { address: "changed" }) },
  };
}

function toAudited({ name, events, reminder_hours, disabled_at, kind, mention_missing }: WebhookRow) {
  const audited = { name, events, reminder_hours, is_active: disabled_at === null };
  return kind === "bot" ? { ...audited, mention_missing } : audited;
}
