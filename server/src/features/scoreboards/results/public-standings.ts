import type { PublicStandings } from "@clanhall/contract/standings";
import type { Secrets } from "../../../access/secrets.ts";
import { listPublicNames } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { toPublicPlayer } from "./public-names.ts";
import { loadShownResult } from "./standings.ts";
import { byRank, listActivitiesOfBoard, toHead, toRow, withVersion } from "./standings-answer.ts";

interface Parts {
  db: Db;
  secrets: Secrets;
}

/** The board as visitors see it; null for a period of which no result is kept, and without an activity they may see. */
export async function loadPublicStandings(
  { db, secrets }: Parts,
  board: BoardRow,
  period: string | null,
  now = new Date(),
): Promise<PublicStandings | null> {
  const activities = (await listActivitiesOfBoard(db, board)).filter(({ is_public }) => is_public);
  const shown = activities.length > 0 ? await loadShownResult(db, board, { period, audience: "visitors", now }) : null;
  if (!shown) return null;
  const keyOf = new Map(activities.map(({ id }, place) => [id, `a${place + 1}`]));
  const { rows } = shown.result;
  const players = await listPublicNames(
    db,
    board.clan_id,
    rows.map(({ member_id }) => member_id),
  );
  const named = rows.flatMap((row) => {
    const player = players.get(row.member_id);
    if (!player) return [];
    const member_key = toMemberKey(secrets, board.id, row.member_id);
    return { member_key, ...toPublicPlayer(player, board.name_display), ...toRow(row, board, keyOf) };
  });
  const head = { ...toHead(board, shown, activities, keyOf), not_counted: shown.notCounted };
  return withVersion({ ...head, rows: named.toSorted(byRank((row) => row.member_key)) }, shown.updatedAt);
}

/** Names a player on one board, and tells nothing of them anywhere else. */
export function toMemberKey(secrets: Secrets, boardId: string, memberId: string): string {
  return secrets.digest(`${boardId}/${memberId}`, "scoreboard row").toString("base64url").slice(0, 16);
}
