import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { boardCalls } from "./public-board-calls.ts";
import { ofPeriod, publicStandings } from "./standings.ts";

export { unlockHeader } from "./public-board-calls.ts";

/** Anything may stand in an address: what is no token is answered like one that leads nowhere. */
const ofToken = z.object({ token: z.string() });

export const getPublicScoreboard = endpoint({
  method: "GET",
  path: "/api/public/scoreboards/:token",
  access: "public",
  summary: "A shared board and its standings. 410 once the link has expired, 401 while it asks for a passcode.",
  params: ofToken,
  query: ofPeriod,
  response: publicStandings,
});

export const unlockScoreboard = endpoint({
  method: "POST",
  path: boardCalls.unlock,
  access: "public",
  summary: "Exchanges a passcode for a token that is sent as x-scoreboard-unlock.",
  params: ofToken,
  body: z.strictObject({ passcode: z.string().min(1, "Enter the passcode.").max(64) }),
  response: z.object({ unlock_token: z.string(), expires_in: z.int() }),
});

export const followScoreboard = endpoint({
  method: "GET",
  path: boardCalls.events,
  access: "public",
  summary: "Server-sent events: `standings` with the new version whenever the board changes.",
  params: ofToken,
  response: z.void(),
  content: "text/event-stream",
  stream: "board",
});

export const getScoreboardCard = endpoint({
  method: "GET",
  path: "/api/public/scoreboards/:token/card.png",
  access: "public",
  cost: "heavy",
  summary: "A picture of the podium, 1200 × 630, for link previews.",
  params: ofToken,
  query: z.strictObject({ v: z.string().max(100).optional() }),
  response: z.void(),
  content: "image/png",
});

export const getOwnRow = endpoint({
  method: "GET",
  path: boardCalls.ownRow,
  access: "session",
  summary: "Which row of a shared board is the caller's own.",
  params: ofToken,
  response: z.object({ member_key: z.string().nullable() }),
});
