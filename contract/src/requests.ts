import { z } from "zod";
import { ofClan } from "./clans.ts";
import { endpoint } from "./endpoint.ts";
import { awayRequestDraft, pictureBytesMax, picturesMax, reasonText, valueRequestDraft } from "./request-drafts.ts";

/** What members can ask their officers for. */
export const requestKinds = ["value", "away"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** An open request whose value somebody else changed is settled. */
export const requestStates = ["open", "accepted", "declined", "withdrawn", "settled"] as const;
export type RequestState = (typeof requestStates)[number];

/** How many days back a value can be disputed. */
export const disputeDays = 30;
/** How long an absence is at most, and how many days back one may begin. */
export const awayDaysMax = 90;
/** What a player may have open, and may ask for within a day. */
export const openRequestsMax = 20;
export const dailyRequestsMax = 40;
/** How long pictures that prove a value are kept after the decision. */
export const pictureDays = 30;

const common = {
  id: z.uuid(),
  state: z.enum(requestStates),
  member: z.object({ id: z.uuid(), name: z.string(), tint: z.int() }),
  is_mine: z.boolean(),
  /** What the asker wrote; for officers and the asker. */
  reason: z.string(),
  created_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  /** The name of the officer's player; null for what counted at once. */
  decided_by: z.string().nullable(),
  /** Why it was declined. */
  answer: z.string().nullable(),
  /** What the caller may do now. A value of a locked day is accepted by those who may still write there. */
  may_accept: z.boolean(),
  may_decline: z.boolean(),
  /** Whether the caller decided it a moment ago and can still take that back. */
  may_undo: z.boolean(),
  /** Whether it is the caller's own and open, or an absence that counted at once and is not over. */
  may_withdraw: z.boolean(),
};

export const valueRequest = z.object({
  ...common,
  kind: z.literal("value"),
  activity: z.object({
    id: z.uuid(),
    name: z.string(),
    icon: z.string(),
    color: z.string(),
    unit: z.string(),
    value_type: z.string(),
  }),
  day: z.string(),
  /** What was there; no value and not excused for a missing one. */
  was: z.object({ value: z.number().nullable(), excused: z.boolean() }),
  wanted: z.object({ value: z.number().nullable(), excused: z.boolean() }),
  /** The ids of pictures that prove it. */
  pictures: z.array(z.uuid()),
});

export const awayRequest = z.object({ ...common, kind: z.literal("away"), from: z.string(), to: z.string() });

export const clanRequest = z.discriminatedUnion("kind", [valueRequest, awayRequest]);
export type ClanRequest = z.infer<typeof clanRequest>;

export const requestDraft = z.discriminatedUnion("kind", [valueRequestDraft, awayRequestDraft]);
export type RequestDraft = z.input<typeof requestDraft>;

export const listRequests = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/requests",
  access: { clan: "clan.view" },
  token: "decisions:read",
  summary: "What members ask for: open ones the oldest first, decided ones the latest first. Members read their own.",
  params: ofClan,
  query: z.strictObject({
    state: z.enum(["open", "decided"]).default("open"),
    kind: z.enum(requestKinds).optional(),
    member_id: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** The last row of the page before. */
    cursor: z.uuid().optional(),
  }),
  response: z.object({
    items: z.array(clanRequest),
    next_cursor: z.uuid().nullable(),
    /** Open ones that the caller may read, by kind. */
    open: z.record(z.enum(requestKinds), z.int()),
  }),
});

export const createRequest = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/requests",
  access: { clan: "request.make" },
  summary: "Asks for another value of the caller's own player, or says that it is away.",
  params: ofClan,
  body: requestDraft,
  // Drawing pictures anew takes a while, and the body is large.
  cost: "heavy",
  bodyLimit: picturesMax * Math.ceil(pictureBytesMax / 3) * 4 + 16 * 1024,
  response: clanRequest,
});

const ofRequest = ofClan.extend({ requestId: z.uuid() });

export const acceptRequest = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/requests/:requestId/accept",
  access: { clan: "request.decide" },
  summary: "Accepts a request: the value is written in the caller's name, the absence counts.",
  params: ofRequest,
  response: clanRequest,
});

export const declineRequest = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/requests/:requestId/decline",
  access: { clan: "request.decide" },
  summary: "Declines a request; the one who asked reads why.",
  params: ofRequest,
  body: z.strictObject({ reason: reasonText }),
  response: clanRequest,
});

export const deleteRequest = endpoint({
  method: "DELETE",
  path: "/api/clans/:clanId/requests/:requestId",
  access: { clan: "request.make" },
  summary:
    "Withdraws the caller's own request while it is open. An absence that counted at once is taken back, or has ended yesterday if it has begun before today.",
  params: ofRequest,
  response: clanRequest,
});

export const undoDecision = endpoint({
  method: "POST",
  path: "/api/clans/:clanId/requests/:requestId/undo",
  access: { clan: "request.decide" },
  summary: "Takes back what the caller decided a moment ago: the request is open again.",
  params: ofRequest,
  response: clanRequest,
});

export const markRequestSeen = endpoint({
  method: "PUT",
  path: "/api/clans/:clanId/requests/:requestId/seen",
  access: { clan: "request.make" },
  summary: "Says that the caller read the answer to their own request.",
  params: ofRequest,
  response: z.object({}),
});

export const getRequestPicture = endpoint({
  method: "GET",
  path: "/api/clans/:clanId/requests/:requestId/pictures/:pictureId",
  access: { clan: "clan.view" },
  summary: "A picture that proves a disputed value, for officers and the one who asked.",
  params: ofRequest.extend({ pictureId: z.uuid() }),
  response: z.void(),
  content: "image/png",
});
