import { z } from "zod";
import { AuthError, type AuthRoute, parseAuthInput } from "../http.ts";
import { pkceStart } from "../inputs.ts";
import { toAllowedRedirect, withError } from "../redirects.ts";
import type { AuthService } from "../service.ts";
import { findBrowser, finishFlow, markBrowser, startFlow } from "./flow.ts";
import { requireRecentConfirmation } from "../sessions.ts";
import { unlinkIdentity } from "./identities.ts";
import { getProvider } from "./openid.ts";

/** Apps add parameters for the provider. None is passed on: we ask for the name and the address, and for no more. */
const authorizeQuery = z.looseObject({
  provider: z.string().optional(),
  redirect_to: z.string().optional(),
  skip_http_redirect: z.string().optional(),
});

export function externalRoutes(route: AuthRoute, auth: AuthService): void {
  signInRoutes(route, auth);
  identityRoutes(route, auth);
  route({ method: "POST", path: "/sso", access: "public" }, () => {
    throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  });
}

function signInRoutes(route: AuthRoute, auth: AuthService): void {
  const { limits, publicUrl } = auth;
  route(
    { method: "GET", path: "/authorize", access: "public", query: authorizeQuery },
    async ({ query, client, request, reply }) => {
      await limits.takeFrom("authorize", client.network);
      const provider = getProvider(auth, query.provider);
      const codeChallenge = parseAuthInput(pkceStart, query).code_challenge || null;
      const redirectTo = toAllowedRedirect(auth, query.redirect_to);
      const browser = markBrowser(request, reply, publicUrl);
      const start = { redirectTo, codeChallenge, browser, linking: null };
      const address = await startFlow(auth, provider, start).catch((error: unknown) => {
        if (error instanceof AuthError) return withError(redirectTo, error);
        throw error;
      });
      return reply.redirect(address, 302);
    },
  );
  route({ method: "GET", path: "/callback", access: "public" }, async ({ client, request, reply }) => {
    const back = { search: new URL(request.url, publicUrl).search, browser: findBrowser(request, publicUrl) };
    return reply.redirect(await finishFlow(auth, back, client), 302);
  });
  route({ method: "POST", path: "/callback", access: "public" }, () => {
    throw new AuthError(400, "bad_oauth_callback", "Providers have to send people back with GET");
  });
}

function identityRoutes(route: AuthRoute, auth: AuthService): void {
  const { limits, publicUrl } = auth;
  route(
    { method: "GET", path: "/user/identities/authorize", access: "session", query: authorizeQuery },
    async ({ query, caller, client, request, reply }) => {
      if (!auth.settings.manualLinking) {
        throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
      }
      requireRecentConfirmation(caller);
      await limits.takeFrom("authorize", client.network);
      const provider = getProvider(auth, query.provider);
      const codeChallenge = parseAuthInput(pkceStart, query).code_challenge || null;
      const redirectTo = toAllowedRedirect(auth, query.redirect_to);
      const browser = markBrowser(request, reply, publicUrl);
      const url = await startFlow(auth, provider, { redirectTo, codeChallenge, browser, linking: caller });
      return query.skip_http_redirect === "true" ? { url } : reply.redirect(url, 302);
    },
  );
  route(
    {
      method: "DELETE",
      path: "/user/identities/:identityId",
      access: "session",
      params: z.object({ identityId: z.uuid("identity_id must be an UUID") }),
    },
    ({ params, caller, client }) => {
      // Also where none can be added: an address that a provider has verified connects it without being asked.
      requireRecentConfirmation(caller);
      return unlinkIdentity(auth, caller, params.identityId, client);
    },
  );
}
