import {
  countAttention,
  createNote,
  createWarning,
  getAttention,
  getAttentionRules,
  liftWarning,
  listDecisions,
  putAttentionHidden,
  putAttentionRules,
  undoLift,
  undoNote,
  undoWarning,
} from "@clanhall/contract/attention";
import {
  acceptRequest,
  createRequest,
  declineRequest,
  deleteRequest,
  getRequestPicture,
  listRequests,
  markRequestSeen,
  undoDecision,
} from "@clanhall/contract/requests";
import { currentTime } from "../../db/clock.ts";
import type { Routes } from "../../http/route.ts";
import { changeSettings, countAttentionOf, hideMember, loadAttention, loadSettings } from "./attention.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { markSeen } from "./requests.queries.ts";
import { loadPicture } from "./answers.ts";
import { accept, decline, undo, withdraw } from "./decide.ts";
import { loadRequests, makeRequest } from "./requests.ts";
import { giveWarning, liftOne, loadDecisions, undoGiven, undoLifted, undoWritten, writeNote } from "./warnings.ts";

export const decisionRoutes =
  (workers: WorkerPool): Routes =>
  (route, db) => {
    route(listRequests, ({ actor, query }) => loadRequests(db, actor, query));
    route(createRequest, ({ actor, body }) => makeRequest({ db, workers }, actor, body));
    route(acceptRequest, ({ actor, params }) => accept(db, actor, params.requestId));
    route(declineRequest, ({ actor, params, body }) => decline(db, actor, params.requestId, body.reason));
    route(deleteRequest, ({ actor, params }) => withdraw(db, actor, params.requestId));
    route(undoDecision, ({ actor, params }) => undo(db, actor, params.requestId));
    route(markRequestSeen, async ({ actor, params }) => {
      await markSeen(db, actor.clanId, actor.memberId, params.requestId, currentTime());
      return {};
    });
    route(getRequestPicture, async ({ actor, params, reply }) => {
      const png = await loadPicture(db, actor, params);
      // What somebody sent in opens nowhere but in a picture of ours.
      reply.headers({ "cache-control": "no-store", "content-disposition": "attachment" });
      void reply.type("image/png").send(png);
    });

    route(getAttention, ({ actor }) => loadAttention(db, actor));
    route(countAttention, async ({ actor }) => ({ items: await countAttentionOf(db, actor) }));
    route(getAttentionRules, ({ actor }) => loadSettings(db, actor.clanId));
    route(putAttentionRules, ({ actor, body }) => changeSettings(db, actor, body));
    route(putAttentionHidden, ({ actor, params, body }) => hideMember(db, actor, params.memberId, body.days));

    route(listDecisions, ({ actor, params }) => loadDecisions(db, actor, params.memberId));
    route(createWarning, ({ actor, params, body }) => giveWarning(db, actor, params.memberId, body));
    route(liftWarning, ({ actor, params, body }) => liftOne(db, actor, params.warningId, body.reason));
    route(undoLift, ({ actor, params }) => undoLifted(db, actor, params.warningId));
    route(undoWarning, ({ actor, params }) => undoGiven(db, actor, params.warningId));
    route(createNote, ({ actor, params, body }) => writeNote(db, actor, params.memberId, body.note));
    route(undoNote, ({ actor, params }) => undoWritten(db, actor, params.noteId));
  };
