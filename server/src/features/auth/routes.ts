import { productName } from "@clanhall/contract/pages";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { z } from "zod";
import type { SessionRules } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { KeyRing } from "../../access/signing-keys.ts";
import type { Db } from "../../db/tables.ts";
import type { HeavyLimit } from "../../http/call-limits.ts";
import type { ProviderKey, Settings } from "../../settings.ts";
import { version } from "../../version.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { adminRoutes } from "./admin/routes.ts";
import { changeUser } from "./change-user.ts";
import { emailRoutes } from "./email/routes.ts";
import { openProvider } from "./external/openid.ts";
import { externalRoutes } from "./external/routes.ts";
import { factorRoutes } from "./factors/routes.ts";
import { allowOrigins, type AuthRoute, createAuthRoute, handleAuthErrors, requireWholeSignIn } from "./http.ts";
import { logoutQuery, noQuery, redirectQuery, signUpBody, tokenQuery, userUpdate } from "./inputs.ts";
import { passkeyRoutes } from "./passkeys/routes.ts";
import { createRateLimits } from "./rate-limits.ts";
import { type AuthService, createBackgroundTasks, type EndLinks } from "./service.ts";
import { exchangeGrant, signOut } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { loadUserAnswer } from "./user-answer.ts";

interface AuthParts {
  db: Db;
  settings: Settings["auth"];
  keys: KeyRing;
  sessions: SessionRules;
  secrets: Secrets;
  workers: WorkerPool;
  heavy: HeavyLimit;
  appAdminEmails: string[];
  publicUrl: string;
  endLinks: EndLinks;
}

/** The auth contract under /auth/v1, with the contract's own errors; returns the service for the product's own calls. */
export async function createAuthService(server: FastifyInstance, parts: AuthParts): Promise<AuthService> {
  const { db, settings, keys, sessions, secrets, workers, appAdminEmails, publicUrl, endLinks } = parts;
  const limits = createRateLimits(db, settings.rateLimitFactor, settings.mailGapSeconds);
  const providers = settings.providers.map(openProvider);
  const inBackground = createBackgroundTasks(server);
  const { tokens } = sessions;
  const { log } = server;
  const auth = {
    db,
    settings,
    tokens,
    limits,
    secrets,
    workers,
    providers,
    appAdminEmails,
    publicUrl,
    log,
    inBackground,
    endLinks,
  };
  if (settings.autoconfirm) logAutoconfirm(server.log, publicUrl);
  const bindRoutes = async (scope: FastifyInstance) => {
    handleAuthErrors(scope);
    allowOrigins(scope, settings.corsOrigins);
    const route = createAuthRoute(scope, db, sessions, parts.heavy);
    sessionRoutes(route, auth);
    userRoutes(route, auth);
    emailRoutes(route, auth);
    factorRoutes(route, auth);
    passkeyRoutes(route, auth);
    externalRoutes(route, auth);
    adminRoutes(route, auth);
    informationRoutes(route, settings, keys);
  };
  await server.register(bindRoutes, { prefix: "/auth/v1" });
  return auth;
}

/** Worth a line on a public server; whoever tries the product on their own machine expects it. */
function logAutoconfirm(log: FastifyBaseLogger, publicUrl: string): void {
  const isAtHome = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(publicUrl).hostname);
  const line = "New e-mail addresses count as confirmed without a mail: set SMTP_URL, or AUTH_AUTOCONFIRM to off";
  if (isAtHome) log.debug(line);
  else log.info(line);
}

function sessionRoutes(route: AuthRoute, auth: AuthService): void {
  route(
    { method: "POST", path: "/signup", access: "public", query: redirectQuery, body: signUpBody },
    ({ body, query, client }) => signUp(auth, body, query.redirect_to, client),
  );
  route(
    { method: "POST", path: "/token", access: "public", query: tokenQuery, body: z.unknown() },
    ({ query, body, client }) => exchangeGrant(auth, query.grant_type, body, client),
  );
  route(
    { method: "POST", path: "/logout", access: "session", pendingFactor: "allowed", query: logoutQuery },
    ({ query, caller, client }) => {
      if (query.scope !== "local") requireWholeSignIn(caller);
      return signOut(auth.db, caller, query.scope, client);
    },
  );
}

function userRoutes(route: AuthRoute, auth: AuthService): void {
  const { db } = auth;
  // Names the factors that can be proved.
  route({ method: "GET", path: "/user", access: "session", pendingFactor: "allowed", query: noQuery }, ({ caller }) =>
    loadUserAnswer(db, caller.userId),
  );
  route(
    {
      method: "PUT",
      path: "/user",
      access: "session",
      pendingFactor: 401,
      cost: "heavy",
      query: redirectQuery,
      body: userUpdate,
    },
    ({ body, query, caller, client }) => changeUser(auth, caller, body, query.redirect_to, client),
  );
}

function informationRoutes(route: AuthRoute, settings: Settings["auth"], keys: KeyRing): void {
  route({ method: "GET", path: "/settings", access: "public" }, () => ({
    external: { ...listProviders(settings), email: true, phone: false, anonymous_users: settings.anonymous },
    disable_signup: !settings.signUp,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: settings.relyingParty !== null,
  }));
  route({ method: "GET", path: "/health", access: "public" }, () => ({
    version,
    name: productName,
    description: `${productName} signs people in and keeps them signed in`,
  }));
  route({ method: "GET", path: "/.well-known/jwks.json", access: "public" }, async ({ reply }) => {
    const list = await keys.listPublicKeys();
    reply.header("cache-control", "public, max-age=600");
    return { keys: list };
  });
}

function listProviders({ providers }: Settings["auth"]): Record<ProviderKey, boolean> {
  const isOffered = (key: ProviderKey) => providers.some((provider) => provider.key === key);
  return { discord: isOffered("discord"), google: isOffered("google"), oidc: isOffered("oidc") };
}
