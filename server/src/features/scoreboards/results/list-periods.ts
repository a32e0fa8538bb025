import type { listPeriods } from "@clanhall/contract/standings";
import type { z } from "zod";
import { listPublicNames } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import type { BoardRow } from "../boards.queries.ts";
import { listPeriodTops } from "./queries.ts";
import { toLabelled } from "./standings.ts";

type Answer = z.output<(typeof listPeriods)["response"]>;

/** Two years of weeks. */
const periodsMax = 104;

export async function loadPeriods(db: Db, { clan_id, id }: BoardRow): Promise<Answer> {
  const periods = await listPeriodTops(db, clan_id, id, periodsMax);
  const ids = periods.flatMap(({ top }) => top.map(({ member_id }) => member_id));
  const players = await listPublicNames(db, clan_id, [...new Set(ids)]);
  const items = periods.map(({ frozen_at, players: count, top, ...range }) => ({
    ...toLabelled(range),
    frozen_at: frozen_at.toISOString(),
    players: count,
    top: top.flatMap(({ member_id, rank, score }) => {
      const player = players.get(member_id);
      return player ? { rank, name: player.name, tint: player.tint, score } : [];
    }),
  }));
  return { items };
}
