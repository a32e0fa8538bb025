import { expect, test } from "vitest";
import { toReport } from "./test-report.mjs";
import { selectTests } from "./test-selected.mjs";

const group = { passed: 20, failed: 0, environment: 0.5, import: 2, tests: 7.25 };

function toLines(results: object[]) {
  const { text, hasFailed } = toReport(results, 12.5);
  return { hasFailed, lines: text.split("\n").map((line) => line.trim().replace(/ +/g, " ")) };
}

test("a run is told by phase and project, with the slowest files, and its last line counts everything", () => {
  const slowest = [
    { name: "a.test.ts", seconds: 1 },
    { name: "b.test.ts", seconds: 6.04 },
  ];
  const { lines, hasFailed } = toLines([
    { name: "check lint", seconds: 3, hasFailed: false },
    {
      name: "api",
      seconds: 9.5,
      hasFailed: false,
      report: { startUp: 2.5, failed: 0, slowest, groups: { server: group } },
    },
  ]);
  expect(lines).toEqual([
    "phase seconds start-up environment import tests passed failed",
    "check lint 3 1 0",
    "api 9.5 2.5 0 0",
    "server 0.5 2 7.3 20 0",
    "all 12.5 21 0",
    "",
    "The slowest, in seconds:",
    "6.0 b.test.ts",
    "1.0 a.test.ts",
    "",
    "21 passed, 0 failed",
  ]);
  expect(hasFailed).toBe(false);
});

test("what passed at the second try is named with why it failed at first", () => {
  const unsteady = [{ name: "a bulletin is read (phone)", reason: "Error: too late" }];
  const report = { startUp: 1, failed: 0, slowest: [], unsteady, groups: { journeys: group } };
  const { lines, hasFailed } = toLines([{ name: "journeys", seconds: 1, hasFailed: false, report }]);
  expect(lines.slice(-4)).toEqual([
    "Passed at the second try:",
    "a bulletin is read (phone): Error: too late",
    "",
    "20 passed, 0 failed",
  ]);
  expect(hasFailed).toBe(false);
});

test.each([
  ["a check", { hasFailed: true }, "0 passed, 1 failed"],
  ["a runner that broke down", { hasFailed: true, report: null }, "0 passed, 1 failed"],
  [
    "an error outside of any test",
    { hasFailed: true, report: { failed: 1, slowest: [], groups: { web: group } } },
    "20 passed, 1 failed",
  ],
  [
    "two tests",
    { hasFailed: true, report: { failed: 0, slowest: [], groups: { web: { ...group, failed: 2 } } } },
    "20 passed, 2 failed",
  ],
])("the failure of %s is counted", (_what, result, last) => {
  const { lines, hasFailed } = toLines([{ name: "phase", seconds: 1, ...result }]);
  expect(lines.at(-1)).toBe(last);
  expect(hasFailed).toBe(true);
});

test("a test is found by its path, a folder by its name, and a title by its words", () => {
  expect(selectTests(["./scripts/test-run.test.ts"])).toEqual({ files: ["scripts/test-run.test.ts"], title: null });
  expect(selectTests(["e2e"]).files.every((file) => file.startsWith("e2e/"))).toBe(true);
  const texts = "is found by its path, a folder by its name";
  expect(selectTests([texts])).toEqual({ files: ["scripts/test-run.test.ts"], title: texts });
  expect(selectTests(["nothing is called", "like this"]).files).toEqual([]);
});
