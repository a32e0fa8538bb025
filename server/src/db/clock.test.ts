import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { clock, currentTime, findClockProblem, findSkewMs, followDatabaseClock } from "./clock.ts";
import { sharedApp } from "../testing/test-app.ts";

const world = await sharedApp();
afterEach(() => void vi.useRealTimers());

test("F15: time is the database's, whatever this machine's clock shows", async () => {
  const following = await followDatabaseClock(world.database.db);
  try {
    for (const minutes of [-60, -10, 10, 6_000_000]) {
      vi.useFakeTimers({ toFake: ["Date"], now: performance.timeOrigin + performance.now() + minutes * 60_000 });
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(world.database.db);
      expect(Math.abs(clock.now() - (rows[0]?.at.getTime() ?? 0))).toBeLessThan(2_000);
      expect(Math.round(findSkewMs() / 60_000)).toBe(minutes);
      const health = await world.visitor.get("/health");
      expect(health.statusCode).toBe(200);
      expect(health.json()).toMatchObject({ status: "degraded", reason: expect.stringContaining("Let both take") });
      vi.useRealTimers();
    }
    expect((await world.visitor.get("/health")).json()).toMatchObject({ status: "ok" });
  } finally {
    following.stop();
  }
  expect(Math.abs(currentTime().getTime() - Date.now())).toBeLessThan(1_000);
});

test("F15: half a minute of difference is nothing, more has a reason that says which way", () => {
  expect([0, 29_000, -29_000].map((skew) => findClockProblem(skew))).toEqual([null, null, null]);
  expect(findClockProblem(600_000)).toContain("is 600 s ahead of the database's");
  expect(findClockProblem(-31_000)).toContain("is 31 s behind the database's");
});
