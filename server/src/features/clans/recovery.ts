import type { StrandedClan } from "@clanhall/contract/admin";
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

export async function loadStrandedClans(db: Db): Promise<StrandedClan[]> {
  const rows = await listOwnerlessClans(db);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

interface Recovery {
  clanId: string;
  memberId: string;
  reason: string;
}

/** The one way in which a clan changes hands without its owner. */
export function recover(db: Db, mailing: Mailing, actor: Actor, wanted: Recovery): Promise<void> {
  const { clanId, memberId } = wanted;
  return db.transaction().execute(async (tx) => {
    await lockThoseConcerned(tx, wanted);
    const clan = await lockClan(tx, clanId);
    if (!clan) throw notFound("Clan");
    const owner = await findOwner(tx, clanId);
    await lockMembers(tx, clanId, [memberId, ...(owner ? [owner.id] : [])]);
    if (!(await isOwnerless(tx, clanId))) {
      throw new ApiError("conflict", "This clan has an owner who can run it. Only they can hand it over.");
    }
    const heir = await requireHeir(tx, wanted);
    await changeOwner(tx, clanId, owner?.id ?? null, heir.id);
    await deleteTransfer(tx, clanId);
    await updateClan(tx, clanId, {});
    await recordAdminAudit(tx, actor, {
      action: "clan.recover",
      target: { type: "clan", id: clanId, name: clan.name },
      reason: wanted.reason,
      before: { owner_member_id: owner?.id ?? null },
      after: { owner_member_id: heir.id },
    });
    await recordRecovery(tx, actor, wanted, owner, heir);
    await mailPeople(tx, mailing, clan.name, owner, heir);
  });
}

/** People before clans, as everywhere. Whether they are still who they were is looked at once they stand still. */
async function lockThoseConcerned(tx: Tx, { clanId, memberId }: Recovery): Promise<void> {
  const people = [await findOwner(tx, clanId), await findNewOwner(tx, clanId, memberId)];
  await lockAccounts(
    tx,
    people.flatMap((person) => person?.user_id ?? []),
  );
}

async function requireHeir(tx: Tx, { clanId, memberId }: Recovery): Promise<Person> {
  const heir = await findNewOwner(tx, clanId, memberId);
  if (!heir) throw notFound("Player");
  if (!heir.is_good || heir.user_id === null) {
    throw invalidField("member_id", "Choose an active player whose account is in order.");
  }
  if ((await countClansOwned(tx, heir.user_id)) >= ownedClansMax) {
    throw new ApiError("conflict", `They own ${ownedClansMax} clans, and nobody can own more.`);
  }
  return heir;
}

type Owner = Awaited<ReturnType<typeof findOwner>>;

async function recordRecovery(tx: Tx, actor: Actor, { clanId, reason }: Recovery, owner: Owner, heir: Person) {
  const admin = { clanId, userId: actor.userId, name: "App admin", requestId: actor.requestId };
  const toTarget = ({ id, name }: { id: string; name: string }) => ({ type: "member", id, name });
  const change = { action: "member.role", isSecurity: true };
  await recordAudit(
    tx,
    admin,
    { action: "clan.recover", target: toTarget(heir), reason, isSecurity: true },
    ...(owner
      ? [{ ...change, target: toTarget(owner), before: { role: "owner" }, after: { role: "maintainer" } }]
      : []),
    { ...change, target: toTarget(heir), before: { role: heir.role }, after: { role: "owner" } },
  );
}

async function mailPeople(
  tx: Tx,
  { secrets, publicUrl }: Mailing,
  clan: string,
  owner: Owner,
  heir: Person,
): Promise<void> {
  if (heir.email) await queueMail(tx, secrets, { to: heir.email, ...composeClanReceived(clan, heir.name, publicUrl) });
  const former = owner?.user_id ? await findAddressOf(tx, owner.user_id) : null;
  if (former) await queueMail(tx, secrets, { to: former, ...composeClanTaken(clan) });
}

function composeClanReceived(clan: string, player: string, publicUrl: string): MailMessage {
  return composeMail({
    subject: `You own the clan ${clan} now`,
    title: `${clan} is yours now`,
    paragraphs: [
      `The clan ${clan} had no owner who could run it. An administrator of ${productName} has made you and your player ${player} its owner.`,
      "You can hand it over to somebody else in the clan's settings.",
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
      `Your account at ${productName} cannot run the clan ${clan} at the moment, so an administrator has made another member its owner.`,
      "Your player stays in the clan as a maintainer.",
    ],
    reason: `You get this mail because you owned this clan on ${productName}.`,
  });
}
