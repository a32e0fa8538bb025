import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { locale, timeZone } from "./text.ts";

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

export const widgetKeys = ["scoreboards", "invites", "bulletins"] as const;
export type WidgetKey = (typeof widgetKeys)[number];

/** How a player is named in public. */
export const publicNames = ["name", "alias", "hidden"] as const;
export type PublicName = (typeof publicNames)[number];

const widgets = z.array(z.enum(widgetKeys)).max(widgetKeys.length);
export const dashboardLayout = z.object({ order: widgets, hidden: widgets });
const privacyChoices = z.object({ public_name: z.enum(publicNames), analytics_opt_out: z.boolean() });

export const profile = z.object({
  id: z.uuid(),
  display_name: z.string(),
  email: z.string().nullable(),
  time_zone: z.string().nullable(),
  locale: z.string().nullable(),
  ui_settings: z.object({ dashboard: dashboardLayout }),
  privacy: privacyChoices,
  has_password: z.boolean(),
  created_at: z.iso.datetime(),
  /** When the account will be deleted, after its owner asked for that. */
  deletes_at: z.iso.datetime().nullable(),
  version: z.int(),
});
export type Profile = z.infer<typeof profile>;

const displayNameMax = 60;

/** Only what is given changes. */
export const profileChange = z.strictObject({
  display_name: z
    .string()
    .transform((name) => name.normalize("NFC").trim())
    .refine((name) => name !== "", "Tell us what to call you.")
    .refine(
      (name) => Array.from(name).length <= displayNameMax,
      `Keep your name to ${displayNameMax} characters or fewer.`,
    )
    .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), "Your name contains characters that cannot be shown.")
    .optional(),
  time_zone: timeZone.nullable().optional(),
  locale: locale.nullable().optional(),
  ui_settings: z
    .strictObject({ dashboard: z.strictObject({ order: widgets.refine(isUnique), hidden: widgets.refine(isUnique) }) })
    .optional(),
  privacy: z
    .strictObject({ public_name: z.enum(publicNames).optional(), analytics_opt_out: z.boolean().optional() })
    .optional(),
  /** The version that was read; a change based on an older one is refused. */
  version: z.int().optional(),
});
export type ProfileChange = z.input<typeof profileChange>;

function isUnique(list: string[]): boolean {
  return new Set(list).size === list.length;
}

export const getProfile = endpoint({
  method: "GET",
  path: "/api/me/profile",
  access: "session",
  summary: "The caller's profile.",
  response: profile,
});

export const putProfile = endpoint({
  method: "PUT",
  path: "/api/me/profile",
  access: "session",
  summary: "Changes the caller's profile; what is not named stays.",
  body: profileChange,
  response: profile,
});

export const sessionOfMine = z.object({
  id: z.uuid(),
  is_current: z.boolean(),
  /** Such as "Firefox on Windows", as far as the browser tells. */
  device: z.string(),
  ip: z.string().nullable(),
  aal: z.enum(["aal1", "aal2"]),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
});
export type SessionOfMine = z.infer<typeof sessionOfMine>;

export const listMySessions = endpoint({
  method: "GET",
  path: "/api/me/sessions",
  access: "session",
  summary: "Where the caller is signed in, the last used first.",
  response: z.object({ items: z.array(sessionOfMine) }),
});

export const deleteMySession = endpoint({
  method: "DELETE",
  path: "/api/me/sessions/:sessionId",
  access: "session",
  summary: "Signs the caller out of one place.",
  params: z.object({ sessionId: z.uuid() }),
  response: z.object({}),
});

export const signInOfMine = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  outcome: z.enum(["success", "failure"]),
  /** How they proved who they are, such as "password"; empty when nobody did. */
  method: z.string(),
  ip: z.string().nullable(),
});
export type SignInOfMine = z.infer<typeof signInOfMine>;

export const listMySignIns = endpoint({
  method: "GET",
  path: "/api/me/sign-ins",
  access: "session",
  summary: "Recent sign-ins to the caller's account and tries that failed, the latest first.",
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(200).default(20) }),
  response: z.object({ items: z.array(signInOfMine) }),
});

/** The password, or a code from the mail that the auth service's reauthenticate call sends. */
export const proof = z
  .strictObject({ password: z.string().min(1).max(1_000).optional(), code: z.string().min(1).max(20).optional() })
  .refine(({ password, code }) => (password === undefined) !== (code === undefined), "Send a password or a code.");
export type Proof = z.input<typeof proof>;

export const confirmMyIdentity = endpoint({
  method: "POST",
  path: "/api/me/proof",
  access: "session",
  summary:
    "Proves again that it is the owner who uses the session; for some minutes they may then change how they sign in.",
  body: proof,
  response: z.object({ proved_until: z.iso.datetime() }),
});

/** Why a password is not taken. */
export const passwordProblems = ["too_short", "too_long", "guessable"] as const;
export type PasswordProblem = (typeof passwordProblems)[number];

export const checkPassword = endpoint({
  method: "POST",
  path: "/api/password-check",
  access: "public",
  summary: "Says whether a password would be taken. It is neither stored nor logged.",
  body: z.strictObject({
    password: z.string("Enter a password.").max(1_000, "Use at most 1,000 characters."),
    /** Whose password it is to be: nobody's should be made of their own name or address. */
    email: z.string("Enter an e-mail address.").max(1_000, "Use at most 1,000 characters."),
    display_name: z.string("Enter a display name.").max(1_000, "Use at most 1,000 characters."),
  }),
  response: z.object({ problem: z.enum(passwordProblems).nullable() }),
});

/** Among it their players with aliases, groups, warnings and time away with its reasons. */
export const exportMyData = endpoint({
  method: "GET",
  path: "/api/me/export",
  access: "session",
  cost: "heavy",
  summary:
    "The caller's own data, as a JSON file: profile, sign-ins, players, entries, bulletins, settings. Notes that officers write for each other are not in it.",
  response: z.void(),
  content: "application/json",
});

export const deleteMyAccount = endpoint({
  method: "POST",
  path: "/api/me/delete",
  access: "session",
  summary: "Asks for the caller's account to be deleted after a grace of 14 days and signs them out elsewhere.",
  body: proof,
  response: z.object({ deletes_at: z.iso.datetime() }),
});

export const cancelAccountDeletion = endpoint({
  method: "POST",
  path: "/api/me/delete/cancel",
  access: "session",
  summary: "Cancels the deletion of the account.",
  response: z.object({}),
});

export const rowSorts = ["name", "rank", "points", "own"] as const;
export type RowSort = (typeof rowSorts)[number];

/** As many as a clan can have. */
export const rowOrderMax = 5_000;

/** What a member chose for one clan. */
export const clanSettings = z.object({
  /** Null means as in the profile. */
  public_name: z.enum(publicNames).nullable(),
  /** Whether an owner has dismissed the list of first steps. */
  first_steps_hidden: z.boolean(),
  /** In which order the players of a day stand. */
  row_sort: z.enum(rowSorts),
  /** The own order, by players; those who are not in it come last. */
  row_order: z.array(z.uuid()).max(rowOrderMax),
  version: z.int(),
});
export type ClanSettings = z.infer<typeof clanSettings>;

/** Only what is given changes. */
const clanSettingsChange = clanSettings.partial().strict();
export type ClanSettingsChange = z.infer<typeof clanSettingsChange>;

export const getMyClanSettings = endpoint({
  method: "GET",
  path: "/api/me/clans/:clanId/settings",
  access: { clan: "clan.view" },
  summary: "What the caller chose for one of their clans.",
  params: ofClan,
  response: clanSettings,
});

export const putMyClanSettings = endpoint({
  method: "PUT",
  path: "/api/me/clans/:clanId/settings",
  access: { clan: "clan.view" },
  summary: "Changes what the caller chose for one of their clans; what is not named stays.",
  params: ofClan,
  body: clanSettingsChange,
  response: clanSettings,
});

export const markClanUsed = endpoint({
  method: "PUT",
  path: "/api/me/clans/:clanId/last-used",
  access: { clan: "clan.view" },
  summary: "Remembers that the caller works on this clan now; their other devices start with it.",
  params: ofClan,
  response: z.object({}),
});
