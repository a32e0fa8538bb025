import { createHash } from "node:crypto";
import type { Bulletin, BulletinState, listBulletins } from "@clanhall/contract/bulletins";
import { canInClan } from "@clanhall/contract/permissions";
import type { z } from "zod";
import type { ClanActor } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError } from "../../errors.ts";
import { binStart, toBulletin } from "./bulletin-answer.ts";
import { readCursor, toCursor } from "./list-cursor.ts";
import { countStates, listBulletinsOfClan, listLiveOfUser } from "./queries.ts";

type Query = z.output<(typeof listBulletins)["query"]>;

/** One page of a clan's list, or of its bin. */
export async function loadBulletins(db: Db, actor: ClanActor, query: Query, now = new Date()) {
  const { clanId, userId, role } = actor;
  const { limit, cursor, state } = query;
  const isManager = canInClan(role, "clan.manage");
  if (query.deleted === "true" && !isManager) {
    throw new ApiError("forbidden", "Only those who manage the clan see its bin");
  }
  const reader = { userId, isManager, now };
  const view = {
    binnedSince: query.deleted === "true" ? binStart(now) : null,
    state: state ?? null,
    q: query.q?.normalize("NFC").trim() ?? "",
    after: cursor === undefined ? null : readCursor(cursor),
  };
  const rows = await listBulletinsOfClan(db, clanId, reader, view, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const counts: Record<BulletinState, number> = { draft: 0, scheduled: 0, live: 0, expired: 0 };
  for (const { state: name, count } of await countStates(db, clanId, reader)) counts[name] = count;
  return {
    items: page.map((row) => toBulletin(row, now)),
    counts,
    next_cursor: rows.length > limit && last ? toCursor(last) : null,
  };
}

/** For a dashboard, with a mark that is the same as long as the answer is. */
export async function loadMyBulletins(
  db: Db,
  userId: string,
  limitPerClan: number,
  now = new Date(),
): Promise<{ items: Bulletin[]; etag: string }> {
  const items = (await listLiveOfUser(db, userId, limitPerClan, now)).map((row) => toBulletin(row, now));
  return { items, etag: `"${createHash("sha256").update(JSON.stringify(items)).digest("base64url")}"` };
}
