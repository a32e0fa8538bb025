import { expect, test } from "vitest";
import { readParams, setValues, writeParams } from "./search-filters.ts";

const spec = {
  q: { max: 5 },
  state: { values: ["open", "done"] },
  idle: { param: "days", values: ["3", "7"] },
  away: { values: ["true", "false"] },
  from: { pattern: /^\d{4}-\d\d$/ },
  sort: { values: ["newest", "name"], initial: "newest" },
} as const;
const nothing = { q: "", state: "", idle: "", away: "", from: "", sort: "newest" };

test("an address is read as text, and what nobody could have chosen is left out", () => {
  expect(readParams(spec, {})).toEqual(nothing);
  expect(readParams(spec, { q: 1234567, state: "open", days: 7, away: false, from: "2026-03", sort: "name" })).toEqual({
    q: "12345",
    state: "open",
    idle: "7",
    away: "false",
    from: "2026-03",
    sort: "name",
  });
  expect(readParams(spec, { q: {}, state: "gone", days: 4, away: "yes", from: "March", sort: null })).toEqual(nothing);
});

test("what is as usual takes its name out of the address; numbers and yes or no stand there as such", () => {
  expect(writeParams(spec, { q: "7", idle: "7", away: "true", state: "", sort: "newest" })).toEqual({
    q: "7",
    days: 7,
    away: true,
    state: undefined,
    sort: undefined,
  });
  expect(setValues({ q: "", state: "open" })).toEqual({ state: "open" });
});
