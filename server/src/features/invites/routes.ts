import {
  cancelInvite,
  cancelInviteAlias,
  createInvite,
  extendInvite,
  getInvite,
  getInviteHistory,
  linkInvite,
  listClanInvites,
  listClanInvitesRaw,
  listMyInvites,
  listMyInvitesAlias,
  processInvite,
  renewInviteCode,
  validateInvite,
} from "@clanhall/contract/invites";
import type { FastifyRequest } from "fastify";
import type { Secrets } from "../../access/secrets.ts";
import type { Routes } from "../../http/route.ts";
import { acceptInvite } from "./accept.ts";
import { getStateOfInvite, listHistoryOfInvite, listInvitesAcrossClans, listInvitesOfClan } from "./list.ts";
import { endInvite, prolongInvite, renewCode, writeInvite } from "./manage.ts";
import { findClanOfInvite, findClanOfMember } from "./queries.ts";
import { createGuessLimit, isCodeRight, verifyCode } from "./verify-code.ts";

export const inviteRoutes =
  (secrets: Secrets): Routes =>
  (route, db) => {
    const takeGuess = createGuessLimit(db);
    const clanOfInvite = ({ params }: { params: { invite: string } }) => findClanOfInvite(db, params.invite);
    const toGuess = (token: string, code: string, { id }: FastifyRequest) => ({ token, code, requestId: id });

    route(
      createInvite,
      ({ actor, body }) => writeInvite(db, secrets, actor, body),
      ({ body }) => findClanOfMember(db, body.clanMemberId),
    );

    route(listMyInvites, async ({ actor }) => ({ invites: await listInvitesAcrossClans(db, actor.userId) }));

    route(listMyInvitesAlias, async ({ actor }) => ({ invites: await listInvitesAcrossClans(db, actor.userId) }));

    route(listClanInvites, async ({ actor }) => ({ invites: await listInvitesOfClan(db, secrets, actor) }));

    route(listClanInvitesRaw, ({ actor }) => listInvitesOfClan(db, secrets, actor));

    route(getInvite, ({ actor, params }) => getStateOfInvite(db, params.invite, actor.userId));

    route(validateInvite, async ({ params, body, request }) => {
      const { giveBack } = await takeGuess(request);
      const valid = await isCodeRight(db, secrets, toGuess(params.invite, body.verificationCode, request));
      if (valid) await giveBack();
      return { valid };
    });

    route(processInvite, async ({ params, body, request }) => {
      const { giveBack } = await takeGuess(request);
      const opened = await verifyCode(db, secrets, toGuess(params.invite, body.verificationCode, request));
      await giveBack();
      return opened;
    });

    route(linkInvite, ({ actor, params, body }) => acceptInvite(db, actor, { token: params.invite, ...body }));

    for (const cancel of [cancelInvite, cancelInviteAlias]) {
      route(
        cancel,
        async ({ actor, params }) => {
          await endInvite(db, actor, params.invite);
          return {};
        },
        clanOfInvite,
      );
    }

    route(
      extendInvite,
      ({ actor, params, body }) => prolongInvite(db, secrets, actor, params.invite, body.expiresInHours),
      clanOfInvite,
    );

    route(renewInviteCode, ({ actor, params }) => renewCode(db, secrets, actor, params.invite), clanOfInvite);

    route(
      getInviteHistory,
      async ({ actor, params }) => ({ items: await listHistoryOfInvite(db, actor.clanId, params.invite) }),
      clanOfInvite,
    );
  };
