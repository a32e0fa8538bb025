import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getMyAdminStatus = endpoint({
  method: "GET",
  path: "/api/me/admin",
  access: "session",
  summary: "Whether the caller is an app admin.",
  response: z.object({ success: z.literal(true), data: z.object({ isAppAdmin: z.boolean() }) }),
});

/** What the browser noticed about the sign-in: today, whether analytics requests are blocked. */
export const loginActivity = z.object({ adblock: z.boolean().nullable() });

export const getLoginActivity = endpoint({
  method: "GET",
  path: "/api/me/login-activity",
  access: "session",
  summary: "What was last recorded about the caller's sign-in.",
  response: loginActivity,
});

export const putLoginActivity = endpoint({
  method: "PUT",
  path: "/api/me/login-activity",
  access: "session",
  summary: "Records what the browser noticed about the sign-in.",
  body: z.strictObject({ adblock: z.boolean() }),
  response: loginActivity,
});
