import { bulletinStateAt } from "@clanhall/contract/bulletins";
import { canInClan } from "@clanhall/contract/permissions";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { findBulletin } from "./queries.ts";
import { insertReader, listReaders } from "./readers.queries.ts";
import { listEarlierWords } from "./write.queries.ts";

async function getPresent(db: Db, { clanId, userId }: ClanActor, bulletinId: string) {
  const row = await findBulletin(db, clanId, bulletinId, userId);
  if (!row || row.deleted_at) throw notFound("Bulletin");
  return row;
}

/** Only what somebody may read at this moment can have been opened. */
export async function markSeen(db: Db, actor: ClanActor, bulletinId: string, now = new Date()): Promise<void> {
  const bulletin = await getPresent(db, actor, bulletinId);
  const isForThem = bulletin.audience === "everyone" || canInClan(actor.role, "clan.manage");
  if (!isForThem || bulletinStateAt(bulletin, now) !== "live") throw notFound("Bulletin");
  await insertReader(db, bulletin, actor.userId, now);
}

export async function loadReaders(db: Db, actor: ClanActor, bulletinId: string) {
  const rows = await listReaders(db, await getPresent(db, actor, bulletinId));
  return { items: rows.map((row) => ({ ...row, seen_at: row.seen_at?.toISOString() ?? null })) };
}

export async function loadHistory(db: Db, actor: ClanActor, bulletinId: string) {
  const { id } = await getPresent(db, actor, bulletinId);
  const rows = await listEarlierWords(db, actor.clanId, id);
  return { items: rows.map((row) => ({ ...row, written_at: row.written_at.toISOString() })) };
}
