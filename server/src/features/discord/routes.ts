import {
  createPersonCode,
  createRoleRule,
  createServerCode,
  deleteDiscordChannel,
  deleteMyDiscord,
  deleteRoleRule,
  getClanDiscord,
  getMyDiscord,
  listDiscordRoles,
  patchRoleRule,
} from "@clanhall/contract/discord";
import type { FastifyInstance } from "fastify";
import { currentTime } from "../../db/clock.ts";
import type { Secrets } from "../../access/secrets.ts";
import { notFound } from "../../errors.ts";
import type { Routes } from "../../http/route.ts";
import { type DiscordBot, disconnectWebhook, listWebhooksOfClan } from "../webhooks/index.ts";
import type { BotDeps } from "./callers.ts";
import { createVerifier, readInteraction } from "./interaction.ts";
import { createClanCode, createOwnCode, loadMyDiscord, unlink } from "./links.ts";
import { createResponder, type Responder } from "./respond.ts";
import { addRule, changeRule, listServersWithRoles, removeRule } from "./roles.ts";
import { loadClanDiscord } from "./setup.ts";

export const discordRoutes =
  ({ secrets, bot }: { secrets: Secrets; bot: DiscordBot | null }): Routes =>
  (route, db) => {
    const deps = { db, secrets, bot, app: bot?.app ?? null };
    route(getClanDiscord, ({ actor }) => loadClanDiscord(deps, actor.clanId));
    route(createServerCode, ({ actor }) => createClanCode(deps, actor));
    route(deleteDiscordChannel, async ({ actor, params }) => {
      const rows = await listWebhooksOfClan(db, actor.clanId);
      if (!rows.some(({ id, kind }) => id === params.webhookId && kind === "bot")) throw notFound("Channel");
      await disconnectWebhook(db, actor, params.webhookId);
      return {};
    });
    route(listDiscordRoles, async ({ actor }) => ({ items: await listServersWithRoles(deps, actor.clanId) }));
    route(createRoleRule, ({ actor, body }) => addRule(deps, actor, body));
    route(patchRoleRule, ({ actor, params, body }) => changeRule(deps, actor, params.ruleId, body));
    route(deleteRoleRule, async ({ actor, params, body }) => {
      await removeRule(db, actor, params.ruleId, body.version);
      return {};
    });
    route(getMyDiscord, ({ actor }) => loadMyDiscord(db, deps.app, actor.userId));
    route(createPersonCode, ({ actor }) => createOwnCode(deps, actor));
    route(deleteMyDiscord, async ({ actor }) => {
      await unlink(db, actor.userId);
      return {};
    });
  };

const bodyMax = 64 * 1024;

/**
 * The address that Discord sends interactions to. What is signed are the bytes as they came, so that they are read in
 * a scope of its own that leaves them alone.
 */
export async function serveInteractions(app: FastifyInstance, deps: BotDeps): Promise<Responder> {
  const isSigned = createVerifier(deps.bot.app.publicKey);
  const responder = createResponder(deps);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post(
      "/api/discord/interactions",
      { config: { access: "public" }, bodyLimit: bodyMax },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const { "x-signature-ed25519": signature, "x-signature-timestamp": timestamp } = request.headers;
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const interaction = isSigned({ signature, timestamp, body }) ? readInteraction(body) : null;
        if (!interaction || interaction.applicationId !== deps.bot.app.id) {
          responder.counts().refused += 1;
          return reply.code(401).send();
        }
        const answer = await responder.respond({ interaction, requestId: request.id, now: currentTime() });
        return answer ? reply.send(answer) : reply.code(409).send();
      },
    );
  });
  app.addHook("onClose", () => responder.settle());
  return responder;
}
