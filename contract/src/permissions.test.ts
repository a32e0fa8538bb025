import { expect, test } from "vitest";
import { canInClan } from "./permissions.ts";

test("a plain member sees the clan and manages nothing", () => {
  expect(canInClan("member", "clan.view")).toBe(true);
  expect(canInClan("member", "clan.manage")).toBe(false);
  expect(canInClan("member", "clan.own")).toBe(false);
});

test("a maintainer manages the clan without owning it", () => {
  expect(canInClan("maintainer", "clan.manage")).toBe(true);
  expect(canInClan("maintainer", "clan.own")).toBe(false);
});

test("somebody without a role may do nothing", () => {
  expect(canInClan(null, "clan.view")).toBe(false);
});
