import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** What the browser needs to know about this installation before anybody signs in. */
export const productConfig = z.object({
  product_name: z.string(),
  providers: z.array(z.object({ key: z.string(), name: z.string() })),
  sign_up: z.boolean(),
  password_min: z.int(),
  passkeys: z.boolean(),
  /** Whether a new address has to be confirmed by a mail before it counts. */
  email_confirmation: z.boolean(),
  /** Whether a mail server is set. Without one, the administrator hands out the links and codes of mails. */
  mail: z.boolean(),
  phone_factors: z.boolean(),
  manual_linking: z.boolean(),
  analytics: z.object({ key: z.string(), host: z.string() }).nullable(),
  discord: z.boolean(),
  /** Whether the bot of this installation can be added to servers. */
  discord_app: z.boolean(),
  support_contact: z.string().nullable(),
  issue_url: z.string().nullable(),
});
export type ProductConfig = z.infer<typeof productConfig>;

export const getConfig = endpoint({
  method: "GET",
  path: "/api/config",
  access: "public",
  summary: "What this installation offers: sign-in providers, analytics, support contact.",
  response: productConfig,
});

export const health = z.object({
  /** Degraded: it works, but an operator has to mend what `reason` says. */
  status: z.enum(["ok", "degraded"]),
  version: z.string(),
  database: z.literal("ok"),
  reason: z.string().optional(),
  /** Only with a read replica; unless it is ok, the leader answers in its stead. */
  replica: z.enum(["ok", "behind", "away"]).optional(),
});
export type Health = z.infer<typeof health>;

export const getHealth = endpoint({
  method: "GET",
  path: "/health",
  access: "public",
  summary:
    "Says whether the server and its database answer; 503 while the database is away. Degraded: it works, but its clock is wrong.",
  response: health,
});

/** Milliseconds between two looks for a backend that is away. */
export const healthPollMs = 20_000;

/** When a browser looks first: all of them notice an outage at the same moment and must not come back at the same one. */
export function firstHealthPollMs(random = Math.random()): number {
  return random * healthPollMs;
}

export const getOpenApi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  access: "public",
  etag: "own",
  summary: "This description of the API, as OpenAPI 3.1.",
  response: z.record(z.string(), z.unknown()),
});

export const getApiDocs = endpoint({
  method: "GET",
  path: "/api/docs",
  access: "public",
  summary: "The same description as a page to read.",
  response: z.void(),
  content: "text/html",
});
