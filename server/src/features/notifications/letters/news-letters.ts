import { pages } from "@clanhall/contract/pages";
import { toClanPath } from "../../../outbox/queue.ts";
import type { WriteLetter } from "../mails.ts";
import { findEndedBoard, findInvitedPlayer, findLiveBulletin } from "./letters.queries.ts";

export const writeBulletin: WriteLetter = async ({ db, clan, now }, bulletinId) => {
  const bulletin = await findLiveBulletin(db, clan.id, bulletinId, now);
  if (!bulletin) return null;
  const { title, audience, created_by } = bulletin;
  const words = {
    subject: `${clan.name}: ${title}`,
    title,
    paragraphs: [`There is a new bulletin in ${clan.name}.`],
    button: "Read the bulletin",
    path: toClanPath(pages.bulletins.path, clan.id, { bulletin: bulletinId }),
  };
  return ({ user_id, role }) => {
    const isForThem = audience === "everyone" || role !== "member";
    return isForThem && user_id !== created_by ? words : null;
  };
};

export const writeBoardEnded: WriteLetter = async ({ db, clan }, boardId) => {
  const board = await findEndedBoard(db, clan.id, boardId);
  if (!board) return null;
  const words = {
    subject: `${clan.name}: ${board.title} has ended`,
    title: `${board.title} has ended`,
    paragraphs: [`The final result of this scoreboard of ${clan.name} is there.`],
    button: "See the result",
    path: toClanPath(pages.scoreboards.path, clan.id),
  };
  return () => words;
};

export const writeInviteAccepted: WriteLetter = async ({ db, clan }, inviteId) => {
  const player = await findInvitedPlayer(db, clan.id, inviteId);
  if (!player) return null;
  const words = {
    subject: `${player.name} has joined ${clan.name}`,
    title: `${player.name} has joined`,
    paragraphs: [`The invite for ${player.name} was accepted. The player in ${clan.name} has an account now.`],
    button: "Open the players",
    path: toClanPath(pages.managePlayers.path, clan.id),
  };
  return ({ user_id }) => (user_id === player.user_id ? null : words);
};
