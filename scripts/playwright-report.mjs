import { writeFileSync } from "node:fs";

/** Writes where the time of the browser tests went to the file that TEST_REPORT names. */
export default class PlaywrightReport {
  #firstStart;
  #groups = {};
  #times = new Map();
  #errors = 0;
  /** Tests that have failed so far, and may yet pass at the second try. */
  #failed = new Map();
  #unsteady = [];

  onTestBegin() {
    this.#firstStart ??= Date.now();
  }

  onTestEnd(test, { duration, status, errors }) {
    const project = test.parent.project().name;
    const name = project.startsWith("accessibility") ? "accessibility" : "journeys";
    const group = (this.#groups[name] ??= { passed: 0, failed: 0, tests: 0 });
    group.tests += duration / 1000;
    const title = `${test.title} (${project})`;
    const earlier = this.#failed.get(title);
    if (status === "passed") {
      group.passed++;
      if (earlier) {
        group.failed--;
        this.#unsteady.push({ name: title, reason: earlier });
      }
    } else if (status !== "skipped" && !earlier) {
      group.failed++;
      this.#failed.set(title, errors[0]?.message?.split("\n")[0] ?? status);
    }
    this.#times.set(title, duration / 1000);
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
    const report = { startUp, groups: this.#groups, slowest, unsteady: this.#unsteady, failed: this.#errors };
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }

  printsToStdio() {
    return false;
  }
}
