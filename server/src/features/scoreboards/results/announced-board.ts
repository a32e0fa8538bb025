import type { PublicStandings } from "@clanhall/contract/standings";
import type { Secrets } from "../../../access/secrets.ts";
import type { Log } from "../../../db/log.ts";
import type { Db } from "../../../db/tables.ts";
import { isExpired } from "../board-answer.ts";
import { openLink } from "../board-link.ts";
import { findBoardRow } from "../boards.queries.ts";
import { cardPicture, cardSize } from "../images/card-picture.ts";
import type { Pictures } from "../images/render.ts";
import { loadPublicStandings } from "./public-standings.ts";

interface Parts {
  db: Db;
  log: Log;
  secrets: Secrets;
  pictures: Pictures;
}

/** Reads a board for people outside of the product; null for one they may not see. Without its picture it is still told. */
export function createStandingsReader({ db, log, secrets, pictures }: Parts) {
  const draw = async (standings: PublicStandings, clanId: string) => {
    try {
      const toOrder = () => ({ piece: cardPicture(standings), ...cardSize });
      return await pictures.draw(`card-${standings.version}`, toOrder, { account: clanId });
    } catch (err) {
      log.warn({ err, boardId: standings.board.id }, "picture of a scoreboard not drawn");
      return null;
    }
  };
  return async (clanId: string, boardId: string, period: string | null, now: Date) => {
    const board = await findBoardRow(db, clanId, boardId);
    if (!board || board.deleted_at || board.state === "archived") return null;
    const standings = await loadPublicStandings({ db, secrets }, board, period, now);
    if (!standings) return null;
    const hasPasscode = board.passcode_hash !== null;
    const isOpen = board.share_sealed !== null && !isExpired(board, now);
    return {
      standings,
      hasPasscode,
      shareToken: isOpen && board.share_sealed ? openLink(secrets, board.share_sealed) : null,
      picture: standings.has_results && !hasPasscode ? await draw(standings, clanId) : null,
    };
  };
}
