import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { createAccessTokens, toIssuer } from "./access/access-tokens.ts";
import { grantNamedAdmins } from "./access/app-admins.queries.ts";
import type { Secrets } from "./access/secrets.ts";
import { openKeyRing } from "./access/signing-keys.ts";
import type { Reads } from "./db/reads.ts";
import type { Db } from "./db/tables.ts";
import { nothingHere } from "./errors.ts";
import type { EventHub } from "./events/event-hub.ts";
import { keysTopic } from "./events/topics.ts";
import { accountRoutes } from "./features/account/routes.ts";
import { activityRoutes } from "./features/activities/routes.ts";
import { appAdminRoutes } from "./features/app-admins/routes.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { createAuthService } from "./features/auth/routes.ts";
import { bulletinRoutes } from "./features/bulletins/routes.ts";
import { clanRoutes, recoveryRoutes } from "./features/clans/routes.ts";
import { dashboardRoutes } from "./features/dashboard/routes.ts";
import { decisionRoutes } from "./features/decisions/routes.ts";
import { deleteLinkAndCodes } from "./features/discord/index.ts";
import { discordRoutes, serveInteractions } from "./features/discord/routes.ts";
import { docsRoutes } from "./features/docs/routes.ts";
import { entryRoutes, historyRoutes, importRoutes } from "./features/entries/routes.ts";
import { gameRoutes } from "./features/games/routes.ts";
import { inviteRoutes } from "./features/invites/routes.ts";
import { joinRoutes } from "./features/joining/routes.ts";
import { importRoster } from "./features/members/index.ts";
import { memberRoutes } from "./features/members/routes.ts";
import type { PoolCounts } from "./features/metrics/routes.ts";
import { serveNotifications } from "./features/notifications/routes.ts";
import { imageRoutes } from "./features/scoreboards/images/routes.ts";
import {
  createImageRenderer,
  createStandingsReader,
  type PublicBoards,
  publicBoards as serveBoards,
} from "./features/scoreboards/index.ts";
import { scoreboardRoutes, standingsRoutes } from "./features/scoreboards/routes.ts";
import { seasonRoutes } from "./features/scoreboards/seasons/routes.ts";
import { searchRoutes } from "./features/search/routes.ts";
import { configRoutes, findDiscordUrl, healthRoutes, toProductConfig } from "./features/system/routes.ts";
import { tokenRoutes } from "./features/tokens/routes.ts";
import { userRoutes } from "./features/users/routes.ts";
import { openBot } from "./features/webhooks/index.ts";
import { webhookRoutes } from "./features/webhooks/routes.ts";
import { errorAnswers, sendError } from "./http/answers.ts";
import type { BuiltWeb } from "./http/built-web.ts";
import { createAccountShares, createHeavyLimit, createWaitingLine, type HeavyLimit } from "./http/call-limits.ts";
import { jsonBody } from "./http/input.ts";
import { requestLog } from "./http/logging.ts";
import { sendNotFoundPage, type Site, webPages } from "./http/pages.ts";
import { accessDeclared, createRoute, type DeclaredRoute, type Routes } from "./http/route.ts";
import { contentSecurityPolicy, securityHeaders, toSecurityHeaders } from "./http/security-headers.ts";
import { createServer } from "./http/server.ts";
import { devMailRoutes } from "./mail/dev-mail.ts";
import type { Settings } from "./settings.ts";
import type { WorkerPool } from "./workers/worker-pool.ts";

export interface AppParts {
  settings: Settings;
  db: Db;
  reads: Reads;
  pool: PoolCounts;
  log: FastifyBaseLogger;
  web: BuiltWeb;
  events: EventHub;
  secrets: Secrets;
  workers: WorkerPool;
}

export interface App {
  server: FastifyInstance;
  routes: DeclaredRoute[];
  boards: PublicBoards;
}

declare module "fastify" {
  interface FastifyInstance {
    auth: Awaited<ReturnType<typeof openAuth>>;
    boards: ReturnType<typeof serveBoards>;
  }
}

/** The whole product, assembled and not yet listening. Tests add routes of their own through `extra`. */
export async function createApp(parts: AppParts, extra: Routes[] = []): Promise<App> {
  const { settings, log, web } = parts;
  const headers = toSecurityHeaders(policyFor(parts));
  const config = toProductConfig(settings);
  const site = { web, config, publicUrl: settings.publicUrl, proxies: settings.trustProxy };
  const meter = settings.metricsToken === null ? null : await openMeter(settings.metricsToken);
  const heavy = createHeavyLimit();

  const server = createServer(log, settings.trustProxy);
  await server.register(accessDeclared);
  await server.register(requestLog);
  if (meter) await server.register(meter.metrics, meter);
  await server.register(jsonBody);
  await server.register(errorAnswers);
  await server.register(securityHeaders, { headers });
  await server.register(webPages, site);
  await server.register(auth, { ...parts, heavy });
  await server.register(publicBoards, { ...parts, site, headers });
  await server.register(api, { ...parts, site, heavy, meter, extra });
  await server.register(notFoundAnswers, site);
  return { server, routes: server.declaredRoutes, boards: server.boards.live };
}

/** The auth service, and what everybody else needs to know its sessions by. */
const auth = fastifyPlugin(
  async (app: FastifyInstance, options: AppParts & { heavy: HeavyLimit }) => {
    app.decorate("auth", await openAuth(app, options));
  },
  { name: "auth", dependencies: ["access-declared", "body", "errors"] },
);

async function openAuth(server: FastifyInstance, parts: AppParts & { heavy: HeavyLimit }) {
  const { db, settings, secrets, events, workers, heavy } = parts;
  const { publicUrl, appAdminEmails } = settings;
  await grantNamedAdmins(db, appAdminEmails);
  if (appAdminEmails.length > 0 && settings.auth.autoconfirm) {
    server.log.warn(
      "APP_ADMIN_EMAILS makes nobody app admin who signs up while AUTH_AUTOCONFIRM is on: use npm run clanhall -- admin grant",
    );
  }
  const keys = await openKeyRing(db, secrets, settings.auth.signingKeysFile);
  const tokens = createAccessTokens(db, keys, { issuer: toIssuer(publicUrl), seconds: settings.auth.tokenSeconds });
  const stops = [
    events.subscribe(keysTopic, "revoked", () => tokens.invalidate()),
    events.onResync(() => tokens.invalidate()),
  ];
  server.addHook("onClose", async () => stops.forEach((stop) => stop()));
  const sessions = { tokens, life: settings.auth };
  const shared = {
    db,
    keys,
    sessions,
    secrets,
    workers,
    heavy,
    appAdminEmails,
    publicUrl,
    endLinks: deleteLinkAndCodes,
  };
  return { service: await createAuthService(server, { ...shared, settings: settings.auth }), sessions };
}

/** Scoreboards behind a share link: their pages, their cache, and what answers from it. */
const publicBoards = fastifyPlugin(
  async (app: FastifyInstance, options: AppParts & { site: BoardSite; headers: Record<string, string> }) => {
    const { db, reads, secrets, events, site, headers } = options;
    app.decorate("boards", serveBoards(app, { ...site, db, reads, secrets, events, securityHeaders: headers }));
  },
  { name: "public-boards", dependencies: ["auth", "security-headers"] },
);

interface BoardSite extends Site {
  proxies: number;
}

type Meter = Awaited<ReturnType<typeof openMeter>>;

/** Without a token nothing is counted, and what counts is not loaded. */
async function openMeter(token: string) {
  const { Registry } = await import("prom-client");
  const { metrics, metricsRoutes } = await import("./features/metrics/routes.ts");
  return { metrics, metricsRoutes, registry: new Registry(), token };
}

interface ApiOptions extends AppParts {
  site: Site;
  heavy: HeavyLimit;
  meter: Meter | null;
  extra: Routes[];
}

/** Enough that no connection is ever idle while somebody waits. */
const callsPerConnection = 10;

/** Every call of the contract, and the few addresses beside it. */
const api = fastifyPlugin(
  async (app: FastifyInstance, options: ApiOptions) => {
    const { settings, db, secrets, site, meter } = options;
    const { sessions } = app.auth;
    const afterClanWrite = app.boards.live.invalidateClan;
    const rules = {
      sessions,
      devUserHeader: settings.mode === "development",
      secrets,
      heavy: options.heavy,
      line: createWaitingLine(callsPerConnection * settings.databasePool),
      shares: createAccountShares(Math.max(2, Math.ceil(settings.databasePool / 2))),
      afterClanWrite,
    };
    const routeOn = (scope: FastifyInstance) => createRoute(scope, db, rules);
    const route = routeOn(app);
    serveDiscord(app, settings);
    if (settings.mode !== "production") devMailRoutes(app, db, secrets);
    await serveNotifications(app, { ...site, db, secrets, routeOn });
    const discord = await openDiscord(app, options);
    for (const feature of [...listFeatures(app, options), ...options.extra]) feature(route, db);
    meter?.metricsRoutes(app, meter, { ...options, boards: app.boards, discord });
  },
  { name: "api", dependencies: ["auth", "public-boards"] },
);

/** Where Discord sends what people type to the bot; without the app there is no such address. */
async function openDiscord(app: FastifyInstance, { settings, db, log, secrets, workers }: AppParts) {
  const { discordApp, discordApi, publicUrl } = settings;
  const bot = openBot(discordApp, { discordApi });
  if (!bot) return null;
  const readBoard = createStandingsReader({ db, log, secrets, pictures: createImageRenderer(workers) });
  return serveInteractions(app, { db, log, secrets, publicUrl, bot, readBoard, workers });
}

function listFeatures(app: FastifyInstance, { settings, secrets, events, workers, reads, log }: AppParts): Routes[] {
  const { publicUrl, discordApi, discordApp } = settings;
  const bot = openBot(discordApp, { discordApi });
  const { service } = app.auth;
  const listEndpoints = () => [
    ...new Set(app.declaredRoutes.flatMap(({ endpoint }): Endpoint[] => (endpoint ? [endpoint] : []))),
  ];
  return [
    healthRoutes(reads),
    configRoutes(settings),
    accountRoutes(service),
    gameRoutes,
    clanRoutes({ secrets, publicUrl, reads, log }),
    memberRoutes(workers),
    inviteRoutes(secrets),
    joinRoutes(secrets, publicUrl),
    bulletinRoutes(workers),
    activityRoutes,
    entryRoutes(events),
    historyRoutes(reads),
    importRoutes(workers, importRoster),
    scoreboardRoutes(secrets),
    standingsRoutes(reads),
    seasonRoutes(secrets),
    app.boards.routes,
    imageRoutes({ secrets, boards: app.boards.live, pictures: createImageRenderer(workers) }),
    dashboardRoutes(reads),
    searchRoutes,
    decisionRoutes(workers),
    tokenRoutes,
    webhookRoutes({ secrets, discordApi, discordApp, publicUrl }),
    discordRoutes({ secrets, bot }),
    auditRoutes,
    appAdminRoutes(bot),
    userRoutes(service),
    recoveryRoutes(secrets, publicUrl),
    docsRoutes(listEndpoints, publicUrl),
  ];
}

/** API clients get JSON errors; a person at a wrong address gets the page. */
export const notFoundAnswers = fastifyPlugin(
  async (app: FastifyInstance, site: Site) => {
    app.setNotFoundHandler((request, reply) =>
      isPageRequest(request) ? sendNotFoundPage(request, reply, site) : sendError(reply, nothingHere()),
    );
  },
  { name: "not-found", dependencies: ["api"] },
);

function policyFor({ web, settings }: AppParts) {
  return contentSecurityPolicy({
    scripts: [web.publicPages.bootScript, ...web.publicPages.appScripts],
    styles: [web.publicPages.styles, web.publicPages.boardStyles],
    connect: settings.analytics ? [settings.analytics.host] : [],
  });
}

/** The clan's chat: a browser is only ever sent to the configured web address. */
function serveDiscord(server: FastifyInstance, settings: Settings): void {
  const url = findDiscordUrl(settings);
  server.get("/discord", { config: { access: "public" } }, (request, reply) => {
    if (!url) request.log.warn("DISCORD_URL is missing or not an http(s) URL: sending the visitor to the landing page");
    return reply.header("cache-control", "no-store").redirect(url ?? "/", 302);
  });
}

function isPageRequest({ method, url }: { method: string; url: string }): boolean {
  return (method === "GET" || method === "HEAD") && !/^\/(api|auth|health|dev|assets)(\/|\?|$)/.test(url);
}
