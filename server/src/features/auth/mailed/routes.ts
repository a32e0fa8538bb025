import type { AuthRoute } from "../http.ts";
import { noQuery, otpBody, recoverBody, redirectQuery, resendBody, verifyBody, verifyQuery } from "../inputs.ts";
import type { AuthService } from "../service.ts";
import { reauthenticate, requestOtp, requestRecovery, resend } from "./request-mails.ts";
import { followLink, verify } from "./verify.ts";

/** What is done with links and codes that are sent by mail. */
export function mailedRoutes(route: AuthRoute, auth: AuthService): void {
  route(
    { method: "POST", path: "/recover", access: "public", query: redirectQuery, body: recoverBody },
    ({ body, query, client }) => requestRecovery(auth, body, query.redirect_to, client),
  );
  route(
    { method: "POST", path: "/resend", access: "public", query: redirectQuery, body: resendBody },
    ({ body, query, client }) => resend(auth, body, query.redirect_to, client),
  );
  route(
    { method: "POST", path: "/otp", access: "public", query: redirectQuery, body: otpBody },
    ({ body, query, client }) => requestOtp(auth, body, query.redirect_to, client),
  );
  route({ method: "GET", path: "/reauthenticate", access: "session", query: noQuery }, ({ caller, client }) =>
    reauthenticate(auth, caller, client),
  );
  route(
    { method: "POST", path: "/verify", access: "public", query: redirectQuery, body: verifyBody },
    ({ body, client }) => verify(auth, body, client),
  );
  route({ method: "GET", path: "/verify", access: "public", query: verifyQuery }, async ({ query, client, reply }) => {
    reply.code(303).header("location", await followLink(auth, query, client));
    return "";
  });
}
