import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { playerName } from "./members.ts";
import { clanRoles } from "./permissions.ts";
import { noteText, version } from "./text.ts";

export const joinLinkDays = 30;
/** After a refusal, by the same clan. */
export const askAgainDays = 7;

export const joinLink = z.object({
  url: z.string(),
  is_on: z.boolean(),
  /** Whether those who ask pick their player from a list, or type their name. */
  names: z.enum(["typed", "list"]),
  question: z.string().nullable(),
  expires_at: z.iso.datetime().nullable(),
  max_uses: z.int().nullable(),
  uses: z.int(),
  /** So many requests wait that the link looks closed until some are decided. */
  is_full: z.boolean(),
  version,
});
export type JoinLink = z.infer<typeof joinLink>;

export const joinLinkDraft = z.strictObject({
  is_on: z.boolean("Say whether the link is on."),
  names: z.enum(["typed", "list"], "Choose typed or list.").default("typed"),
  question: noteText("The question", 200).nullable().default(null),
  /** Left out when the link is made: thirty days. */
  expires_at: z.iso.datetime("Enter a date and time in UTC.").nullable().optional(),
  max_uses: z
    .int("Enter a whole number.")
    .min(1, "A link is for at least one person.")
    .max(5_000, "A link can be for at most 5,000 people.")
    .nullable()
    .default(null),
  /** Null makes the link. */
  version: version.nullable(),
});

export const getJoinLink = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/join-link",
  access: { clan: "join.manage" },
  summary: "The clan's join link, or null where there is none.",
  params: ofClan,
  response: joinLink.nullable(),
});

export const putJoinLink = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/join-link",
  access: { clan: "join.manage" },
  summary: "Creates the clan's join link, or changes it.",
  params: ofClan,
  body: joinLinkDraft,
  response: joinLink,
});

export const rotateJoinLink = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/join-link/rotate",
  access: { clan: "join.manage" },
  summary: "Gives the join link a new address; the old one ends at once.",
  params: ofClan,
  body: z.strictObject({ version }),
  response: joinLink,
});

/** Of any length: one that cannot be ours is answered like any other unknown one. */
const byToken = z.object({ token: z.string() });

export const getJoinPage = endpoint({
  method: "GET",
  path: "/api/join/:token",
  access: "public",
  summary: "What a join link leads to. A link that is off, used up, expired or unknown is not found.",
  params: byToken,
  response: z.object({
    clan_name: z.string(),
    description: z.string(),
    game: z.string().nullable(),
    question: z.string().nullable(),
    names: joinLink.shape.names,
    needs_confirmed_email: z.literal(true),
  }),
});
export type JoinPage = z.infer<(typeof getJoinPage)["response"]>;

export const listJoinNames = endpoint({
  method: "GET",
  path: "/api/join/:token/names",
  access: "session",
  summary: "Players without an account to choose from, where the clan shows them.",
  params: byToken,
  response: z.object({ items: z.array(z.object({ key: z.string(), name: z.string() })) }),
});

export const joinDraft = z
  .strictObject({
    /** Of a name in the list. */
    key: z
      .string()
      .regex(/^[\w-]{43}$/, "Choose a name from the list.")
      .optional(),
    name: playerName.optional(),
    answer: noteText("The answer", 300).default(""),
    note: noteText("The note", 300).default(""),
  })
  .refine(({ key, name }) => (key === undefined) !== (name === undefined), {
    message: "Choose your name or type it.",
    path: ["name"],
  });

const joinStates = ["waiting", "approved", "declined", "withdrawn", "expired"] as const;
const joinState = z.enum(joinStates);
export type JoinState = z.infer<typeof joinState>;

export const askToJoin = endpoint({
  method: "POST",
  path: "/api/join/:token/requests",
  access: "session",
  summary: "Asks to join the clan; its officers decide.",
  params: byToken,
  body: joinDraft,
  response: z.object({ id: z.uuid(), state: joinState }),
});

export const myJoinRequest = z.object({
  id: z.uuid(),
  clan_name: z.string(),
  /** Once they have joined, while their player is active; in a clan that is being deleted for its owner alone. */
  clan_id: z.uuid().nullable(),
  name: z.string(),
  state: joinState,
  reason: z.string().nullable(),
  created_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
});
export type MyJoinRequest = z.infer<typeof myJoinRequest>;

export const listMyJoinRequests = endpoint({
  method: "GET",
  path: "/api/me/join-requests",
  access: "session",
  summary:
    "The caller's requests to join a clan, the latest first; with a token only those at that link, which is not found where it is closed to them.",
  query: z.strictObject({ token: z.string().max(200).optional() }),
  response: z.object({ items: z.array(myJoinRequest) }),
});

export const withdrawJoinRequest = endpoint({
  method: "DELETE",
  path: "/api/me/join-requests/:requestId",
  access: "session",
  summary: "Withdraws a request that waits.",
  params: z.object({ requestId: z.uuid() }),
  response: z.object({}),
});

const player = z.object({ member_id: z.uuid(), name: z.string() });

export const joinRequest = z.object({
  id: z.uuid(),
  state: joinState,
  user: z.object({
    display_name: z.string(),
    /** How they sign in, such as "discord". */
    provider: z.string(),
    /** Their name on Discord, where the account signs in with it or is linked to it. */
    discord_name: z.string().nullable(),
    account_created_at: z.iso.datetime(),
  }),
  /** The player they say they are; taken when somebody else is, meanwhile. */
  wanted: player
    .extend({
      role: z.enum(clanRoles),
      taken: z.boolean(),
      last_entry: z.string().nullable(),
      /** How many others wait who say they are the same player. */
      rivals: z.int(),
    })
    .nullable(),
  name: z.string(),
  /** A player of the clan has this name, so that nobody can be a new one of the same name. */
  name_taken: z.boolean(),
  /** Players without an account whose name is like this one. */
  similar: z.array(player),
  answer: z.string(),
  note: z.string(),
  reason: z.string().nullable(),
  created_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  decided_by: z.string().nullable(),
  version,
});
export type JoinRequest = z.infer<typeof joinRequest>;

export const listJoinRequests = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/join-requests",
  access: { clan: "join.decide" },
  summary: "Who asks to join the clan, the oldest first; or what was decided, the latest first.",
  params: ofClan,
  query: z.strictObject({
    state: z.enum(["waiting", "decided"]).default("waiting"),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** The last request of the page before. */
    cursor: z.uuid().optional(),
  }),
  response: z.object({
    items: z.array(joinRequest),
    next_cursor: z.uuid().nullable(),
    /** Of all pages. */
    counts: z.object({ waiting: z.int(), decided: z.int() }),
  }),
});

const byRequest = ofClan.extend({ requestId: z.uuid() });

export const approval = z.strictObject({
  as: z.discriminatedUnion(
    "kind",
    [
      z.strictObject({ kind: z.literal("asked") }),
      z.strictObject({ kind: z.literal("row"), member_id: z.uuid() }),
      z.strictObject({ kind: z.literal("new"), name: playerName }),
    ],
    "Say which player this is: asked, row or new.",
  ),
  version,
});

export const approveJoinRequest = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/join-requests/:requestId/approve",
  access: { clan: "join.decide" },
  summary: "Lets someone in, as the player they asked for, another one, or a new one.",
  params: byRequest,
  body: approval,
  response: player,
});

export const approveJoinRequests = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/join-requests/approve-many",
  access: { clan: "join.decide" },
  summary: "Lets in those who asked for a free player, or whose name is like nobody's.",
  params: ofClan,
  body: z.strictObject({ ids: z.array(z.uuid()).min(1, "Choose at least one.").max(100, "At most 100 at a time.") }),
  response: z.object({
    results: z.array(z.object({ id: z.uuid(), ok: z.boolean(), problem: z.string().optional() })),
  }),
});

export const declineJoinRequest = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/join-requests/:requestId/decline",
  access: { clan: "join.decide" },
  summary: "Refuses a request; a blocked account finds the link closed from then on.",
  params: byRequest,
  body: z.strictObject({
    reason: noteText("The reason", 200).optional(),
    block: z.boolean().default(false),
    version,
  }),
  response: z.object({}),
});

export const listJoinBlocks = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/join-blocks",
  access: { clan: "join.decide" },
  summary: "Accounts that may not ask to join.",
  params: ofClan,
  response: z.object({
    items: z.array(z.object({ user_id: z.uuid(), display_name: z.string(), created_at: z.iso.datetime() })),
  }),
});

export const removeJoinBlock = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/join-blocks/:userId",
  access: { clan: "join.decide" },
  summary: "Lets an account ask again.",
  params: ofClan.extend({ userId: z.uuid() }),
  response: z.object({}),
});
