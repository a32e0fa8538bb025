import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellStateOf, dayStateOf, isScheduled, type Presence, rateOf, type Schedule, whyNotDue } from "./cells.ts";
import { addDays, weekdayOf } from "./clan-day.ts";

/** 2 March 2026 is a Monday. */
const monday = "2026-03-02";
const dayAt = (days: number) => addDays(monday, days);
const offset = fc.integer({ min: -20, max: 20 });
const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Day numbers from a period, counted out one by one. */
function countOut(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}

describe("an activity is asked for", () => {
  const always: Schedule = {
    start_date: null,
    end_date: null,
    pauses: [],
    rules: [{ effective_from: "2026-01-01", weekdays: everyDay }],
  };

  test.each<[string, Partial<Schedule>, string, boolean]>([
    ["from its first day", { start_date: monday }, monday, true],
    ["not before its first day", { start_date: monday }, dayAt(-1), false],
    ["until its last day", { end_date: monday }, monday, true],
    ["not after its last day", { end_date: monday }, dayAt(1), false],
    ["not on the first day of a pause", { pauses: [{ from: monday, to: dayAt(2) }] }, monday, false],
    ["not on the last day of a pause", { pauses: [{ from: monday, to: dayAt(2) }] }, dayAt(2), false],
    ["again after a pause", { pauses: [{ from: monday, to: dayAt(2) }] }, dayAt(3), true],
    ["before a pause without an end", { pauses: [{ from: monday, to: null }] }, dayAt(-1), true],
    ["never in a pause without an end", { pauses: [{ from: monday, to: null }] }, "2999-01-01", false],
    ["on its weekdays", { rules: [{ effective_from: "2026-01-01", weekdays: [1] }] }, monday, true],
    ["not on other weekdays", { rules: [{ effective_from: "2026-01-01", weekdays: [1] }] }, dayAt(1), false],
    [
      "by its first rule before that one began",
      { rules: [{ effective_from: dayAt(30), weekdays: [1] }] },
      monday,
      true,
    ],
    ["on Sundays", { rules: [{ effective_from: "2026-01-01", weekdays: [7] }] }, dayAt(6), true],
  ])("%s", (_, change, day, answer) => {
    expect(isScheduled({ ...always, ...change }, day)).toBe(answer);
  });

  test("on the weekdays of the rule that is valid on the day", () => {
    const rules = [
      { effective_from: "2026-01-01", weekdays: [1] },
      { effective_from: dayAt(7), weekdays: [2] },
    ];
    const asked = countOut(0, 13).filter((day) => isScheduled({ ...always, rules }, dayAt(day)));
    expect(asked).toEqual([0, 8]);
  });

  test("on exactly the days that remain when all others are crossed out", () => {
    const period = fc.tuple(offset, fc.option(fc.nat(10)));
    const rule = fc.tuple(offset, fc.subarray(everyDay, { minLength: 1 }));
    fc.assert(
      fc.property(
        fc.option(offset),
        fc.option(offset),
        fc.array(period, { maxLength: 3 }),
        fc.uniqueArray(rule, { minLength: 1, maxLength: 3, selector: ([from]) => from }),
        (start, end, pauses, rules) => {
          const sorted = rules.toSorted(([a], [b]) => a - b);
          const days = new Set(countOut(start ?? -30, end ?? 30));
          for (const [from, length] of pauses) {
            for (const day of countOut(from, length === null ? 30 : from + length)) days.delete(day);
          }
          for (const day of countOut(-30, 30)) {
            let weekdays = sorted[0]?.[1] ?? [];
            for (const [from, own] of sorted) if (from <= day) weekdays = own;
            if (!weekdays.includes(weekdayOf(dayAt(day)))) days.delete(day);
          }
          const schedule: Schedule = {
            start_date: start === null ? null : dayAt(start),
            end_date: end === null ? null : dayAt(end),
            pauses: pauses.map(([from, length]) => ({
              from: dayAt(from),
              to: length === null ? null : dayAt(from + length),
            })),
            rules: sorted.map(([from, weekdays]) => ({ effective_from: dayAt(from), weekdays })),
          };
          const asked = countOut(-30, 30).filter((day) => isScheduled(schedule, dayAt(day)));
          expect(asked).toEqual(countOut(-30, 30).filter((day) => days.has(day)));
        },
      ),
    );
  });
});

describe("of a player nothing is asked", () => {
  const since: Presence = { spans: [{ starts_on: monday, ends_on: null }], away: [] };
  const leftAndBack: Presence = {
    spans: [
      { starts_on: monday, ends_on: dayAt(4) },
      { starts_on: dayAt(10), ends_on: null },
    ],
    away: [],
  };
  const onLeave: Presence = { ...since, away: [{ starts_on: dayAt(5), ends_on: dayAt(6) }] };

  test.each<[string, Presence, number, number, ReturnType<typeof whyNotDue>]>([
    ["before they came", since, 0, -1, "off_roster"],
    ["only until they came, without a grace", since, 0, 0, null],
    ["on the first day of a grace", since, 3, 0, "grace"],
    ["on the last day of a grace", since, 3, 2, "grace"],
    ["only as long as the grace lasts", since, 3, 3, null],
    ["only until they leave: not yet on the last day", leftAndBack, 3, 4, null],
    ["once they have left", leftAndBack, 3, 5, "off_roster"],
    ["until they are back", leftAndBack, 3, 9, "off_roster"],
    ["for no second grace when they come back", leftAndBack, 3, 10, null],
    ["in what is left of a long grace when they come back", leftAndBack, 12, 11, "grace"],
    ["only while they are away: not the day before", onLeave, 0, 4, null],
    ["on the first day away", onLeave, 0, 5, "away"],
    ["on the last day away", onLeave, 0, 6, "away"],
    ["only while they are away: not the day after", onLeave, 0, 7, null],
    ["in the grace, whether away or not", onLeave, 6, 5, "grace"],
    ["when they never were on the roster", { spans: [], away: [] }, 0, 0, "off_roster"],
  ])("%s", (_, presence, grace_days, day, answer) => {
    expect(whyNotDue(presence, { grace_days, first_day: null }, dayAt(day))).toBe(answer);
  });

  test.each<[string, Presence, number, number, ReturnType<typeof whyNotDue>]>([
    ["never in the first days of who was there on the clan's first day", since, 0, 0, null],
    ["never in the first days of who came before it", since, 1, 0, null],
    ["in the first days of who came after it", since, -1, 2, "grace"],
    ["only as long as the grace of who came after it lasts", since, -1, 3, null],
    ["once they have left, on whichever day they came", leftAndBack, 0, 5, "off_roster"],
    ["for no grace when they come back after the first day", leftAndBack, 0, 10, null],
    ["while who was there at first is away", onLeave, 0, 5, "away"],
  ])("%s", (_, presence, firstDay, day, answer) => {
    expect(whyNotDue(presence, { grace_days: 3, first_day: dayAt(firstDay) }, dayAt(day))).toBe(answer);
  });

  test("on exactly the days that are crossed out", () => {
    const turns = fc.uniqueArray(offset, { minLength: 1, maxLength: 6 }).map((days) => days.toSorted((a, b) => a - b));
    const away = fc.array(fc.tuple(offset, fc.nat(6)), { maxLength: 3 });
    fc.assert(
      fc.property(turns, away, fc.nat(10), fc.option(offset), (days, gone, grace_days, first) => {
        const isAtOnce = first !== null && (days[0] ?? 0) <= first;
        const spans = days.flatMap((from, turn) => (turn % 2 === 0 ? [{ from, until: days[turn + 1] ?? 99 }] : []));
        const reasons = new Map<number, string>();
        for (const [from, length] of gone) for (const day of countOut(from, from + length)) reasons.set(day, "away");
        const graceDays = isAtOnce ? 0 : grace_days;
        for (const day of countOut(days[0] ?? 0, (days[0] ?? 0) + graceDays - 1)) reasons.set(day, "grace");
        for (const day of countOut(-30, 30)) {
          if (!spans.some(({ from, until }) => from <= day && day < until)) reasons.set(day, "off_roster");
        }
        const presence: Presence = {
          spans: spans.map(({ from, until }) => ({
            starts_on: dayAt(from),
            ends_on: until === 99 ? null : dayAt(until - 1),
          })),
          away: gone.map(([from, length]) => ({ starts_on: dayAt(from), ends_on: dayAt(from + length) })),
        };
        for (const day of countOut(-30, 30)) {
          const grace = { grace_days, first_day: first === null ? null : dayAt(first) };
          expect(whyNotDue(presence, grace, dayAt(day))).toBe(reasons.get(day) ?? null);
        }
      }),
    );
  });
});

test.each([
  [null, true, "missing"],
  [null, false, "not_due"],
  ["cleared", true, "missing"],
  ["cleared", false, "not_due"],
  ["value", true, "value"],
  ["value", false, "value"],
  ["excused", true, "excused"],
  ["excused", false, "excused"],
] as const)("a cell with %s, due: %s, is %s", (entered, isDue, state) => {
  expect(cellStateOf(entered, isDue)).toBe(state);
});

describe("a rate", () => {
  test.each([
    [{ met: 0, due: 0, excused: 0 }, null],
    [{ met: 0, due: 3, excused: 3 }, null],
    [{ met: 0, due: 3, excused: 0 }, 0],
    [{ met: 3, due: 3, excused: 0 }, 100],
    [{ met: 1, due: 3, excused: 0 }, 33.3],
    [{ met: 2, due: 3, excused: 0 }, 66.7],
    [{ met: 2, due: 4, excused: 1 }, 66.7],
  ])("of %j is %s", (counts, rate) => {
    expect(rateOf(counts)).toBe(rate);
  });

  test("is the percentage within half of a tenth, from 0 to 100, and the same for half as many of each", () => {
    fc.assert(
      fc.property(fc.nat(400), fc.integer({ min: 1, max: 400 }), fc.nat(400), (met, missed, excused) => {
        const due = met + missed + excused;
        const rate = rateOf({ met, due, excused });
        expect(rateOf({ met: 2 * met, due: 2 * due, excused: 2 * excused })).toBe(rate);
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThanOrEqual(100);
        expect(Math.abs((rate ?? 0) * (met + missed) - met * 100)).toBeLessThanOrEqual(0.050001 * (met + missed));
      }),
    );
  });
});

describe("a day", () => {
  test.each([
    [1, 2, false, "future"],
    [1, 2, true, "future"],
    [0, 0, false, "open"],
    [-1, 0, false, "locked"],
    [-1, 1, false, "late"],
    [-2, 2, false, "late"],
    [-3, 2, false, "locked"],
    [-3, 2, true, "late"],
    [-400, 0, true, "late"],
  ] as const)("%i days from today with a late window of %i, opened again: %s, is %s", (days, late, reopened, state) => {
    expect(dayStateOf(dayAt(days), monday, late, reopened)).toBe(state);
  });

  test("of the late window is late, and those before are locked", () => {
    fc.assert(
      fc.property(offset, fc.nat(14), (today, lateDays) => {
        const states = countOut(today - 20, today + 2).map((day) =>
          dayStateOf(dayAt(day), dayAt(today), lateDays, false),
        );
        const some = (count: number, state: string) => Array.from({ length: count }, () => state);
        expect(states).toEqual([
          ...some(20 - lateDays, "locked"),
          ...some(lateDays, "late"),
          "open",
          ...some(2, "future"),
        ]);
      }),
    );
  });
});
