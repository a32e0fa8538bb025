import type { PublicStandings } from "@clanhall/contract/standings";
import type { Db } from "../../../db/tables.ts";

/** A board as strangers may see it, the word that opens its link if there is one, and its picture if it could be drawn. */
interface AnnouncedBoard {
  standings: PublicStandings;
  /** Only who knows the passcode may read the standings. */
  hasPasscode: boolean;
  shareToken: string | null;
  picture: Buffer | null;
}

export type ReadBoard = (
  clanId: string,
  boardId: string,
  period: string | null,
  now: Date,
) => Promise<AnnouncedBoard | null>;

/** What every message is written with. */
export interface MessageScene {
  db: Db;
  clanId: string;
  clan: { name: string; grace_days: number };
  readBoard: ReadBoard;
  now: Date;
}
