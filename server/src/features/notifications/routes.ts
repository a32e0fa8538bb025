import {
  type ClanNotifications,
  getMyNotifications,
  mayBeNotified,
  notificationKinds,
  putMyNotifications,
} from "@clanhall/contract/notifications";
import { defaultToggles } from "@clanhall/contract/permissions";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { type ChoicesRow, findChoices, listChoices, saveChoices } from "./queries.ts";
import { serveUnsubscribe, type UnsubscribeParts } from "./unsubscribe.ts";

/** Which mails people choose, and how they unsubscribe from within a mail. */
export async function serveNotifications(app: FastifyInstance, parts: UnsubscribeParts): Promise<void> {
  const { db } = parts;
  const route = parts.routeOn(app);

  route(getMyNotifications, async ({ actor }) => ({ items: await loadNotifications(db, actor.userId) }));

  route(putMyNotifications, ({ actor, body }) => chooseNotifications(db, actor.userId, body));

  await serveUnsubscribe(app, parts);
}

async function loadNotifications(db: Db, userId: string): Promise<ClanNotifications[]> {
  return (await listChoices(db, userId)).map(toNotifications);
}

/** Switching off is always possible; switching on only what is for the caller in this clan. */
async function chooseNotifications(
  db: Db,
  userId: string,
  { clan_id: clanId, ...chosen }: z.output<(typeof putMyNotifications)["body"]>,
): Promise<ClanNotifications> {
  const { offered } = await getNotifications(db, clanId, userId);
  const mails = Object.entries(chosen.mail ?? {}).filter(([, isOn]) => isOn !== undefined);
  if (mails.some(([kind, isOn]) => isOn && !offered.some((one) => one === kind))) {
    throw new ApiError("forbidden", "Your role in this clan does not get these notifications");
  }
  if (mails.length > 0) await saveChoices(db, clanId, userId, "mail", Object.fromEntries(mails));
  if (chosen.discord) await saveChoices(db, clanId, userId, "discord", chosen.discord);
  return getNotifications(db, clanId, userId);
}

async function getNotifications(db: Db, clanId: string, userId: string): Promise<ClanNotifications> {
  const row = await findChoices(db, clanId, userId);
  if (!row) throw notFound("Clan");
  return toNotifications(row);
}

function toNotifications({ clan_id, clan_name, role, toggles, mail, ...row }: ChoicesRow): ClanNotifications {
  return {
    clan_id,
    clan_name,
    offered: notificationKinds.filter((kind) => mayBeNotified(kind, role, { ...defaultToggles, ...toggles })),
    mail: toChoices(mail),
    discord: { reminder: row.discord?.reminder ?? row.public_name !== "hidden" },
  };
}

function toChoices(chosen: ChoicesRow["mail"]): ClanNotifications["mail"] {
  return {
    bulletin: chosen?.bulletin === true,
    reminder: chosen?.reminder === true,
    board_ended: chosen?.board_ended === true,
    request_decided: chosen?.request_decided === true,
    warning: chosen?.warning === true,
    request: chosen?.request === true,
    invite_accepted: chosen?.invite_accepted === true,
    join_request: chosen?.join_request === true,
  };
}
