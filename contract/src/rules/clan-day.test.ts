import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../testing/property-runs.ts";
import {
  addDays,
  countDays,
  type DayRule,
  daysOf,
  endOfClanDay,
  startOfClanDay,
  startOfWeek,
  toClanDate,
  weekdayOf,
} from "./clan-day.ts";

const rule = (time_zone: string, reset_time = "00:00", reset_in_utc = false): DayRule => ({
  effective_from: "2020-01-01",
  time_zone,
  reset_time,
  reset_in_utc,
});
const dateAt = (instant: string, ...rules: DayRule[]) => toClanDate(rules, new Date(instant));
const startOf = (date: string, ...rules: DayRule[]) => startOfClanDay(rules, date).toISOString();

describe("the clan date", () => {
  test.each([
    ["2026-03-04T04:59:59.999Z", rule("UTC", "05:00"), "2026-03-03"],
    ["2026-03-04T05:00:00.000Z", rule("UTC", "05:00"), "2026-03-04"],
    ["2026-03-04T22:29:00Z", rule("Europe/Berlin", "23:30"), "2026-03-03"],
    ["2026-03-04T22:30:00Z", rule("Europe/Berlin", "23:30"), "2026-03-04"],
    ["2026-03-03T23:29:00Z", rule("Europe/Berlin", "00:30"), "2026-03-03"],
    ["2026-03-03T23:30:00Z", rule("Europe/Berlin", "00:30"), "2026-03-04"],
    ["2026-03-04T09:59:59Z", rule("Pacific/Kiritimati"), "2026-03-04"],
    ["2026-03-04T10:00:00Z", rule("Pacific/Kiritimati"), "2026-03-05"],
    ["2026-03-04T11:59:59Z", rule("Etc/GMT+12"), "2026-03-03"],
    ["2026-03-04T12:00:00Z", rule("Etc/GMT+12"), "2026-03-04"],
    ["2026-07-01T04:59:00Z", rule("America/New_York", "05:00", true), "2026-06-30"],
    ["2026-07-01T05:00:00Z", rule("America/New_York", "05:00", true), "2026-07-01"],
    ["2024-02-29T12:00:00Z", rule("Asia/Kathmandu", "05:00"), "2024-02-29"],
    ["2026-12-31T23:30:00Z", rule("Europe/Berlin"), "2027-01-01"],
  ])("at %s is %o's %s", (instant, dayRule, date) => {
    expect(dateAt(instant, dayRule)).toBe(date);
  });
});

describe("when the clocks change", () => {
  test("a reset in the skipped hour happens at the jump", () => {
    expect(startOf("2026-03-29", rule("Europe/Berlin", "02:30"))).toBe("2026-03-29T01:00:00.000Z");
  });
  test("a reset in the repeated hour happens once, the first time", () => {
    const berlin = rule("Europe/Berlin", "02:30");
    expect(startOf("2026-10-25", berlin)).toBe("2026-10-25T00:30:00.000Z");
    expect(dateAt("2026-10-25T00:29:00Z", berlin)).toBe("2026-10-24");
    expect(dateAt("2026-10-25T01:10:00Z", berlin)).toBe("2026-10-25");
  });
  test("days have 23 and 25 hours, and the reset stays at its hour", () => {
    const berlin = [rule("Europe/Berlin", "05:00")];
    const hours = (date: string) =>
      (endOfClanDay(berlin, date).getTime() - startOfClanDay(berlin, date).getTime()) / 3.6e6;
    expect([hours("2026-03-28"), hours("2026-10-24"), hours("2026-07-01")]).toEqual([23, 25, 24]);
  });
  test("a reset fixed in UTC knows no such days", () => {
    const fixed = [rule("Europe/Berlin", "05:00", true)];
    for (const date of ["2026-03-28", "2026-03-29", "2026-10-24"]) {
      expect(endOfClanDay(fixed, date).getTime() - startOfClanDay(fixed, date).getTime()).toBe(86_400_000);
    }
  });
  test("a zone that skipped a whole day has an empty one", () => {
    const apia = [rule("Pacific/Apia")];
    expect(startOfClanDay(apia, "2011-12-30")).toEqual(startOfClanDay(apia, "2011-12-31"));
    expect(toClanDate(apia, new Date("2011-12-30T10:00:00Z"))).toBe("2011-12-31");
  });
  test("midnight that does not exist or comes twice is no trouble", () => {
    expect(startOf("2026-09-06", rule("America/Santiago"))).toBe("2026-09-06T04:00:00.000Z");
    const beirut = rule("Asia/Beirut");
    expect(dateAt("2026-10-24T21:30:00Z", beirut)).toBe(dateAt("2026-10-24T20:59:00Z", beirut));
  });
});

describe("a change of zone or reset", () => {
  const moved = [
    rule("Europe/Berlin", "05:00"),
    { ...rule("America/New_York", "03:00"), effective_from: "2026-06-10" },
  ];
  test("leaves the days before it alone", () => {
    expect(startOf("2026-06-09", ...moved)).toBe("2026-06-09T03:00:00.000Z");
    expect(startOf("2026-06-10", ...moved)).toBe("2026-06-10T07:00:00.000Z");
    expect(dateAt("2026-06-10T06:59:00Z", ...moved)).toBe("2026-06-09");
    expect(dateAt("2026-06-10T07:00:00Z", ...moved)).toBe("2026-06-10");
  });
  test("to the other side of the world may make one day short, but never turns time back", () => {
    const far = [rule("Etc/GMT+12"), { ...rule("Pacific/Kiritimati"), effective_from: "2026-06-10" }];
    expect(dateAt("2026-06-09T09:59:59Z", ...far)).toBe("2026-06-08");
    expect(dateAt("2026-06-09T10:00:00Z", ...far)).toBe("2026-06-10");
  });
});

const zones = Intl.supportedValuesOf("timeZone");
const anyZone = fc.constantFrom(...zones, "UTC", "Etc/GMT+12", "Etc/GMT-14");
const anyReset = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`);
const anyRule = fc.record({
  effective_from: fc.constant("2000-01-01"),
  time_zone: anyZone,
  reset_time: anyReset,
  reset_in_utc: fc.boolean(),
});
const anyInstant = fc.date({
  min: new Date("2005-01-01"),
  max: new Date("2037-12-31"),
  noInvalidDate: true,
});
const anyRules = fc
  .tuple(anyRule, anyRule, fc.integer({ min: 2000, max: 11_000 }))
  .map(([first, second, days]) => [first, { ...second, effective_from: addDays("2000-01-01", days) }]);

test("every instant lies inside its clan day", () => {
  fc.assert(
    fc.property(anyRules, anyInstant, (rules, instant) => {
      const date = toClanDate(rules, instant);
      expect(startOfClanDay(rules, date) <= instant).toBe(true);
      expect(instant < endOfClanDay(rules, date)).toBe(true);
    }),
    runs(2000),
  );
});

test("later is never an earlier clan date", () => {
  fc.assert(
    fc.property(anyRules, anyInstant, fc.integer({ min: 0, max: 3 * 86_400_000 }), (rules, instant, later) => {
      expect(toClanDate(rules, instant) <= toClanDate(rules, new Date(instant.getTime() + later))).toBe(true);
    }),
    runs(1000),
  );
});

test("away from clock changes it is the date of the zone's clock less the reset", () => {
  fc.assert(
    fc.property(anyRule, anyInstant, (dayRule, instant) => {
      const zone = dayRule.reset_in_utc ? "UTC" : dayRule.time_zone;
      const shown = (at: Date) => at.toLocaleString("sv-SE", { timeZone: zone });
      const offset = (at: number) => Date.parse(`${shown(new Date(at)).replace(" ", "T")}Z`) - at;
      const at = Math.floor(instant.getTime() / 1000) * 1000;
      fc.pre(offset(at - 2 * 86_400_000) === offset(at + 2 * 86_400_000) && offset(at) === offset(at - 2 * 86_400_000));
      const [hours = 0, minutes = 0] = dayRule.reset_time.split(":").map(Number);
      const expected = new Date(at + offset(at) - (hours * 60 + minutes) * 60_000).toISOString().slice(0, 10);
      expect(toClanDate([dayRule], new Date(at))).toBe(expected);
    }),
    runs(2000),
  );
});

test("a range has all its days, whatever clocks do meanwhile, and none where it ends before it begins", () => {
  const range = { from: "2024-02-28", to: "2024-03-02" };
  expect(daysOf(range)).toEqual(["2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02"]);
  expect(countDays(range)).toBe(4);
  expect(countDays({ from: "2026-03-28", to: "2026-03-30" })).toBe(3);
  expect(daysOf({ from: "2026-03-02", to: "2026-03-01" })).toEqual([]);
  expect(daysOf({ from: "2026-03-02", to: "" })).toEqual([]);
});

test("weeks begin on the clan's own day", () => {
  expect(weekdayOf("2026-03-01")).toBe(7);
  expect(startOfWeek("2026-03-04", 1)).toBe("2026-03-02");
  expect(startOfWeek("2026-03-01", 1)).toBe("2026-02-23");
  expect(startOfWeek("2026-03-01", 7)).toBe("2026-03-01");
  expect(startOfWeek("2026-03-04", 4)).toBe("2026-02-26");
});
