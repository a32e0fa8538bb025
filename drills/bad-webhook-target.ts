import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import {
  afterthoughts,
  type Mood,
  moods,
  startFakeDiscordWebhooks,
} from "../server/src/testing/fake-discord-webhooks.ts";
import { atMost, type Drill, exactly, quantile } from "./drill.ts";
import { openGround, until } from "./ground.ts";
import { call, createClan, type Person, signUp } from "./people.ts";

/** A hundred targets: as many clans as one person may own, with as many webhooks as a clan may have. */
const clanCount = 10;
const ofClan = 10;

interface Target {
  clanId: string;
  id: string;
  messages: unknown[];
  answerBy: (mood: Mood) => unknown;
}

interface Delivery {
  state: "waiting" | "sent" | "failed" | "skipped";
  problem: string | null;
}

export const badWebhookTarget: Drill = {
  id: "F18",
  what: "of a hundred Discord channels one is away, takes half a minute, points elsewhere, or answers without an end",
  rounds: { few: 1, many: 10 },
  async run(rounds) {
    const ground = await openGround();
    const discord = await startFakeDiscordWebhooks();
    const canary = await startCanary();
    try {
      const { line } = await ground.startInstance({ DISCORD_API: discord.api });
      const owner = await signUp(line);
      const targets = await makeTargets(line, owner, discord);
      const [bad, ...good] = targets;
      if (!bad) throw new Error("there is no target");
      const times: number[] = [];
      let posted = 0;
      const post = async () => {
        const began = performance.now();
        for (const target of good) target.answerBy((_, accept) => (times.push(performance.now() - began), accept()));
        posted += 1;
        const clanIds = [...new Set(targets.map(({ clanId }) => clanId))];
        await Promise.all(clanIds.map((clanId) => postBulletin(line, owner, clanId, posted)));
        await until(() => good.every(({ messages }) => messages.length >= posted));
      };
      const readBad = () => listDeliveries(line, owner, bad);
      for (let round = 0; round < rounds; round++) {
        for (const mood of toMoods(canary.url)) {
          bad.answerBy(mood);
          await post();
          await until(async () => (await readBad())[0]?.problem !== null || (await readBad())[0]?.state === "sent");
        }
        // Through all of a day's tries at once.
        bad.answerBy(moods.status(500));
        await until(async () => {
          await ground.query(
            "update pgboss.job set start_after = now() where name = 'deliver-webhook' and state = 'retry'",
          );
          return (await readBad()).every(({ state }) => state !== "waiting");
        }, 240_000);
        bad.answerBy(moods.plain);
        await post();
        await until(async () => (await readBad())[0]?.state === "sent");
      }
      return [
        exactly("calls to where an answer pointed", canary.calls(), 0),
        atMost("message to another channel, p99", quantile(times, 0.99), 2_000, "ms"),
        exactly("messages that others did not get, or got twice", countWrong(good, posted), 0),
        exactly("messages to the bad channel that nobody can look up", posted - (await readBad()).length, 0),
      ];
    } finally {
      await ground.close();
      await discord.close();
      await canary.close();
    }
  },
};

/** What stands in the way of a message. */
function toMoods(canary: string): Mood[] {
  return [
    moods.dropped,
    (response, accept) => void pause(30_000).then(() => !response.destroyed && accept()),
    moods.redirect(canary),
    afterthoughts.endless,
    moods.status(503),
  ];
}

async function startCanary() {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/latest/meta-data`,
    calls: () => calls,
    close: () => new Promise((resolve) => void server.close(resolve)),
  };
}

async function makeTargets(
  line: string,
  owner: Person,
  discord: Awaited<ReturnType<typeof startFakeDiscordWebhooks>>,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (let clan = 0; clan < clanCount; clan++) {
    const clanId = await createClan(line, owner);
    for (let index = 0; index < ofClan; index++) {
      const { url, messages, answerBy } = discord.channel();
      const draft = { name: `Channel ${index}`, url, events: ["bulletin"] };
      const { id } = await call<{ id: string }>(line, owner, "POST", `/api/clans/${clanId}/webhooks`, draft);
      targets.push({ clanId, id, messages, answerBy });
    }
  }
  return targets;
}

function postBulletin(line: string, owner: Person, clanId: string, number: number): Promise<unknown> {
  const draft = { title: `News ${number}`, content: "<p>We meet at eight.</p>", post_to_discord: true };
  return call(line, owner, "POST", `/api/clans/${clanId}/bulletins`, draft);
}

/** The latest first. */
async function listDeliveries(line: string, owner: Person, { clanId, id }: Target): Promise<Delivery[]> {
  const path = `/api/clans/${clanId}/webhooks/${id}/deliveries?limit=200`;
  return (await call<{ items: Delivery[] }>(line, owner, "GET", path)).items;
}

function countWrong(good: Target[], posted: number): number {
  return good.reduce((sum, { messages }) => sum + Math.abs(messages.length - posted), 0);
}
