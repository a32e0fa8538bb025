import { rangeOf } from "@clanhall/contract/board-periods";
import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boardLooks, boardWorlds, placeBoardWorld, toBoard } from "../../../testing/board-world.ts";
import { loadWalkedClan, walkBoard } from "../../../testing/slow-standings.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { computeResult } from "./compute.ts";
import { explainMember } from "./explain.ts";

const world = await sharedApp();

const now = new Date("2026-01-01T12:00:00Z");

test("standings of any clan, measure and period are those of a walk through every cell, and explain themselves", async () => {
  await fc.assert(
    fc.asyncProperty(boardWorlds, fc.array(boardLooks, { minLength: 6, maxLength: 6 }), async (made, looks) => {
      const placed = await placeBoardWorld(world, made);
      const { clanId, today } = placed;
      const clan = await loadWalkedClan(world.db, clanId, today);
      for (const look of looks) {
        const board = toBoard(placed, look);
        const range = rangeOf(board.period, today, made.weekStart);
        const { computed_at: _at, ...result } = await computeResult(world.db, board, range, { today, now });
        expect(result).toEqual(walkBoard(clan, board, range));
        for (const { member_id, score, per_activity, days_met, days_due } of result.rows) {
          const told = await explainMember(world.db, board, member_id, range, { today });
          expect(told?.score).toBe(score);
          expect(told?.activities.map(({ value }) => value)).toEqual(per_activity.map(({ value }) => value));
          const add = (name: "met" | "due" | "excused") =>
            told?.activities.reduce((sum, own) => sum + own[name], 0) ?? 0;
          expect([add("met"), add("due") - add("excused")]).toEqual([days_met, days_due]);
        }
      }
    }),
    { ...runs(16), endOnFailure: true },
  );
}, 60_000);
