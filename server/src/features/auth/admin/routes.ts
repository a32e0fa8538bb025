import { authenticated } from "../../../access/access-tokens.ts";
import { listFactors } from "../factors/queries.ts";
import { type AuthRoute, type Client, userNotFound } from "../http.ts";
import {
  accountChange,
  accountDeletion,
  auditQuery,
  invitation,
  newAccount,
  ofFactor,
  ofPasskey,
  ofUser,
  redirectQuery,
  usersQuery,
  wantedLink,
} from "../inputs.ts";
import { removePasskeyOf, toPasskeyAnswer } from "../passkeys/passkeys.ts";
import { listPasskeys } from "../passkeys/queries.ts";
import type { AuthService } from "../service.ts";
import { loadUserAnswer, toFactorAnswer } from "../user-answer.ts";
import { changeAccount, createAccount, removeAccount, resetFactor, signOutEverywhere } from "./accounts.ts";
import { generateLink, invite } from "./links.ts";
import { loadAuditLog, loadUsersPage, setPageLinks } from "./lists.ts";
import { findUser } from "./queries.ts";

/** For programs with a token of the service role; no browser ever holds one. */
export function adminRoutes(route: AuthRoute, auth: AuthService): void {
  listRoutes(route, auth);
  accountRoutes(route, auth);
  factorRoutes(route, auth);
  passkeyRoutes(route, auth);
  linkRoutes(route, auth);
}

const access = "service";
const asService = (client: Client): Client => ({ ...client, by: "service_role" });

function listRoutes(route: AuthRoute, { db }: AuthService): void {
  route({ method: "GET", path: "/admin/users", access, query: usersQuery }, async ({ query, request, reply }) => {
    const { users, total } = await loadUsersPage(db, query);
    setPageLinks(request, reply, query, total);
    return { users, aud: authenticated };
  });
  route({ method: "GET", path: "/admin/audit", access, query: auditQuery }, async ({ query, request, reply }) => {
    const { entries, total } = await loadAuditLog(db, query, query.query);
    setPageLinks(request, reply, query, total);
    return entries;
  });
}

function accountRoutes(route: AuthRoute, auth: AuthService): void {
  const { db } = auth;
  const one = { path: "/admin/users/:userId", access, params: ofUser } as const;

  route({ method: "POST", path: "/admin/users", access, body: newAccount }, ({ body, client }) =>
    createAccount(auth, body, asService(client)),
  );
  route({ method: "GET", ...one }, async ({ params }) => {
    await requireUser(auth, params.userId);
    return loadUserAnswer(db, params.userId);
  });
  route({ method: "PUT", ...one, body: accountChange }, ({ params, body, client }) =>
    changeAccount(auth, params.userId, body, asService(client)),
  );
  route({ method: "DELETE", ...one, body: accountDeletion }, async ({ params, body, client }) => {
    await removeAccount(db, params.userId, body.should_soft_delete, asService(client));
    return {};
  });
  route({ method: "DELETE", path: `${one.path}/sessions`, access, params: ofUser }, async ({ params, client }) => {
    await signOutEverywhere(db, params.userId, asService(client));
    return {};
  });
}

function factorRoutes(route: AuthRoute, auth: AuthService): void {
  const { db } = auth;
  const path = "/admin/users/:userId/factors";
  route({ method: "GET", path, access, params: ofUser }, async ({ params }) => {
    await requireUser(auth, params.userId);
    return (await listFactors(db, params.userId)).map(toFactorAnswer);
  });
  route({ method: "DELETE", path: `${path}/:factorId`, access, params: ofFactor }, ({ params, client }) =>
    resetFactor(auth, params.userId, params.factorId, asService(client)),
  );
}

function passkeyRoutes(route: AuthRoute, auth: AuthService): void {
  const path = "/admin/users/:userId/passkeys";
  route({ method: "GET", path, access, params: ofUser }, async ({ params }) => {
    await requireUser(auth, params.userId);
    return (await listPasskeys(auth.db, params.userId)).map(toPasskeyAnswer);
  });
  route({ method: "DELETE", path: `${path}/:passkeyId`, access, params: ofPasskey }, ({ params, client }) =>
    removePasskeyOf(auth, params.userId, params.passkeyId, asService(client)),
  );
}

function linkRoutes(route: AuthRoute, auth: AuthService): void {
  route(
    { method: "POST", path: "/invite", access, query: redirectQuery, body: invitation },
    ({ query, body, client }) =>
      invite(auth, { email: body.email, data: body.data ?? {} }, query.redirect_to, asService(client)),
  );
  route(
    { method: "POST", path: "/admin/generate_link", access, query: redirectQuery, body: wantedLink },
    ({ query, body, client }) => generateLink(auth, body, query.redirect_to ?? body.redirect_to, asService(client)),
  );
}

async function requireUser({ db }: AuthService, userId: string): Promise<void> {
  if (!(await findUser(db, userId))) throw userNotFound();
}
