import { expect, test } from "vitest";
import { monthsOf } from "./calendar.tsx";

test("a range is cut into months, and each day stands below its weekday", () => {
  const months = monthsOf({ from: "2026-02-26", to: "2026-03-02" }, 1);
  expect(months).toEqual([
    { key: "2026-02", offset: 3, days: ["2026-02-26", "2026-02-27", "2026-02-28"] },
    { key: "2026-03", offset: 6, days: ["2026-03-01", "2026-03-02"] },
  ]);
});

test("weeks begin on the clan's day", () => {
  expect(monthsOf({ from: "2026-03-01", to: "2026-03-01" }, 7)[0]?.offset).toBe(0);
});
