import { writeFileSync } from "node:fs";

/** Writes where the time of the browser tests went to the file that TEST_REPORT names. */
export default class PlaywrightReport {
  #firstStart;
  #groups = {};
  #times = new Map();
  #errors = 0;

  onTestBegin() {
    this.#firstStart ??= Date.now();
  }

  onTestEnd(test, { duration, status }) {
    const project = test.parent.project().name;
    const name = project.startsWith("accessibility") ? "accessibility" : "journeys";
    const group = (this.#groups[name] ??= { passed: 0, failed: 0, tests: 0 });
    group.tests += duration / 1000;
    if (status === "passed") group.passed++;
    else if (status !== "skipped") group.failed++;
    this.#times.set(`${test.title} (${project})`, duration / 1000);
  }

  onError() {
    this.#errors++;
  }

  onEnd() {
    const startUp = ((this.#firstStart ?? Date.now()) - Number(process.env.TEST_REPORT_SINCE)) / 1000;
    const slowest = [...this.#times]
      .map(([name, seconds]) => ({ name, seconds }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, 10);
    const report = { startUp, groups: this.#groups, slowest, failed: this.#errors };
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }

  printsToStdio() {
    return false;
  }
}
