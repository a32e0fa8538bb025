import { type Invite, mostInvitesPerDay } from "@clanhall/contract/invites";
import { canManageRow } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { createToken, hashToken } from "../../access/tokens.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { deleteSessionsOfInvite, lockGuesses, updateGuesses } from "./attempts.queries.ts";
import { createCode, sealedFor, toInviteState } from "./invite.ts";
import { toInvite } from "./list.ts";
import {
  cancelUnusedInvite,
  countInvitesOfDay,
  extendOpenInvite,
  findInvite,
  findUnusedInvite,
  insertInvite,
  type InviteRow,
  lockMember,
  lockUnusedInvite,
  replaceCodeOfOpenInvite,
} from "./queries.ts";

interface InviteInput {
  clanMemberId: string;
  expiresInHours: number;
  replace: boolean;
}

/** Locks the clan, so that invites at the same moment cannot exceed a limit. */
export function writeInvite(db: Db, secrets: Secrets, actor: ClanActor, input: InviteInput): Promise<Invite> {
  return db.transaction().execute(async (tx) => {
    await lockClan(tx, actor.clanId);
    await lockUnusedInvite(tx, actor.clanId, input.clanMemberId);
    const member = await getInvitableMember(tx, actor, input.clanMemberId);
    if ((await countInvitesOfDay(tx, actor.clanId)) >= mostInvitesPerDay) {
      throw new ApiError("conflict", `A clan can create ${mostInvitesPerDay} invites a day. Try again tomorrow.`);
    }
    await closeUnusedInvite(tx, actor, member, input.replace);
    const token = createToken();
    const id = await insertInvite(tx, {
      clan_id: actor.clanId,
      clan_member_id: member.id,
      token_hash: hashToken(token),
      sealed_token: secrets.seal(token, sealedFor.token),
      sealed_code: secrets.seal(createCode(), sealedFor.code),
      created_by: actor.userId,
      hours: input.expiresInHours,
    });
    const written = await getInvite(tx, actor.clanId, id);
    await auditInvite(tx, actor, "invite.create", written, { after: { expires_at: written.expires_at } });
    return toInvite(written, secrets);
  });
}

async function getInvitableMember(tx: Tx, { clanId, role }: ClanActor, memberId: string) {
  const member = await lockMember(tx, clanId, memberId);
  if (!member) throw notFound("Player");
  if (member.user_id) throw new ApiError("conflict", `${member.name} is already linked to an account`);
  if (member.status !== "active") throw new ApiError("conflict", `${member.name} is not active in this clan`);
  if (!canManageRow(role, member.role)) {
    throw new ApiError("forbidden", `Only the owner may invite someone as ${member.role}`);
  }
  return member;
}

/** Whoever knows the code of an invite decides who gets the row, so that it needs the same right as the row itself. */
async function getManagedInvite(tx: Tx, actor: ClanActor, id: string): Promise<InviteRow> {
  const found = await getInvite(tx, actor.clanId, id);
  if (!canManageRow(actor.role, found.member_role)) {
    throw new ApiError("forbidden", `Only the owner may change an invite for a ${found.member_role}`);
  }
  return found;
}

/** A member has one invite at a time: an expired one is closed, an open one only with `replace`. */
async function closeUnusedInvite(
  tx: Tx,
  actor: ClanActor,
  { id, name }: { id: string; name: string },
  replace: boolean,
): Promise<void> {
  const unused = await findUnusedInvite(tx, actor.clanId, id);
  if (!unused) return;
  const isOpen = toInviteState(unused) === "open";
  if (isOpen && !replace) {
    const current = { id: unused.id, expires_at: unused.expires_at };
    throw new ApiError("conflict", `${name} already has an open invite. Replace it to create a new one.`, { current });
  }
  await cancelUnusedInvite(tx, actor.clanId, unused.id);
  if (isOpen) await auditInvite(tx, actor, "invite.cancel", unused, { reason: "Replaced by a new invite" });
}

export function endInvite(db: Db, actor: ClanActor, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const invite = await getManagedInvite(tx, actor, id);
    if (await cancelUnusedInvite(tx, actor.clanId, id)) {
      await auditInvite(tx, actor, "invite.cancel", invite);
      return;
    }
    const { is_processed } = await getInvite(tx, actor.clanId, id);
    if (is_processed) throw new ApiError("conflict", "This invite has already been used");
  });
}

export function prolongInvite(db: Db, secrets: Secrets, actor: ClanActor, id: string, hours: number): Promise<Invite> {
  return db.transaction().execute(async (tx) => {
    const before = await getManagedInvite(tx, actor, id);
    if (!(await extendOpenInvite(tx, actor.clanId, id, hours))) throw notOpen();
    const after = await getInvite(tx, actor.clanId, id);
    await auditInvite(tx, actor, "invite.extend", after, {
      before: { expires_at: before.expires_at },
      after: { expires_at: after.expires_at },
    });
    return toInvite(after, secrets);
  });
}

/** Sessions of the old code end. */
export function renewCode(db: Db, secrets: Secrets, actor: ClanActor, id: string): Promise<Invite> {
  return db.transaction().execute(async (tx) => {
    const invite = await getManagedInvite(tx, actor, id);
    await lockGuesses(tx, invite.token_hash);
    await updateGuesses(tx, invite.token_hash, 0, 0);
    const sealedCode = secrets.seal(createCode(), sealedFor.code);
    if (!(await replaceCodeOfOpenInvite(tx, actor.clanId, id, sealedCode))) throw notOpen();
    await deleteSessionsOfInvite(tx, invite);
    await auditInvite(tx, actor, "invite.new_code", invite);
    return toInvite(await getInvite(tx, actor.clanId, id), secrets);
  });
}

async function getInvite(tx: Tx, clanId: string, id: string): Promise<InviteRow> {
  const invite = await findInvite(tx, clanId, id);
  if (!invite) throw notFound("Invite");
  return invite;
}

function notOpen(): ApiError {
  return new ApiError("conflict", "This invite is no longer open. Create a new one.");
}

interface Traits {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
}

function auditInvite(tx: Tx, actor: ClanActor, action: string, { id, member_name }: InviteRow, traits: Traits = {}) {
  const target = { type: "invite", id, name: member_name };
  return recordAudit(tx, actor, { action, target, isSecurity: true, ...traits });
}
