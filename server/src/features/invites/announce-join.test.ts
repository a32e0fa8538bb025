import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startJobs } from "../../jobs/start-jobs.ts";
import { startFakeDiscordWebhooks } from "../../testing/fake-discord-webhooks.ts";
import { openInviteOf } from "../../testing/invited.ts";
import { createTestHandlers } from "../../testing/job-handlers.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { type FakeDiscord, openWebhook } from "../../testing/webhooks.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let discord: FakeDiscord;
let world: TestApp;
beforeAll(async () => {
  discord = await startFakeDiscordWebhooks();
  world = await createTestApp({ env: { DISCORD_API: discord.api } });
});
afterAll(async () => {
  await world.close();
  await discord.close();
});

const soon = { timeout: 15_000, interval: 25 };

async function accept(owner: Parameters<typeof openInviteOf>[1], clanId: string) {
  const invite = await openInviteOf(world, owner, clanId);
  const url = `/api/invites/${invite.invite_token}`;
  const code = { verificationCode: invite.verification_code };
  const { invite_session_token: inviteSessionToken } = (
    await world.visitor.send("POST", `${url}/process`, code)
  ).json();
  return (await world.user()).send("POST", `${url}/link`, { inviteSessionToken });
}

test("people who accept invites are announced once each, by two instances that share the work", async () => {
  const { clan, owner, channel, deliveries } = await openWebhook(world, discord, { events: ["member_joined"] });
  const logs = [recordedLog(), recordedLog()];
  const instances = await Promise.all(
    logs.map(async (log) => {
      const handlers = await createTestHandlers(world.db, log, { discordApi: discord.api });
      return startJobs({ connection: world.database.connection, log, handlers, pollSeconds: 0.5 });
    }),
  );
  onTestFinished(async () => void (await Promise.all(instances.map((instance) => instance.stop()))));
  for (let joined = 0; joined < 6; joined += 1) expect((await accept(owner, clan.id)).statusCode).toBe(200);
  await vi.waitFor(async () => {
    expect((await deliveries()).filter(({ state }) => state === "sent")).toHaveLength(6);
  }, soon);
  expect(channel.messages).toHaveLength(6);
  expect(channel.messages[0]?.embeds[0]?.description).toMatch(/^\*\*Player .+\*\* has joined Night Owls\.$/);
  expect(JSON.stringify(logs.map(({ lines }) => lines))).not.toContain(channel.url.slice(-8));
});
