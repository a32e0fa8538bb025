import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createAccessTokens, toIssuer } from "./access/access-tokens.ts";
import { grantNamedAdmins } from "./access/app-admins.queries.ts";
import { openKeyRing } from "./access/key-ring.ts";
import type { Secrets } from "./access/secrets.ts";
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
import { configRoutes, findDiscordUrl, toProductConfig } from "./features/config/config.routes.ts";
import { dashboardRoutes } from "./features/dashboard/routes.ts";
import { docsRoutes } from "./features/docs/docs.routes.ts";
import { entryRoutes, historyRoutes, importRoutes } from "./features/entries/routes.ts";
import { gameRoutes } from "./features/games/routes.ts";
import { healthRoutes } from "./features/health/health.routes.ts";
import { inviteRoutes } from "./features/invites/routes.ts";
import { memberRoutes } from "./features/members/routes.ts";
import { type PoolCounts, prepareMetrics } from "./features/metrics/metrics.routes.ts";
import { serveNotifications } from "./features/notifications/routes.ts";
import { cardRoutes } from "./features/scoreboards/card/card.routes.ts";
import { createImageRenderer, type PublicBoards, publicBoards } from "./features/scoreboards/index.ts";
import { scoreboardRoutes } from "./features/scoreboards/scoreboards.routes.ts";
import { standingsRoutes } from "./features/scoreboards/standings.routes.ts";
import { tokenRoutes } from "./features/tokens/routes.ts";
import { userRoutes } from "./features/users/routes.ts";
import { webhookRoutes } from "./features/webhooks/routes.ts";
import { type DeclaredRoute, requireDeclaredAccess } from "./http/access-declared.ts";
import { handleErrors, sendError } from "./http/answers.ts";
import type { BuiltWeb } from "./http/built-web.ts";
import { takeCspReports } from "./http/csp-reports.ts";
import { createHeavyLimit, type HeavyLimit } from "./http/heavy-limit.ts";
import { logAnswers } from "./http/logging.ts";
import { sendNotFoundPage, servePages, type Site } from "./http/pages.ts";
import { readJsonOnly } from "./http/read-json.ts";
import { tellRequestId } from "./http/request-id.ts";
import { createRoute, type Routes } from "./http/route.ts";
import { contentSecurityPolicy, setSecurityHeaders, toSecurityHeaders } from "./http/security-headers.ts";
import { createServer } from "./http/server.ts";
import { devMailRoutes } from "./mail/dev-mail.routes.ts";
import type { Settings } from "./settings.ts";
import type { WorkerPool } from "./workers/worker-pool.ts";

export interface AppParts {
  settings: Settings;
  db: Db;
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

/** The whole product, assembled and not yet listening. Tests add routes of their own through `extra`. */
export async function createApp(parts: AppParts, extra: Routes[] = []): Promise<App> {
  const { settings, db, pool, log, web, events, secrets, workers } = parts;
  const server = createServer(log, settings.trustProxy);
  const routes = requireDeclaredAccess(server);
  tellRequestId(server);
  logAnswers(server);
  const serveMetrics = prepareMetrics(server, settings.metricsToken);
  readJsonOnly(server);
  handleErrors(server);
  const securityHeaders = toSecurityHeaders(policyFor(parts));
  setSecurityHeaders(server, securityHeaders);
  await takeCspReports(server);

  const config = toProductConfig(settings);
  const site = { web, config, publicUrl: settings.publicUrl, proxies: settings.trustProxy };
  await servePages(server, site);
  serveDiscord(server, settings);
  if (settings.mode !== "production") devMailRoutes(server, db, secrets);

  const heavy = createHeavyLimit();
  const { auth, sessions } = await openAuth(server, parts, heavy);
  const boards = publicBoards(server, { ...site, db, secrets, events, securityHeaders });
  const pictures = createImageRenderer(workers);
  const devUserHeader = settings.mode === "development";
  const afterClanWrite = boards.live.invalidateClan;
  const routeOn = (scope: FastifyInstance) =>
    createRoute(scope, db, { sessions, devUserHeader, secrets, heavy, afterClanWrite });
  const route = routeOn(server);
  await serveNotifications(server, { ...site, db, secrets, routeOn });
  const listEndpoints = () => [...new Set(routes.flatMap(({ endpoint }): Endpoint[] => (endpoint ? [endpoint] : [])))];
  const features = [
    healthRoutes,
    configRoutes(settings),
    accountRoutes(auth),
    gameRoutes,
    clanRoutes(secrets, settings.publicUrl),
    memberRoutes(workers),
    inviteRoutes(secrets),
    bulletinRoutes(workers),
    activityRoutes,
    entryRoutes(events),
    historyRoutes,
    importRoutes(workers),
    scoreboardRoutes(secrets),
    standingsRoutes,
    boards.routes,
    cardRoutes({ secrets, boards: boards.live, pictures }),
    dashboardRoutes,
    tokenRoutes,
    webhookRoutes({ secrets, discordApi: settings.discordApi, publicUrl: settings.publicUrl }),
    auditRoutes,
    appAdminRoutes,
    userRoutes(auth),
    recoveryRoutes(secrets, settings.publicUrl),
    docsRoutes(listEndpoints, settings.publicUrl),
  ];
  for (const feature of [...features, ...extra]) feature(route, db);
  serveMetrics({ db, pool, events, boards, workers });

  answerUnknown(server, site);
  return { server, routes, boards: boards.live };
}

/** API clients get JSON refusals; a person at a wrong address gets the page. */
function answerUnknown(server: FastifyInstance, site: Site): void {
  server.setNotFoundHandler((request, reply) =>
    isPageRequest(request) ? sendNotFoundPage(request, reply, site) : sendError(reply, nothingHere()),
  );
}

/** Starts the auth service; returns it with what everybody else needs to know its sessions by. */
async function openAuth(server: FastifyInstance, parts: AppParts, heavy: HeavyLimit) {
  const { db, settings, secrets, events, workers } = parts;
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
  const shared = { db, keys, sessions, secrets, workers, heavy, appAdminEmails, publicUrl };
  const auth = await createAuthService(server, { ...shared, settings: settings.auth });
  return { auth, sessions };
}

function policyFor({ web, settings }: AppParts) {
  return contentSecurityPolicy({
    scripts: [web.publicPages.bootScript],
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
