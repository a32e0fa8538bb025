import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { clanRoles } from "./permissions.ts";
import { searchText } from "./text.ts";

/** Deletion pending outranks suspended, which outranks unconfirmed; everybody else is active. */
export const userStates = ["active", "unconfirmed", "suspended", "deletion_pending"] as const;
export type UserState = (typeof userStates)[number];
export const userSorts = ["newest", "oldest", "name", "last_seen"] as const;
export type UserSort = (typeof userSorts)[number];

export const userRow = z.object({
  id: z.uuid(),
  display_name: z.string(),
  email: z.string().nullable(),
  state: z.enum(userStates),
  is_app_admin: z.boolean(),
  has_factor: z.boolean(),
  /** How they can sign in, such as "password", "discord". */
  providers: z.array(z.string()),
  clans: z.int(),
  created_at: z.iso.datetime(),
  last_sign_in_at: z.iso.datetime().nullable(),
});
export type UserRow = z.infer<typeof userRow>;

const filters = {
  /** A part of the name or of the address, or an id. */
  q: searchText(200).optional(),
  state: z.enum(userStates).optional(),
  mfa: z.enum(["true", "false"]).optional(),
  provider: searchText(60).optional(),
  sort: z.enum(userSorts).default("newest"),
};

export const listUsers = endpoint({
  method: "GET",
  path: "/api/admin/users",
  access: "app-admin",
  summary: "Everyone with an account.",
  query: z.strictObject({
    ...filters,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(400).optional(),
  }),
  response: z.object({
    items: z.array(userRow),
    /** Of all who match, as far as ten thousand. */
    total: z.int(),
    next_cursor: z.string().nullable(),
  }),
});

export const exportUsers = endpoint({
  method: "GET",
  path: "/api/admin/users.csv",
  access: "app-admin",
  cost: "heavy",
  summary: "The same people as a CSV file, however many.",
  query: z.strictObject(filters),
  response: z.void(),
  content: "text/csv",
});

export const userDetail = userRow.extend({
  time_zone: z.string().nullable(),
  email_confirmed_at: z.iso.datetime().nullable(),
  new_email: z.string().nullable(),
  suspended_until: z.iso.datetime().nullable(),
  deletes_at: z.iso.datetime().nullable(),
  identities: z.array(z.object({ provider: z.string(), created_at: z.iso.datetime() })),
  passkeys: z.int(),
  factors: z.array(z.object({ type: z.string(), status: z.string(), created_at: z.iso.datetime() })),
  sessions: z.array(
    z.object({
      id: z.uuid(),
      device: z.string(),
      ip: z.string().nullable(),
      aal: z.enum(["aal1", "aal2"]),
      created_at: z.iso.datetime(),
      last_seen_at: z.iso.datetime(),
    }),
  ),
  memberships: z.array(
    z.object({
      clan_id: z.uuid(),
      clan_name: z.string(),
      member_id: z.uuid(),
      player: z.string(),
      role: z.enum(clanRoles),
      status: z.string(),
    }),
  ),
  sign_ins: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      outcome: z.enum(["success", "failure"]),
      method: z.string(),
      ip: z.string().nullable(),
    }),
  ),
  login_activity: z.object({ adblock: z.boolean().nullable() }),
});
export type UserDetail = z.infer<typeof userDetail>;

const ofUser = z.object({ userId: z.uuid() });

export const getUser = endpoint({
  method: "GET",
  path: "/api/admin/users/:userId",
  access: "app-admin",
  summary: "One account: identity, ways in, sessions, clans and sign-ins; never a secret.",
  params: ofUser,
  response: userDetail,
});

/** Why somebody does what cannot be seen otherwise. */
export const adminReason = z
  .string()
  .transform((text) => text.normalize("NFC").trim())
  .refine((text) => text.length >= 5, "Give a reason of at least 5 characters.")
  .refine((text) => text.length <= 200, "Keep the reason to 200 characters or fewer.")
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), "The reason contains characters that cannot be shown.");

export const reasoned = z.strictObject({ reason: adminReason });

function userAction<const Verb extends string>(verb: Verb, summary: string) {
  return endpoint({
    method: "POST",
    path: `/api/admin/users/:userId/${verb}`,
    access: "app-admin",
    summary,
    params: ofUser,
    body: reasoned,
    response: userDetail,
  });
}

export const suspendUser = userAction("suspend", "Signs someone out everywhere and keeps them out.");
export const unsuspendUser = userAction("lift", "Lets a suspended person in again.");
export const resetUserFactors = userAction("reset-mfa", "Takes away someone's second factors; they are told by mail.");
export const removeUserPasskeys = userAction(
  "remove-passkeys",
  "Takes away someone's passkeys; they are told by mail.",
);
export const revokeUserSessions = userAction("revoke-sessions", "Signs someone out everywhere.");
export const resendUserConfirmation = userAction("resend-confirmation", "Mails the confirmation link once more.");
export const sendUserReset = userAction("send-reset", "Mails someone a link to choose a new password.");
export const anonymiseUser = userAction(
  "anonymise",
  "Takes everything personal from an account for good; what it did in clans stays, by a former member.",
);
