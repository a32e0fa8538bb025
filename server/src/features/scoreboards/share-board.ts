import { type Scoreboard, shareDays, type shareScoreboard } from "@clanhall/contract/scoreboards";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import { ApiError } from "../../errors.ts";
import { isExpired } from "./board-answer.ts";
import { createLink, toExpiry } from "./board-link.ts";
import { hashPasscode } from "./passcodes.ts";
import type { ListedBoard } from "./scoreboards.queries.ts";
import { type Desk, type Scene, type Step, writeBoard } from "./write-board.ts";

type Wish = z.output<(typeof shareScoreboard)["body"]>;

/** Switches the link on, or changes what it asks for; what the wish does not name stays. */
export async function shareBoard(
  desk: Desk,
  actor: ClanActor,
  boardId: string,
  wish: Wish,
  now = new Date(),
): Promise<Scoreboard> {
  const expiry = typeof wish.expires_at === "string" ? toExpiry(wish.expires_at, now) : wish.expires_at;
  const passcode = typeof wish.passcode === "string" ? await hashPasscode(wish.passcode) : wish.passcode;
  const decide = ({ board }: Scene): Step | null => {
    requireShareable(board);
    const isNew = board.share_hash === null;
    const keptExpiry = isNew ? inShareDays(now) : board.share_expires_at;
    const share_expires_at = expiry === undefined ? keptExpiry : expiry;
    const isSamePasscode = passcode === undefined || (passcode === null && board.passcode_hash === null);
    const isSameExpiry = share_expires_at?.getTime() === board.share_expires_at?.getTime();
    if (!isNew && isSameExpiry && isSamePasscode) return null;
    const columns = {
      share_expires_at,
      ...(isNew && createLink(desk.secrets)),
      ...(!isSamePasscode && { passcode_hash: passcode, passcode_version: board.passcode_version + 1 }),
    };
    return toStep("scoreboard.share", board, columns);
  };
  return writeBoard(desk, actor, boardId, decide, now);
}

/** Whoever has the old link has none any more. A link that ran out lives as long again as a new one. */
export function rotateLink(desk: Desk, actor: ClanActor, boardId: string, now = new Date()): Promise<Scoreboard> {
  const decide = ({ board }: Scene): Step => {
    requireShareable(board);
    if (!board.share_hash) throw new ApiError("conflict", "The link is off. Share the board first.");
    const share_expires_at = isExpired(board, now) ? inShareDays(now) : board.share_expires_at;
    return toStep("scoreboard.rotate", board, { ...createLink(desk.secrets), share_expires_at });
  };
  return writeBoard(desk, actor, boardId, decide, now);
}

export function unshareBoard(desk: Desk, actor: ClanActor, boardId: string): Promise<Scoreboard> {
  return writeBoard(desk, actor, boardId, ({ board }) => {
    if (!board.share_hash) return null;
    const passcode_version = board.passcode_version + 1;
    const link = { share_hash: null, share_sealed: null, share_expires_at: null };
    return toStep("scoreboard.unshare", board, { ...link, passcode_hash: null, passcode_version });
  });
}

function requireShareable(board: ListedBoard): void {
  if (board.state === "archived") throw new ApiError("conflict", "Open the board again to share it.");
  requirePublicActivity(board, "shared");
}

/** What leaves the clan counts public activities alone, so there has to be one. */
export function requirePublicActivity({ public_activities }: ListedBoard, verb: "shared" | "posted" | "drawn"): void {
  if (public_activities > 0) return;
  const reason = "None of its activities is shown on public scoreboards";
  throw new ApiError("conflict", `This scoreboard cannot be ${verb}. ${reason}. Change that for at least one first.`);
}

function inShareDays(now: Date): Date {
  return new Date(now.getTime() + shareDays * 86_400_000);
}

type Link = Partial<Pick<ListedBoard, "share_hash" | "share_expires_at" | "passcode_hash">>;

/** The log tells that there is a link and what it asks for, never the link or its passcode. */
function toStep(action: string, board: ListedBoard, columns: Link & Step["columns"]): Step {
  const before = toAuditedLink(board);
  const after = toAuditedLink({ ...board, ...columns });
  const passcode = columns.passcode_hash ? "new" : after.passcode;
  return { columns, happenings: [{ action, before, after: { ...after, passcode } }] };
}

function toAuditedLink({ share_hash, share_expires_at, passcode_hash }: Link) {
  return {
    link: share_hash ? "on" : "off",
    expires_at: share_expires_at?.toISOString() ?? null,
    passcode: passcode_hash ? "set" : null,
  };
}
