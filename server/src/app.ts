import type { Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createAccessTokens } from "./access/access-tokens.ts";
import { openKeyRing } from "./access/key-ring.ts";
import type { Db } from "./db/tables.ts";
import { accountRoutes } from "./features/account/account.routes.ts";
import { serveAuth } from "./features/auth/auth.routes.ts";
import { configRoutes, findDiscordUrl, toProductConfig } from "./features/config/config.routes.ts";
import { docsRoutes } from "./features/docs/docs.routes.ts";
import { healthRoutes } from "./features/health/health.routes.ts";
import { type DeclaredRoute, requireDeclaredAccess } from "./http/access-declared.ts";
import { handleErrors, sendError } from "./http/answers.ts";
import type { BuiltWeb } from "./http/built-web.ts";
import { takeCspReports } from "./http/csp-reports.ts";
import { logAnswers } from "./http/logging.ts";
import { sendNotFoundPage, servePages } from "./http/pages.ts";
import { readJsonOnly } from "./http/read-json.ts";
import { tellRequestId } from "./http/request-id.ts";
import { createRoute, type Routes } from "./http/route.ts";
import { createServer } from "./http/server.ts";
import { contentSecurityPolicy, setSecurityHeaders } from "./http/security-headers.ts";
import { nothingHere } from "./errors.ts";
import { devMailRoutes } from "./mail/dev-mail.routes.ts";
import type { Settings } from "./settings.ts";

export interface AppParts {
  settings: Settings;
  db: Db;
  log: FastifyBaseLogger;
  web: BuiltWeb;
}

export interface App {
  server: FastifyInstance;
  routes: DeclaredRoute[];
}

/** The whole product, assembled and not yet listening. Tests add routes of their own through `extra`. */
export async function createApp(parts: AppParts, extra: Routes[] = []): Promise<App> {
  const { settings, db, log, web } = parts;
  const server = createServer(log, settings.trustProxy);
  const routes = requireDeclaredAccess(server);
  tellRequestId(server);
  logAnswers(server);
  readJsonOnly(server);
  handleErrors(server);
  setSecurityHeaders(server, policyFor(parts));
  await takeCspReports(server);

  const config = toProductConfig(settings);
  const site = { web, config, publicUrl: settings.publicUrl };
  await servePages(server, site);
  serveDiscord(server, settings);
  if (settings.mode !== "production") devMailRoutes(server, db);

  const sessions = await openAuth(server, parts);
  const route = createRoute(server, db, { sessions, devUserHeader: settings.mode === "development" });
  const listEndpoints = () => [...new Set(routes.flatMap(({ endpoint }): Endpoint[] => (endpoint ? [endpoint] : [])))];
  const features = [healthRoutes, configRoutes(settings), accountRoutes, docsRoutes(listEndpoints, settings.publicUrl)];
  for (const feature of [...features, ...extra]) feature(route, db);

  server.setNotFoundHandler((request, reply) =>
    isPageRequest(request) ? sendNotFoundPage(request, reply, site) : sendError(reply, nothingHere()),
  );
  return { server, routes };
}

/** Starts the auth service; returns what everybody else needs to know its sessions by. */
async function openAuth(server: FastifyInstance, { db, settings: { auth, publicUrl } }: AppParts) {
  const keys = await openKeyRing(db, auth.signingKeysFile);
  const tokens = createAccessTokens(keys, { issuer: `${publicUrl}/auth/v1`, seconds: auth.tokenSeconds });
  const sessions = { tokens, life: auth };
  await serveAuth(server, { db, settings: auth, keys, sessions });
  return sessions;
}

function policyFor({ web, settings }: AppParts) {
  return contentSecurityPolicy({
    scripts: [web.publicFace.bootScript],
    styles: [web.publicFace.styles],
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

/** API clients get JSON refusals; a person at a wrong address gets the page. */
function isPageRequest({ method, url }: { method: string; url: string }): boolean {
  return (method === "GET" || method === "HEAD") && !/^\/(api|auth|health|dev|assets)(\/|\?|$)/.test(url);
}
