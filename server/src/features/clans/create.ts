import { toClanDate } from "@clanhall/contract/rules/clan-day";
import type { clanDraft } from "@clanhall/contract/clan-drafts";
import { type Clan, ownedClansMax } from "@clanhall/contract/clans";
import { toNameKey } from "@clanhall/contract/text";
import type { z } from "zod";
import type { Actor, ClanActor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import { currentTime } from "../../db/clock.ts";
import type { ActivityTemplate } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { addFromTemplate } from "../activities/index.ts";
import { recordAudit } from "../audit/index.ts";
import { addOwner } from "../members/index.ts";
import { loadClan, requireGame, requireServer } from "./clan.ts";
import { countClansOwned, findOwner, insertClan, insertDayRule, lockOwnerToBe } from "./queries.ts";

type Draft = z.output<typeof clanDraft>;

/** The first rule of a clan also holds for every day before it. */
const sinceEver = "1970-01-01";

export function createClanOf(db: Db, { userId, requestId }: Actor, draft: Draft, now = currentTime()): Promise<Clan> {
  const { name, description, game_id, game_name = null, game_server, week_start, player_name } = draft;
  const { time_zone, reset_time, reset_in_utc } = draft;
  const rule = { effective_from: sinceEver, time_zone, reset_time, reset_in_utc };
  const today = toClanDate([rule], now);
  return db.transaction().execute(async (tx) => {
    const template = await requireChoices(tx, draft);
    await requireRoomToOwn(tx, userId);
    const details = { name, description, game_id, game_name, game_server, week_start };
    const clanId = await insertClan(tx, { ...details, first_day: today, created_by: userId });
    await insertDayRule(tx, { clan_id: clanId, ...rule });
    const owner = { clan_id: clanId, user_id: userId, name: player_name, name_key: toNameKey(player_name) };
    const memberId = await addOwner(tx, owner, today);
    if (template) await addFromTemplate(tx, { clanId, today, now }, template);
    await recordAudit(
      tx,
      { clanId, userId, name: player_name, requestId },
      {
        action: "clan.create",
        target: { type: "clan", id: clanId, name },
        after: { ...details, time_zone, reset_time, reset_in_utc, template: template?.name ?? null },
      },
      {
        action: "member.add",
        target: { type: "member", id: memberId, name: player_name },
        after: { name: player_name, role: "owner" },
      },
    );
    return loadClan(tx, { clanId, userId }, now);
  });
}

/** Game, server and template exist and belong together. */
async function requireChoices(tx: Db, { game_id, game_server, template }: Draft): Promise<ActivityTemplate | null> {
  const game = game_id === null ? null : await requireGame(tx, game_id);
  if (game_server !== null) requireServer(game, game_server);
  if (template === null) return null;
  const chosen = game?.templates.find(({ key }) => key === template);
  if (!chosen) throw invalidField("template", "This game has no such set of activities.");
  return chosen;
}

/** Called before any clan is locked, so that two transactions never wait for each other. */
export async function requireRoomToOwn(tx: Db, userId: string): Promise<void> {
  const user = await lockOwnerToBe(tx, userId);
  if (!user) throw notFound("Account");
  if (user.deletes_at) {
    throw new ApiError("conflict", "Your account is scheduled for deletion. Cancel that before you take on a clan.");
  }
  if ((await countClansOwned(tx, userId)) >= ownedClansMax) {
    throw new ApiError("conflict", `You own ${ownedClansMax} clans, which is the maximum.`);
  }
}

/** Locks the clan and checks the owner again: it may have been transferred since the request began. */
export async function lockClanAsOwner(tx: Db, { clanId, userId }: ClanActor) {
  const clan = await lockClan(tx, clanId);
  if (!clan) throw notFound("Clan");
  const owner = await findOwner(tx, clanId);
  if (owner?.user_id !== userId) throw new ApiError("forbidden", "Your role in this clan does not allow this");
  return clan;
}

export function requireNotPendingDeletion({ deletes_at }: { deletes_at: Date | null }): void {
  if (deletes_at) throw new ApiError("locked", "This clan is being deleted");
}
