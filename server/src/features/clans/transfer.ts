import type { Clan } from "@clanhall/contract/clans";
import { pages, productName } from "@clanhall/contract/pages";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { composeMail, type MailMessage } from "../../mail/layout.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { countAuditSince, recordAudit } from "../audit/index.ts";
import { changeOwner } from "../members/index.ts";
import { loadClan } from "./clan.ts";
import { lockClanAsOwner, requireNotPendingDeletion, requireRoomToOwn } from "./create.ts";
import { deleteTransfer, findReceiver, findTransfer, lockMembers, saveTransfer } from "./ownership.queries.ts";
import { findOwner, updateClan } from "./queries.ts";

export interface Mailing {
  secrets: Secrets;
  publicUrl: string;
}

/** Each offer sends a mail, so they are few. */
const offersADay = 5;

/** Offers the clan; a new offer replaces an open one. Offering it to the same player again changes nothing. */
export function offerClan(db: Db, mailing: Mailing, actor: ClanActor, memberId: string): Promise<Clan> {
  const now = currentTime();
  return db.transaction().execute(async (tx) => {
    const clan = await lockClanAsOwner(tx, actor);
    requireNotPendingDeletion(clan);
    await lockMembers(tx, clan.id, [memberId]);
    const receiver = await findReceiver(tx, clan.id, memberId);
    if (!receiver) throw notFound("Player");
    const { id: to_member_id, name, status, user_id: to_user_id, email } = receiver;
    if (to_user_id === actor.userId) throw invalidField("member_id", "You already own this clan.");
    if (status !== "active" || to_user_id === null) {
      throw invalidField("member_id", "Choose an active player who has an account.");
    }
    const open = await findTransfer(tx, clan.id);
    if (open?.to_user_id === to_user_id) return loadClan(tx, actor, now);
    await requireFewOffers(tx, clan.id, now);
    await saveTransfer(tx, { clan_id: clan.id, to_member_id, to_user_id, offered_by: actor.userId });
    await updateClan(tx, clan.id, {});
    await recordAudit(tx, actor, {
      action: "clan.transfer_offer",
      target: toTarget(to_member_id, name),
      isSecurity: true,
    });
    if (email)
      await queueMail(tx, mailing.secrets, {
        to: email,
        ...composeClanOffered(clan.name, actor.name, name, mailing.publicUrl),
      });
    return loadClan(tx, actor, now);
  });
}

async function requireFewOffers(tx: Db, clanId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000);
  if ((await countAuditSince(tx, clanId, "clan.transfer_offer", since)) < offersADay) return;
  throw new ApiError("rate_limited", "Too many transfers offered today. Try again tomorrow.", {
    retryAfter: 3_600,
  });
}

/** One transaction: there is always exactly one owner. */
export function acceptClan(db: Db, actor: ClanActor): Promise<Clan> {
  return db.transaction().execute(async (tx) => {
    await requireRoomToOwn(tx, actor.userId);
    const { clanId, owner } = await lockOffer(tx, actor);
    await changeOwner(tx, clanId, owner.id, actor.memberId);
    await deleteTransfer(tx, clanId);
    await updateClan(tx, clanId, {});
    await recordAudit(
      tx,
      actor,
      { action: "clan.transfer", target: toTarget(actor.memberId, actor.name), isSecurity: true, source: "self" },
      {
        action: "member.role",
        target: toTarget(owner.id, owner.name),
        before: { role: "owner" },
        after: { role: "maintainer" },
        isSecurity: true,
      },
      {
        action: "member.role",
        target: toTarget(actor.memberId, actor.name),
        before: { role: actor.role },
        after: { role: "owner" },
        isSecurity: true,
      },
    );
    return loadClan(tx, actor);
  });
}

export function declineClan(db: Db, actor: ClanActor): Promise<Clan> {
  return db.transaction().execute(async (tx) => {
    const { clanId } = await lockOffer(tx, actor);
    await deleteTransfer(tx, clanId);
    await updateClan(tx, clanId, {});
    const target = toTarget(actor.memberId, actor.name);
    await recordAudit(tx, actor, { action: "clan.transfer_decline", target, isSecurity: true, source: "self" });
    return loadClan(tx, actor);
  });
}

export function cancelOffer(db: Db, actor: ClanActor): Promise<Clan> {
  return db.transaction().execute(async (tx) => {
    const { id } = await lockClanAsOwner(tx, actor);
    const offer = await findTransfer(tx, id);
    if (!offer) throw notFound("Offer");
    await deleteTransfer(tx, id);
    await updateClan(tx, id, {});
    const target = toTarget(offer.to_member_id, offer.to_name);
    await recordAudit(tx, actor, { action: "clan.transfer_cancel", target, isSecurity: true });
    return loadClan(tx, actor);
  });
}

/** The offer made to the caller, with both members locked. */
async function lockOffer(tx: Db, { clanId, memberId, userId }: ClanActor) {
  const clan = await lockClan(tx, clanId);
  const owner = await findOwner(tx, clanId);
  if (!clan || clan.deletes_at || !owner) throw notFound("Clan");
  await lockMembers(tx, clanId, [owner.id, memberId]);
  const offer = await findTransfer(tx, clanId);
  if (offer?.to_member_id !== memberId || offer.to_user_id !== userId) throw notFound("Offer");
  return { clanId, owner };
}

function toTarget(id: string, name: string) {
  return { type: "member", id, name };
}

function composeClanOffered(clan: string, owner: string, player: string, publicUrl: string): MailMessage {
  return composeMail({
    subject: `${owner} wants to transfer the clan ${clan} to you`,
    title: `Accept the transfer of ${clan}?`,
    paragraphs: [
      `${owner} owns the clan ${clan} and wants to transfer it to you, with your player ${player}.`,
      `Open My Clans to accept or decline. If you accept, you own the clan and ${owner} stays as a maintainer.`,
    ],
    action: { label: "Open My Clans", url: `${publicUrl}${pages.myClans.path}` },
    reason: `You get this mail because you are a member of this clan on ${productName}. If you do nothing, nothing changes.`,
  });
}
