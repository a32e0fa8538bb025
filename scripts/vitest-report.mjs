import { writeFileSync } from "node:fs";
import { relative } from "node:path";

/** Writes where the time of a Vitest run went, by project, to the file that TEST_REPORT names. */
export default class VitestReport {
  #firstStart;

  onTestModuleStart() {
    this.#firstStart ??= Date.now();
  }

  onTestRunEnd(modules, errors) {
    const groups = {};
    for (const module of modules) {
      groups[module.project.name] ??= { passed: 0, failed: 0, environment: 0, import: 0, tests: 0 };
      count(groups[module.project.name], module);
    }
    for (const [name, group] of Object.entries(groups)) {
      group.environment = sumEnvironments(modules.filter(({ project }) => project.name === name));
    }
    const slowest = modules
      .map((module) => ({
        name: relative(process.cwd(), module.moduleId),
        seconds: module.diagnostic().duration / 1000,
      }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, 10);
    const unsteady = modules.flatMap((module) => [...module.children.allTests()]).flatMap(toUnsteady);
    const startUp = ((this.#firstStart ?? Date.now()) - Number(process.env.TEST_REPORT_SINCE)) / 1000;
    writeFileSync(
      process.env.TEST_REPORT,
      JSON.stringify({ startUp, groups, slowest, unsteady, failed: errors.length }),
    );
  }
}

/** A test that passed only at its second try, with its first error. */
function toUnsteady(test) {
  if (!test.diagnostic()?.flaky) return [];
  const [line = ""] = (test.result().errors?.[0]?.message ?? "").split("\n");
  return [{ name: `${test.fullName} (${test.project.name})`, reason: line }];
}

function count(group, module) {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  group.import += (collectDuration + setupDuration) / 1000;
  group.tests += duration / 1000;
  const cases = [...module.children.allTests()].map((test) => test.result().state);
  group.passed += cases.filter((state) => state === "passed").length;
  // A file that cannot be loaded, or whose own hook fails, fails without any of its tests.
  const failed = cases.filter((state) => state === "failed").length;
  group.failed += failed === 0 && module.state() === "failed" ? 1 : failed;
}

/** Files that share a process share its environment, and each of them reports the same time for it. */
function sumEnvironments(modules) {
  const times = new Set(modules.map((module) => module.diagnostic().environmentSetupDuration));
  return [...times].reduce((sum, ms) => sum + ms, 0) / 1000;
}
