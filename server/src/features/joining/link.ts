import { type JoinLink, joinLinkDays, type joinLinkDraft } from "@clanhall/contract/join-links";
import { pages } from "@clanhall/contract/pages";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { createToken, hashToken } from "../../access/tokens.ts";
import { lockClan } from "../../clan/lock.ts";
import type { Db } from "../../db/tables.ts";
import { notFound, staleVersion } from "../../errors.ts";
import { findLastChange, recordAudit } from "../audit/index.ts";
import { findLink, insertLink, isLinkFull, type LinkRow, lockLink, updateLink } from "./queries.ts";

export interface LinkDeps {
  db: Db;
  secrets: Secrets;
  publicUrl: string;
}

/** Encrypted, so that the link can be shown again. */
const sealedFor = "join link";

export async function loadLink(deps: LinkDeps, clanId: string): Promise<JoinLink | null> {
  const row = onlyReadable(deps, await findLink(deps.db, clanId));
  return row && toLink(deps, row);
}

/** A link whose secret is lost counts as none: its address cannot be shown any more, and saving makes a new one. */
function onlyReadable({ secrets }: LinkDeps, row: LinkRow | null): LinkRow | null {
  return row && secrets.tryOpen(row.sealed_token, sealedFor) !== null ? row : null;
}

async function toLink({ db, secrets, publicUrl }: LinkDeps, row: LinkRow): Promise<JoinLink> {
  const { is_on, names, question, expires_at, max_uses, uses, version } = row;
  const token = secrets.open(row.sealed_token, sealedFor);
  return {
    url: publicUrl + pages.join.path.replace("$token", token),
    is_on,
    names,
    question,
    expires_at: expires_at?.toISOString() ?? null,
    max_uses,
    uses,
    is_full: await isLinkFull(db, row.clan_id),
    version,
  };
}

type Draft = z.output<typeof joinLinkDraft>;

export function saveLink(deps: LinkDeps, actor: ClanActor, draft: Draft): Promise<JoinLink> {
  const now = currentTime();
  const { clanId } = actor;
  return deps.db.transaction().execute(async (tx) => {
    if (!(await lockClan(tx, clanId))) throw notFound("Clan");
    const stored = await lockLink(tx, clanId);
    const before = onlyReadable(deps, stored);
    const { version, expires_at: wanted, question, ...rest } = draft;
    if (version !== (before?.version ?? null)) throw await changedMeanwhile({ ...deps, db: tx }, clanId, before);
    const values = { ...rest, question: question || null, expires_at: toExpiry(wanted, before, now) };
    const after = stored
      ? await updateLink(tx, clanId, before ? values : { ...values, ...replaceSecret(deps, now) })
      : await insertLink(tx, { ...values, ...createSecret(deps), clan_id: clanId, created_by: actor.userId });
    if (!after) throw await changedMeanwhile({ ...deps, db: tx }, clanId, await findLink(tx, clanId));
    await recordAudit(tx, actor, {
      action: before ? "join_link.change" : "join_link.create",
      target: { type: "join_link", id: clanId, name: "Join link" },
      ...(before && { before: toFacts(before) }),
      after: toFacts(after),
      isSecurity: true,
    });
    return toLink({ ...deps, db: tx }, after);
  });
}

/** The old address ends at once. */
export function rotateLink(deps: LinkDeps, actor: ClanActor, version: number): Promise<JoinLink> {
  const { clanId } = actor;
  return deps.db.transaction().execute(async (tx) => {
    const before = onlyReadable(deps, await lockLink(tx, clanId));
    if (!before) throw notFound("Join link");
    if (before.version !== version) throw await changedMeanwhile({ ...deps, db: tx }, clanId, before);
    const after = await updateLink(tx, clanId, replaceSecret(deps, currentTime()));
    const target = { type: "join_link", id: clanId, name: "Join link" };
    await recordAudit(tx, actor, { action: "join_link.rotate", target, isSecurity: true });
    return toLink({ ...deps, db: tx }, after);
  });
}

function createSecret({ secrets }: Pick<LinkDeps, "secrets">) {
  const token = createToken();
  return { token_hash: hashToken(token), sealed_token: secrets.seal(token, sealedFor) };
}

function replaceSecret(deps: LinkDeps, now: Date) {
  return { ...createSecret(deps), rotated_at: now, uses: 0 };
}

async function changedMeanwhile(deps: LinkDeps, clanId: string, row: LinkRow | null) {
  const last = await findLastChange(deps.db, clanId, { type: "join_link", id: clanId });
  return staleVersion("the join link", row && (await toLink(deps, row)), last);
}

function toFacts({ is_on, names, question, expires_at, max_uses }: LinkRow) {
  return { is_on, names, question, expires_at: expires_at?.toISOString() ?? null, max_uses };
}

/** What is left out stays as it is; a new link lives for thirty days. */
function toExpiry(wanted: string | null | undefined, before: LinkRow | null, now: Date): Date | null {
  if (wanted !== undefined) return wanted === null ? null : new Date(wanted);
  return before ? before.expires_at : daysAfter(now, joinLinkDays);
}

function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000);
}
