import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** What the browser needs to know about this installation before anybody signs in. */
export const productConfig = z.object({
  product_name: z.string(),
  providers: z.array(z.object({ key: z.string(), name: z.string() })),
  sign_up: z.boolean(),
  password_min: z.int(),
  /** Whether a new address has to be confirmed by a mail before it counts. */
  email_confirmation: z.boolean(),
  /** Whether a mail server is set. Without one, the administrator hands out the links and codes of mails. */
  mail: z.boolean(),
  phone_factors: z.boolean(),
  manual_linking: z.boolean(),
  analytics: z.object({ key: z.string(), host: z.string() }).nullable(),
  discord: z.boolean(),
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
