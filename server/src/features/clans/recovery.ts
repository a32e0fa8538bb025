import type { OwnerlessClan } from "@clanhall/contract/admin";
import { ownedClansMax } from "@clanhall/contract/clans";
import { pages, productName } from "@clanhall/contract/pages";
import type { Actor } from "../../access/actor.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { composeMail, type MailMessage } from "../../mail/layout.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { recordAdminAudit, recordAudit } from "../audit/index.ts";
import { changeOwner } from "../members/index.ts";
import {
  deleteTransfer,
  findAddressOf,
  findNewOwner,
  isOwnerless,
  listOwnerlessClans,
  lockAccounts,
  lockMembers,
  type Person,
} from "./ownership.queries.ts";
import { countClansOwned, findOwner, updateClan } from "./queries.ts";
import type { Mailing } from "./transfer.ts";

export async function loadStrandedClans(db: Db): Promise<OwnerlessClan[]> {
  const rows = await listOwnerlessClans(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

interface Recovery {
  clanId: string;
  memberId: string;
  reason: string;
}

/** The only transfer of a clan without its owner. */
export function recover(db: Db, mailing: Mailing, actor: Actor, wanted: Recovery): Promise<void> {
  const { clanId, memberId } = wanted;
  return db.transaction().execute(async (tx) => {
    await lockThoseConcerned(tx, wanted);
    const clan = await lockClan(tx, clanId);
    if (!clan) throw notFound("Clan");
    const owner = await findOwner(tx, clanId);
    await lockMembers(tx, clanId, [memberId, ...(owner ? [owner.id] : [])]);
    if (!(await isOwnerless(tx, clanId))) {
      throw new ApiError("conflict", "This clan has an active owner. Only the owner can transfer it.");
    }
    const newOwner = await requireNewOwner(tx, wanted);
    await changeOwner(tx, clanId, owner?.id ?? null, newOwner.id);
    await deleteTransfer(tx, clanId);
    await updateClan(tx, clanId, {});
    await recordAdminAudit(tx, actor, {
      action: "clan.recover",
      target: { type: "clan", id: clanId, name: clan.name },
      reason: wanted.reason,
      before: { owner_member_id: owner?.id ?? null },
      after: { owner_member_id: newOwner.id },
    });
    await recordRecovery(tx, actor, wanted, owner, newOwner);
    await mailPeople(tx, mailing, clan.name, owner, newOwner);
  });
}

/** Users are locked before clans, as everywhere, and checked once they are locked. */
async function lockThoseConcerned(tx: Tx, { clanId, memberId }: Recovery): Promise<void> {
  const people = [await findOwner(tx, clanId), await findNewOwner(tx, clanId, memberId)];
  await lockAccounts(
    tx,
    people.flatMap((person) => person?.user_id ?? []),
  );
}

async function requireNewOwner(tx: Tx, { clanId, memberId }: Recovery): Promise<Person> {
  const newOwner = await findNewOwner(tx, clanId, memberId);
  if (!newOwner) throw notFound("Player");
  if (!newOwner.is_good || newOwner.user_id === null) {
    throw invalidField("member_id", "Choose an active player with a working account.");
  }
  if ((await countClansOwned(tx, newOwner.user_id)) >= ownedClansMax) {
    throw new ApiError("conflict", `This player owns ${ownedClansMax} clans, which is the maximum.`);
  }
  return newOwner;
}

type Owner = Awaited<ReturnType<typeof findOwner>>;

async function recordRecovery(tx: Tx, actor: Actor, { clanId, reason }: Recovery, owner: Owner, newOwner: Person) {
  const admin = { clanId, userId: actor.userId, name: "App admin", requestId: actor.requestId };
  const toTarget = ({ id, name }: { id: string; name: string }) => ({ type: "member", id, name });
  const change = { action: "member.role", isSecurity: true };
  await recordAudit(
    tx,
    admin,
    { action: "clan.recover", target: toTarget(newOwner), reason, isSecurity: true },
    ...(owner
      ? [{ ...change, target: toTarget(owner), before: { role: "owner" }, after: { role: "maintainer" } }]
      : []),
    { ...change, target: toTarget(newOwner), before: { role: newOwner.role }, after: { role: "owner" } },
  );
}

async function mailPeople(
  tx: Tx,
  { secrets, publicUrl }: Mailing,
  clan: string,
  owner: Owner,
  newOwner: Person,
): Promise<void> {
  if (newOwner.email)
    await queueMail(tx, secrets, { to: newOwner.email, ...composeClanReceived(clan, newOwner.name, publicUrl) });
  const former = owner?.user_id ? await findAddressOf(tx, owner.user_id) : null;
  if (former) await queueMail(tx, secrets, { to: former, ...composeClanTaken(clan) });
}

function composeClanReceived(clan: string, player: string, publicUrl: string): MailMessage {
  return composeMail({
    subject: `You own the clan ${clan} now`,
    title: `${clan} is yours now`,
    paragraphs: [
      `The clan ${clan} had no active owner. An administrator of ${productName} has made you its owner, with your player ${player}.`,
      "You can transfer it to someone else in the clan's settings.",
    ],
    action: { label: "Open My Clans", url: `${publicUrl}${pages.myClans.path}` },
    reason: `You get this mail because you are a member of this clan on ${productName}.`,
  });
}

function composeClanTaken(clan: string): MailMessage {
  return composeMail({
    subject: `The clan ${clan} has a new owner`,
    title: `${clan} has a new owner`,
    paragraphs: [
      `Your account at ${productName} cannot be used to run the clan ${clan} at the moment, so an administrator has made another member its owner.`,
      "Your player stays in the clan as a maintainer.",
    ],
    reason: `You get this mail because you owned this clan on ${productName}.`,
  });
}
