import { endOfClanDay, toClanDate } from "@clanhall/contract/clan-day";
import { type PublicStandings, publicStandings } from "@clanhall/contract/standings";
import type { Secrets } from "../../../access/secrets.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import { getRevision } from "../../../clan/lock.ts";
import type { Db } from "../../../db/tables.ts";
import { type StoredDocument, storeDocument } from "../../../http/documents.ts";
import { findScoreboard } from "../queries.ts";
import { loadPublicStandings } from "../results/public-standings.ts";

/** Standings as they are sent, and how long they are right. */
export interface ReadyBoard {
  standings: PublicStandings;
  json: StoredDocument;
  /** The page and the page in a frame, put together when first asked for. */
  pages: { plain?: StoredDocument; framed?: StoredDocument };
  /** The last save of entries that is in it. */
  revision: number;
  /** Of the board's settings. */
  boardVersion: number;
  /** When the clan's day ends, in milliseconds. */
  validUntil: number;
}

interface Asked {
  clanId: string;
  boardId: string;
  /** The first day of a frozen period; null for what counts now. */
  period: string | null;
}

/** Reads the board anew; null where there is none. What did not change keeps its bytes. */
export async function readBoard(
  parts: { db: Db; secrets: Secrets },
  { clanId, boardId, period }: Asked,
  before: ReadyBoard | null,
): Promise<ReadyBoard | null> {
  const { db } = parts;
  const now = new Date();
  // Read first: a save that comes in between is then counted as missing, and never as there when it is not.
  const revision = await getRevision(db, clanId);
  const row = await findScoreboard(db, clanId, boardId);
  if (!row) return null;
  const rules = await listDayRules(db, clanId);
  const standings = await loadPublicStandings(parts, row, period, now);
  if (!standings) return null;
  const validUntil = endOfClanDay(rules, toClanDate(rules, now)).getTime();
  const good = { revision, boardVersion: row.version, validUntil };
  if (before?.standings.version === standings.version) return { ...before, ...good };
  const json = storeDocument(JSON.stringify(publicStandings.parse(standings)), 5);
  return { standings, json, pages: {}, ...good };
}

/** About how many bytes of memory it takes, compressed copies included. */
export function sizeOfReady({ json, pages }: ReadyBoard): number {
  const texts = [json, pages.plain, pages.framed];
  return texts.reduce((sum, text) => sum + (text?.plain.length ?? 0) * 1.5, 0);
}
