import { shareDays, type shareScoreboard } from "@clanhall/contract/scoreboards";
import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import type { ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import { createToken, hashToken } from "../../access/tokens.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, invalidField, notFound } from "../../errors.ts";
import { toNetwork } from "../../http/network.ts";
import { queueWebhook } from "../../outbox/queue.ts";
import { recordAudit } from "../audit/index.ts";
import { hashPassword, verifyPassword, withApiErrors } from "../auth/index.ts";
import { toAuditTarget } from "./check-settings.ts";
import { findLink, findToday, isExpired, type ScoreboardDeps, sealLink } from "./list.ts";
import { findListedScoreboard, type ListedScoreboard } from "./queries.ts";
import { type LockedScoreboard, type ScoreboardUpdate, updateScoreboard } from "./update.ts";

type ShareInput = z.output<(typeof shareScoreboard)["body"]>;

/** Switches the link on, or changes its expiry or passcode; what the input leaves out stays. */
export async function shareBoard(
  deps: ScoreboardDeps,
  actor: ClanActor,
  boardId: string,
  input: ShareInput,
  now = currentTime(),
): Promise<Scoreboard> {
  const expiry = typeof input.expires_at === "string" ? toExpiry(input.expires_at, now) : input.expires_at;
  const passcode =
    typeof input.passcode === "string" ? await hashPasscode(input.passcode, actor.userId) : input.passcode;
  const plan = ({ board }: LockedScoreboard): ScoreboardUpdate | null => {
    requireShareable(board);
    const isNew = findLink(board, deps.secrets) === null;
    const keptExpiry = isNew ? inShareDays(now) : board.share_expires_at;
    const share_expires_at = expiry === undefined ? keptExpiry : expiry;
    const isSamePasscode = passcode === undefined || (passcode === null && board.passcode_hash === null);
    const isSameExpiry = share_expires_at?.getTime() === board.share_expires_at?.getTime();
    if (!isNew && isSameExpiry && isSamePasscode) return null;
    const columns = {
      share_expires_at,
      ...(isNew && createLink(deps.secrets)),
      ...(!isSamePasscode && { passcode_hash: passcode, passcode_version: board.passcode_version + 1 }),
    };
    return toLinkUpdate("scoreboard.share", board, columns);
  };
  return updateScoreboard(deps, actor, boardId, plan, now);
}

/** The old link no longer works. A link that had expired lasts as long again as a new one. */
export function rotateLink(deps: ScoreboardDeps, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  const now = currentTime();
  const plan = ({ board }: LockedScoreboard): ScoreboardUpdate => {
    requireShareable(board);
    if (!board.share_hash) throw new ApiError("conflict", "The link is off. Share the board first.");
    const share_expires_at = isExpired(board, now) ? inShareDays(now) : board.share_expires_at;
    return toLinkUpdate("scoreboard.rotate", board, { ...createLink(deps.secrets), share_expires_at });
  };
  return updateScoreboard(deps, actor, boardId, plan, now);
}

export function unshare(deps: ScoreboardDeps, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  return updateScoreboard(deps, actor, boardId, ({ board }) => {
    if (!board.share_hash) return null;
    const passcode_version = board.passcode_version + 1;
    const link = { share_hash: null, share_sealed: null, share_expires_at: null };
    return toLinkUpdate("scoreboard.unshare", board, { ...link, passcode_hash: null, passcode_version });
  });
}

/** Posts the standings to the clan's webhooks. Posted again on the same clan day, the message is edited. */
export function post(db: Db, actor: ClanActor, boardId: string): Promise<{ webhooks: number }> {
  const now = currentTime();
  const { clanId } = actor;
  return db.transaction().execute(async (tx) => {
    const board = await findListedScoreboard(tx, clanId, boardId);
    if (!board || board.deleted_at) throw notFound("Scoreboard");
    if (board.state === "archived") throw new ApiError("conflict", "Reopen the board to post it.");
    requirePublicActivity(board, "posted");
    const webhooks = await queueWebhook(tx, {
      clanId,
      event: "scoreboard",
      subject: `${boardId} on ${await findToday(tx, clanId, now)}`,
      facts: { scoreboard_id: boardId, period: null },
    });
    await recordAudit(tx, actor, { action: "scoreboard.post", target: toAuditTarget(board), after: { webhooks } });
    return { webhooks };
  });
}

function requireShareable(board: ListedScoreboard): void {
  if (board.state === "archived") throw new ApiError("conflict", "Reopen the board to share it.");
  requirePublicActivity(board, "shared");
}

/** Outside of the clan only public activities count, so there has to be one. */
export function requirePublicActivity(
  { public_activities }: ListedScoreboard,
  verb: "shared" | "posted" | "drawn",
): void {
  if (public_activities > 0) return;
  const reason = "None of its activities is shown on public scoreboards";
  throw new ApiError("conflict", `This scoreboard cannot be ${verb}. ${reason}. Change that for at least one first.`);
}

/** Found by its hash. */
function createLink(secrets: Secrets) {
  const token = createToken();
  return { share_hash: hashToken(token), share_sealed: sealLink(secrets, token) };
}

function inShareDays(now: Date): Date {
  return new Date(now.getTime() + shareDays * 86_400_000);
}

const linkYearsMax = 5;

function toExpiry(text: string, now: Date): Date {
  const expiry = new Date(text);
  if (expiry <= now) throw invalidField("expires_at", "Choose a time in the future.");
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + linkYearsMax);
  if (expiry > latest) throw invalidField("expires_at", "Choose a time within five years, or no expiry.");
  return expiry;
}

/** Passcodes take turns with passwords, each account or network by itself: hashing keeps a processor busy. */
export function hashPasscode(passcode: string, account: string): Promise<string> {
  return withApiErrors(() => hashPassword(passcode, account));
}

export function isPasscode(passcodeHash: string, passcode: string, ip: string): Promise<boolean> {
  return withApiErrors(() => verifyPassword(passcodeHash, passcode, toNetwork(ip)));
}

const previewSeconds = 600;

/** The address itself carries the right to read, so nothing is stored for it. */
export function createPreview(secrets: Secrets, { clan, board }: { clan: string; board: string }, now: Date) {
  const until = now.getTime() + previewSeconds * 1000;
  const sealed = secrets.seal(JSON.stringify({ board, clan, until }), "scoreboard preview");
  return { path: `/scoreboard/preview.${sealed.toString("base64url")}?embed=1`, expires_in: previewSeconds };
}

type Link = Partial<Pick<ListedScoreboard, "share_hash" | "share_expires_at" | "passcode_hash">>;

/** The audit says that there is a link and how it is protected, never the link or its passcode. */
function toLinkUpdate(
  action: string,
  board: ListedScoreboard,
  columns: Link & ScoreboardUpdate["columns"],
): ScoreboardUpdate {
  const before = toAuditedLink(board);
  const after = toAuditedLink({ ...board, ...columns });
  const passcode = columns.passcode_hash ? "new" : after.passcode;
  return { columns, auditEvents: [{ action, before, after: { ...after, passcode } }] };
}

function toAuditedLink({ share_hash, share_expires_at, passcode_hash }: Link) {
  return {
    link: share_hash ? "on" : "off",
    expires_at: share_expires_at?.toISOString() ?? null,
    passcode: passcode_hash ? "set" : null,
  };
}
