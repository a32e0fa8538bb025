import type { Delivery, Webhook, WebhookEvent } from "@clanhall/contract/webhooks";
import { createImageRenderer } from "../features/scoreboards/images/render.ts";
import { createStandingsReader } from "../features/scoreboards/results/public-standings.ts";
import { deliverWebhook, type DeliveryDeps } from "../features/webhooks/deliver.ts";
import { queueWebhook } from "../outbox/queue.ts";
import type { startFakeDiscordWebhooks } from "./fake-discord-webhooks.ts";
import { addPlayer } from "./invited.ts";
import { recordedLog } from "./recorded-log.ts";
import { testSecrets } from "./secrets.ts";
import { sharedWorkers, type TestApp } from "./test-app.ts";

export type FakeDiscord = Awaited<ReturnType<typeof startFakeDiscordWebhooks>>;

/** What a delivery needs, with a fake Discord. */
export function createDeliveryDeps(
  world: Pick<TestApp, "db">,
  discord: { api: string },
  fields: Partial<DeliveryDeps> = {},
) {
  const log = recordedLog();
  const pictures = createImageRenderer(sharedWorkers());
  const parts = { db: world.db, log, secrets: testSecrets };
  const options = { ...parts, discordApi: discord.api, publicUrl: "https://hall.clan.test", ...fields };
  return { ...options, log, readBoard: createStandingsReader({ ...parts, pictures }) };
}

/** A clan with an owner and a webhook for all events, unless the fields say otherwise. */
export async function openWebhook(world: TestApp, discord: FakeDiscord, fields: object = {}) {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  return { clan, owner, ...(await connect(world, discord, { clan, owner }, fields)) };
}

const allEvents = ["bulletin", "daily_summary", "weekly_summary", "scoreboard", "member_joined", "reminder", "warning"];

/** A channel for a clan that is there already. */
export async function connect(
  world: TestApp,
  discord: FakeDiscord,
  { clan, owner }: { clan: { id: string }; owner: Awaited<ReturnType<TestApp["memberOf"]>> },
  fields: object = {},
) {
  const channel = discord.channel();
  const list = `/api/clans/${clan.id}/webhooks`;
  const draft = { name: "News", url: channel.url, events: allEvents, ...fields };
  const made = await owner.send("POST", list, draft);
  if (made.statusCode !== 200) throw new Error(made.body);
  const webhook = made.json<Webhook>();
  const url = `${list}/${webhook.id}`;
  const deliveries = () =>
    world.db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("clan_id", "=", clan.id)
      .where("webhook_id", "=", webhook.id)
      .orderBy("created_at")
      .execute();
  return {
    channel,
    list,
    webhook,
    url,
    deliveries,
    getWebhook: async () =>
      (await owner.get(list)).json<{ items: Webhook[] }>().items.find(({ id }) => id === webhook.id),
    listed: async () => (await owner.get(`${url}/deliveries`)).json<{ items: Delivery[] }>().items,
    /** Works on everything that waits, once each. */
    deliverAll: async (deps: DeliveryDeps, now = new Date()) => {
      const failed: unknown[] = [];
      for (const { id, state } of await deliveries()) {
        if (state !== "waiting") continue;
        const payload = { clanId: clan.id, deliveryId: id };
        await deliverWebhook(deps, payload, now).catch((error: unknown) => failed.push(error));
      }
      return failed;
    },
  };
}

/** Queues the message that somebody has joined, a new player unless one is given. */
export async function announceJoin(
  world: TestApp,
  clanId: string,
  subject: string = crypto.randomUUID(),
  memberId?: string,
) {
  const member = memberId ?? (await addJoined(world, clanId));
  const event: WebhookEvent & "member_joined" = "member_joined";
  const announcement = { clanId, event, subject, facts: { member_id: member } };
  return world.db.transaction().execute((tx) => queueWebhook(tx, announcement));
}

/** A player with an account. */
export async function addJoined(world: TestApp, clanId: string, name = "Kara"): Promise<string> {
  const { userId } = await world.user();
  const id = await addPlayer(world.db, clanId, `${name} ${userId}`);
  await world.db.updateTable("clan_members").set({ user_id: userId }).where("id", "=", id).execute();
  return id;
}
