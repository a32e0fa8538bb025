import fc from "fast-check";
import { expect, test } from "vitest";
import { usualRules } from "../attention.ts";
import { runs } from "../testing/property-runs.ts";
import { findReasons, markOf, type PlayerDay } from "./attention.ts";

const day = (fields: Partial<PlayerDay> = {}): PlayerDay => ({
  due: 5,
  excused: 0,
  met: 5,
  partly: 0,
  entered: 5,
  ...fields,
});
const missed = day({ met: 0 });
const silent = day({ met: 0, entered: 0 });
const free = day({ due: 0, met: 0, entered: 0 });
const excused = day({ excused: 5, met: 0, entered: 0 });
const good = Array.from({ length: 28 }, () => day());

test.each([
  ["nobody who met everything", good, []],
  ["a low rate of the last seven days", [...good, ...Array.from({ length: 7 }, () => day({ met: 2 }))], ["rate"]],
  ["three missed days in a row", [...good, missed, missed, missed], ["rate", "missed"]],
  ["not two", [...good, missed, missed], []],
  [
    "days with nothing due neither count nor break it",
    [...good, missed, free, missed, excused, missed],
    ["rate", "missed"],
  ],
  ["a met day breaks it", [...good, missed, missed, missed, missed, missed, missed, day()], ["rate"]],
  ["five days without an entry", [...good, silent, silent, silent, silent, silent], ["rate", "missed", "silent"]],
])("%s", (_what, days, rules) => {
  expect(findReasons(usualRules, days).map(({ rule }) => rule)).toEqual(rules);
});

test("a rate of fewer due values than the rule asks for says nothing", () => {
  expect(findReasons(usualRules, [day({ due: 4, met: 0, entered: 4 })])).toEqual([]);
});

const anyDay = fc
  .record({ due: fc.nat(6), met: fc.nat(6), partly: fc.nat(6), entered: fc.nat(8), excused: fc.nat(6) })
  .map(({ due, met, partly, entered, excused: most }) => {
    const off = Math.min(most, due);
    const done = Math.min(met, due - off);
    return {
      due,
      excused: off,
      met: done,
      partly: Math.min(partly, due - off - done),
      entered: Math.max(entered, done),
    };
  });
const anyDays = fc.array(anyDay, { minLength: 28, maxLength: 35 });

test("days away and excused days never change what is found, and nothing due means nothing found", () => {
  fc.assert(
    fc.property(anyDays, (days) => {
      const excusedDays = days.map(({ due }) => ({ due, excused: due, met: 0, partly: 0, entered: 0 }));
      expect(findReasons(usualRules, excusedDays)).toEqual([]);
      const streaks = (list: PlayerDay[]) => findReasons(usualRules, list).filter(({ rule }) => rule !== "rate");
      expect(streaks([...days, ...Array.from({ length: 3 }, () => excused)])).toEqual(streaks(days));
    }),
    runs(100),
  );
});

test("a rule that is off finds nothing, and more met never adds a reason", () => {
  const off = {
    rate: { ...usualRules.rate, on: false },
    missed: { ...usualRules.missed, on: false },
    silent: { ...usualRules.silent, on: false },
  };
  fc.assert(
    fc.property(anyDays, (days) => {
      expect(findReasons(off, days)).toEqual([]);
      const better = days.map((one) => ({ ...one, met: one.due - one.excused, entered: one.due }));
      expect(findReasons(usualRules, better).length).toBeLessThanOrEqual(findReasons(usualRules, days).length);
    }),
    runs(100),
  );
});

test("a day is marked by what became of it", () => {
  expect(markOf(day(), false)).toBe("met");
  expect(markOf(day({ met: 2 }), false)).toBe("partly");
  expect(markOf(missed, false)).toBe("missed");
  expect(markOf(silent, false)).toBe("missing");
  expect(markOf(excused, false)).toBe("excused");
  expect(markOf(free, false)).toBe("not_due");
  expect(markOf(free, true)).toBe("away");
});
