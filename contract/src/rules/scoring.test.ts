import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../testing/property-runs.ts";
import {
  addUp,
  aggregateOf,
  aggregates,
  findValueProblem,
  hasTwoDecimals,
  largestValue,
  outcomeOf,
  pointsOf,
  ruleOn,
  unitsOf,
  valueTypes,
} from "./scoring.ts";

/** Amounts of two decimals, as whole cents. */
const centsOf = (min: number, max: number) =>
  fc.oneof(fc.integer({ min: min * 100, max: max * 100 }), fc.integer({ min: -500, max: 500 }));
const value = centsOf(-largestValue, largestValue);
const limit = fc.option(centsOf(0, largestValue).map(Math.abs));
const rate = centsOf(-1000, 1000);
const day = fc.integer({ min: 0, max: 60 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

const fromCents = (cents: number) => cents / 100;
const orNull = (cents: number | null) => (cents === null ? null : cents / 100);

/** Long multiplication: hundredths of a cent, half a cent away from zero. */
function slowPoints(isDaysDone: boolean, cap: number | null, pointsPerUnit: number, cents: number): bigint {
  let units = BigInt(cents);
  if (cap !== null && units > BigInt(cap)) units = BigInt(cap);
  if (isDaysDone) units = cents > 0 ? 100n : 0n;
  const product = units * BigInt(pointsPerUnit);
  const size = product < 0n ? -product : product;
  const rounded = size % 100n >= 50n ? size / 100n + 1n : size / 100n;
  return product < 0n ? -rounded : rounded;
}

const toCents = (points: number) => BigInt(points.toFixed(2).replace(".", ""));

describe("points", () => {
  test("are units times points, at most the cap's, to the cent", () => {
    fc.assert(
      fc.property(fc.constantFrom(...aggregates), limit, rate, value, (aggregate, cap, perUnit, cents) => {
        const rule = { daily_cap: orNull(cap), points_per_unit: fromCents(perUnit) };
        const points = pointsOf(aggregate, rule, fromCents(cents));
        expect(toCents(points)).toBe(slowPoints(aggregate === "days_done", cap, perUnit, cents));
        expect(Object.is(points, -0)).toBe(false);
      }),
      runs(1000),
    );
  });

  test.each([
    [0.5, 0.01, 0.01],
    [0.5, -0.01, -0.01],
    [0.49, 0.01, 0],
    [1.5, 0.33, 0.5],
    [999_999_998.99, 999.99, 999_989_998_990.01],
    [-3, 2, -6],
    [0, -5, 0],
  ])("of %d at %d a unit are %d", (units, points_per_unit, points) => {
    expect(pointsOf("sum", { daily_cap: null, points_per_unit }, units)).toBe(points);
  });

  test("of days done are those of one unit for any day with something", () => {
    const rule = { daily_cap: 0.5, points_per_unit: 7 };
    expect([-1, 0, 0.01, 40].map((amount) => pointsOf("days_done", rule, amount))).toEqual([0, 0, 7, 7]);
    expect(unitsOf("sum", rule, 40)).toBe(0.5);
  });

  test("and other amounts add up without dust", () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (cents) => {
        const sum = cents.reduce((all, one) => all + BigInt(one), 0n);
        expect(toCents(addUp(cents.map(fromCents)))).toBe(sum);
      }),
    );
  });
});

test("a day is met from its target on, or with anything where there is none, and partly with less", () => {
  fc.assert(
    fc.property(limit, value, (target, cents) => {
      const outcome = outcomeOf({ daily_target: orNull(target) }, fromCents(cents));
      const isMet = target === null ? cents >= 1 : cents - target >= 0;
      const other = cents >= 1 ? "partly" : "missed";
      expect(outcome).toBe(isMet ? "met" : other);
    }),
  );
});

test("the values of a period read as their sum, their best, their latest or their number", () => {
  const entries = fc.uniqueArray(fc.record({ day, cents: value }), {
    selector: (entry) => entry.day,
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(entries, (list) => {
      const given = list.map((entry) => ({ day: entry.day, value: fromCents(entry.cents) }));
      const read = aggregates.map((aggregate) => aggregateOf(aggregate, given));
      let [sum, best, done] = [0n, -(10n ** 20n), 0];
      let latest = { day: "", cents: 0 };
      for (const entry of list) {
        sum += BigInt(entry.cents);
        if (BigInt(entry.cents) > best) best = BigInt(entry.cents);
        if (entry.cents > 0) done += 1;
        if (entry.day > latest.day) latest = entry;
      }
      const [readSum = 0, readBest = 0, readLatest, readDone] = read;
      expect([toCents(readSum ?? 0), toCents(readBest ?? 0)]).toEqual([sum, best]);
      expect([readLatest, readDone]).toEqual([fromCents(latest.cents), done]);
    }),
  );
  expect(aggregates.map((aggregate) => aggregateOf(aggregate, []))).toEqual([null, null, null, null]);
});

test("a rule holds from its day until the next one's, and the first also before", () => {
  const rules = fc
    .uniqueArray(day, { minLength: 1, maxLength: 8 })
    .map((days) => days.toSorted().map((effective_from) => ({ effective_from })));
  fc.assert(
    fc.property(rules, day, (sorted, on) => {
      const begun = sorted.map(({ effective_from }) => effective_from).filter((from) => from <= on);
      expect(ruleOn(sorted, on).effective_from).toBe(begun.toSorted().pop() ?? sorted[0]?.effective_from);
    }),
  );
  expect(() => ruleOn([], "2026-01-01")).toThrow("no rule");
});

describe("a value", () => {
  const limits = { min_value: fc.option(value), max_value: fc.option(value) };
  test("fits when it is of its kind and within its limits", () => {
    fc.assert(
      fc.property(fc.constantFrom(...valueTypes), fc.record(limits), value, (value_type, range, cents) => {
        const min_value = orNull(range.min_value);
        const max_value = orNull(range.max_value);
        const fits = findValueProblem({ value_type, min_value, max_value }, fromCents(cents)) === null;
        const isKind = value_type === "decimal" || BigInt(cents) % 100n === 0n;
        const lowest = Math.max(range.min_value ?? 0, value_type === "duration" ? 0 : -Infinity);
        const highest = range.max_value ?? largestValue * 100;
        const isYesOrNo = cents === 0 || cents === 100;
        expect(fits).toBe(value_type === "yes_no" ? isYesOrNo : isKind && cents >= lowest && cents <= highest);
      }),
      runs(1000),
    );
  });

  test.each([
    ["whole", 1.5, "Enter a whole number."],
    ["duration", 1.5, "Enter whole minutes."],
    ["decimal", 1.234, "Enter at most two decimals."],
    ["decimal", 99999.123, "Enter at most two decimals."],
    ["decimal", 123456.789, "Enter at most two decimals."],
    ["decimal", 9_999_999.991, "Enter at most two decimals."],
    ["yes_no", 2, "Enter yes or no (1 or 0)."],
    ["whole", -1, "Enter at least 0."],
    ["decimal", largestValue + 1, `Enter at most ${largestValue}.`],
    ["whole", Number.NaN, "Enter a number."],
    ["whole", Infinity, "Enter a number."],
  ] as const)("that does not fit %s is told why: %d", (value_type, amount, problem) => {
    expect(findValueProblem({ value_type, min_value: null, max_value: null }, amount)).toBe(problem);
  });

  test("has two decimals also with the dust of a sum, and then keeps to its limits", () => {
    const tight = { value_type: "decimal", min_value: -0.3, max_value: 0.3 } as const;
    expect([0.1 + 0.2, -0.1 - 0.2].map((amount) => findValueProblem(tight, amount))).toEqual([null, null]);
    expect([0.31, -0.31].map((amount) => findValueProblem(tight, amount))).toEqual([
      "Enter at most 0.3.",
      "Enter at least -0.3.",
    ]);
    const tenths = Array.from({ length: 300 }, () => 0.1).reduce((sum, tenth) => sum + tenth, 0);
    const amounts = [0.1 + 0.2, tenths, 99_999.1 + 0.02, 123_456.78, largestValue - 1 + 0.1 + 0.2];
    const tooFine = [1.005, 1.000_01, 99_999.123, 123_456.789, largestValue - 0.001];
    expect(amounts.flatMap((amount) => [amount, -amount]).filter((amount) => !hasTwoDecimals(amount))).toEqual([]);
    expect(tooFine.flatMap((amount) => [amount, -amount]).filter(hasTwoDecimals)).toEqual([]);
  });
});
