import type { FastifyInstance } from "fastify";
import { productName } from "@clanhall/contract/pages";
import { z } from "zod";
import type { SessionRules } from "../../access/caller.ts";
import type { KeyRing } from "../../access/key-ring.ts";
import type { Db } from "../../db/tables.ts";
import type { Settings } from "../../settings.ts";
import { version } from "../../version.ts";
import { handleAuthErrors } from "./auth-answers.ts";
import { logoutQuery, noQuery, redirectQuery, signUpBody, tokenQuery, userUpdate } from "./auth-inputs.ts";
import { type AuthRoute, createAuthRoute } from "./auth-route.ts";
import type { AuthService } from "./auth-service.ts";
import { changeUser } from "./change-user.ts";
import { exchangeGrant } from "./grants.ts";
import { createRateLimits } from "./rate-limits.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { toUserAnswer } from "./user-answer.ts";
import { getUser, listIdentities } from "./users.queries.ts";

export interface AuthParts {
  db: Db;
  settings: Settings["auth"];
  keys: KeyRing;
  sessions: SessionRules;
}

/** The auth contract under /auth/v1, with the contract's own errors. */
export async function serveAuth(server: FastifyInstance, parts: AuthParts): Promise<void> {
  const { db, settings, keys, sessions } = parts;
  const auth = { db, settings, tokens: sessions.tokens, limits: createRateLimits(db, settings.rateLimitFactor) };
  if (settings.autoconfirm) server.log.debug("New e-mail addresses count as confirmed: AUTH_AUTOCONFIRM is on");
  const bindRoutes = async (scope: FastifyInstance) => {
    handleAuthErrors(scope);
    const route = createAuthRoute(scope, db, sessions);
    sessionRoutes(route, auth);
    userRoutes(route, auth);
    informationRoutes(route, settings, keys);
  };
  await server.register(bindRoutes, { prefix: "/auth/v1" });
}

function sessionRoutes(route: AuthRoute, auth: AuthService): void {
  route(
    { method: "POST", path: "/signup", access: "public", query: redirectQuery, body: signUpBody },
    ({ body, client }) => signUp(auth, body, client),
  );
  route(
    { method: "POST", path: "/token", access: "public", query: tokenQuery, body: z.unknown() },
    ({ query, body, client }) => exchangeGrant(auth, query.grant_type, body, client),
  );
  route({ method: "POST", path: "/logout", access: "session", query: logoutQuery }, ({ query, caller, client }) =>
    signOut(auth.db, caller, query.scope, client),
  );
}

function userRoutes(route: AuthRoute, auth: AuthService): void {
  const { db } = auth;
  route({ method: "GET", path: "/user", access: "session", query: noQuery }, async ({ caller }) => {
    const [user, identities] = await Promise.all([getUser(db, caller.userId), listIdentities(db, caller.userId)]);
    return toUserAnswer(user, identities);
  });
  route(
    { method: "PUT", path: "/user", access: "session", query: redirectQuery, body: userUpdate },
    ({ body, caller, client }) => changeUser(auth, caller, body, client),
  );
}

function informationRoutes(route: AuthRoute, settings: Settings["auth"], keys: KeyRing): void {
  route({ method: "GET", path: "/settings", access: "public" }, () => ({
    external: { email: true, phone: false, anonymous_users: settings.anonymous },
    disable_signup: !settings.signUp,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: false,
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
