import {
  followScoreboard,
  getOwnRow,
  getPublicScoreboard,
  unlockHeader,
  unlockScoreboard,
} from "@clanhall/contract/public-scoreboards";
import type { FastifyRequest } from "fastify";
import { verify } from "@node-rs/argon2";
import type { Secrets } from "../../../access/secrets.ts";
import { ApiError } from "../../../errors.ts";
import type { EventHub } from "../../../events/event-hub.ts";
import { noRobots, sendStored } from "../../../http/pages.ts";
import { alreadySent, type Routes } from "../../../http/route.ts";
import { toMemberKey } from "../results/public-standings.ts";
import { boardHeaders } from "./board-answer-headers.ts";
import { toRefusal } from "./board-refusals.ts";
import { createBoardStreams } from "./follow-board.ts";
import type { LiveBoards } from "./live-boards.ts";
import { createPasscodeLimit } from "./passcode-limit.ts";
import { isPreviewToken, sealUnlock, unlockSeconds, wasUnlocked } from "./access.ts";
import type { ViewCounts } from "./view-counts.ts";
import { findOwnMemberId, findPasscode } from "./queries.ts";

interface Parts {
  secrets: Secrets;
  events: EventHub;
  boards: LiveBoards;
  views: ViewCounts;
}

export const publicScoreboardRoutes =
  ({ secrets, events, boards, views }: Parts): Routes =>
  (route, db) => {
    const takeTry = createPasscodeLimit(db);
    const stream = createBoardStreams(boards, events);
    const getOpen = async (token: string, request: FastifyRequest, period?: string) => {
      const opened = await boards.open(token, { period, unlock: unlockOf(request) });
      if (opened.state !== "open") throw toRefusal(opened.state);
      return opened;
    };

    route(getPublicScoreboard, async ({ params, query, request, reply }): Promise<typeof alreadySent> => {
      reply.header("x-robots-tag", noRobots);
      const { ready, board, isPreview } = await getOpen(params.token, request, query.period);
      const isPrivate = isPreview || board.has_passcode;
      void sendStored(request, reply.headers(boardHeaders("json", isPrivate)), ready.json);
      return alreadySent;
    });

    route(followScoreboard, async ({ params, request, reply }) => {
      reply.header("x-robots-tag", noRobots);
      if (isPreviewToken(params.token)) throw toRefusal("not_found");
      stream(request, reply, await getOpen(params.token, request), unlockOf(request));
    });

    route(unlockScoreboard, async ({ params, body, request, reply }) => {
      reply.header("x-robots-tag", noRobots);
      const now = new Date();
      const { state, board } = await boards.look(params.token, now);
      if (!board || state !== "passcode") throw toRefusal(state === "open" ? "not_found" : state);
      const unlock = unlockOf(request);
      const earlierUnlock = unlock !== undefined && wasUnlocked(secrets, unlock, board) ? unlock : null;
      const { giveBack } = await takeTry({ ip: request.ip, earlierUnlock });
      const locked = await findPasscode(db, board.clan_id, board.id);
      if (!locked?.passcode_hash || !(await verify(locked.passcode_hash, body.passcode))) {
        throw new ApiError("unauthorized", "That is not the passcode.");
      }
      await giveBack();
      views.add(board, request.ip);
      return { unlock_token: sealUnlock(secrets, locked, now), expires_in: unlockSeconds };
    });

    route(getOwnRow, async ({ actor, params }) => {
      const { state, board } = await boards.look(params.token);
      if (!board || (state !== "open" && state !== "passcode")) throw toRefusal(state === "open" ? "not_found" : state);
      const memberId = await findOwnMemberId(db, board.clan_id, actor.userId);
      return { member_key: memberId && toMemberKey(secrets, board.id, memberId) };
    });
  };

function unlockOf({ headers }: FastifyRequest): string | undefined {
  const unlock = headers[unlockHeader];
  return typeof unlock === "string" ? unlock : undefined;
}
