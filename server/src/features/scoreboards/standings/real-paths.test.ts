import { type BoardPeriod, rangeOf } from "@clanhall/contract/board-periods";
import { measures } from "@clanhall/contract/scoreboard-drafts";
import { expect, test } from "vitest";
import { boardOf } from "../../../testing/board-world.ts";
import { daysAgo } from "../../../testing/entries.ts";
import { addPlayer, openImports } from "../../../testing/imports.ts";
import { loadWalkedClan, walkBoard } from "../../../testing/slow-standings.ts";
import { sharedApp } from "../../../testing/test-app.ts";
import { computeResult } from "./compute.ts";

const world = await sharedApp();

const today = daysAgo(0);
const periods: BoardPeriod[] = [
  { kind: "monthly" },
  { kind: "rolling", days: 90 },
  { kind: "fixed", from: daysAgo(120), to: daysAgo(20) },
];

async function expectSameAsWalk(clanId: string, activities: { activity_id: string; weight: number }[]) {
  const clan = await loadWalkedClan(world.db, clanId, today);
  for (const measure of measures) {
    for (const period of periods) {
      const chosen = measure === "activity" ? activities.slice(0, 1) : activities;
      const board = boardOf(clanId, { measure, period, activities: chosen });
      const range = rangeOf(period, today, 1);
      const { computed_at: _at, ...result } = await computeResult(world.db, board, range, { today, now: new Date() });
      expect(result).toEqual(walkBoard(clan, board, range));
    }
  }
  return clan;
}

test("what people save, clear, import, re-score and merge counts as a walk through every cell counts it", async () => {
  const { clan, owner, kara, tom, donations, hours, raid, importLines } = await openImports(world);
  const url = `/api/clans/${clan.id}`;
  const twin = await addPlayer(world, clan.id, "Kara Two");
  const send = async (method: "PUT" | "POST" | "PATCH", path: string, body: object) => {
    const answer = await owner.send(method, `${url}/${path}`, body);
    expect(answer.statusCode, answer.payload).toBe(200);
    return answer.json();
  };
  const put = (entries: object[]) => send("PUT", "entries", { entries, reason: "counted late" });
  const activities = [donations, hours, raid].map((activity_id, place) => ({ activity_id, weight: 1 + place / 2 }));

  const backs = Array.from({ length: 70 }, (_, back) => back * 2);
  await put(
    [kara, tom, twin].flatMap((member_id, who) =>
      backs.map((back) => ({
        member_id,
        activity_id: donations,
        day: daysAgo(back + who),
        value: (back * 7 + who) % 40,
      })),
    ),
  );
  await put(
    backs.map((back) => ({ member_id: tom, activity_id: hours, day: daysAgo(back), value: null, excused: true })),
  );
  await put(
    backs.slice(5, 20).map((back) => ({ member_id: kara, activity_id: donations, day: daysAgo(back), value: null })),
  );
  const lines = backs.map((back) => `${daysAgo(back)},Tom,Raid,${back % 3 === 0 ? 1 : 0}`);
  expect((await importLines(lines)).statusCode).toBe(200);
  await expectSameAsWalk(clan.id, activities);

  const { items } = (await owner.get(`${url}/activities`)).json();
  const { version } = items.find(({ id }: { id: string }) => id === donations);
  const scoring = { points_per_unit: 2.5, daily_target: 20, missing_points: -1, weekdays: [1, 3, 5, 6] };
  await send("PATCH", `activities/${donations}`, { version, ...scoring });
  await send("POST", `activities/${donations}/rescore`, { from: daysAgo(45), dry_run: false });
  await expectSameAsWalk(clan.id, activities);

  await send("POST", "members/merge", { keep: kara, drop: twin, policy: "add", dry_run: false });
  const { players, entries } = await expectSameAsWalk(clan.id, activities);
  expect(players.map(({ id }) => id)).not.toContain(twin);
  expect(entries.size).toBeGreaterThan(250);
}, 60_000);
