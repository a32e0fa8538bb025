import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryBuild } from "./build.mjs";
import { toChecks } from "./checks.mjs";
import { findChromium } from "./find-chromium.mjs";
import { findText } from "./hash-files.mjs";
import { root, runQuietly } from "./run-quietly.mjs";
import { runSteps } from "./run-steps.mjs";
import { toReport } from "./test-report.mjs";

/** What the reporters of both runners write, so that one table can be made of it. */
const folder = mkdtempSync(join(tmpdir(), "clanhall-report-"));

/** Checks, every test and every journey, on two cores; ends with the table of where the time went. */
export async function runAllTests() {
  const since = performance.now();
  // The checks keep one core busy, the tests that need no server the other one.
  const results = await runSteps([{ name: "build", run: tryBuild }, vitest("unit", unitProjects), ...toChecks()], 2);
  if (!results.some(({ name, hasFailed }) => name === "build" && hasFailed)) {
    const later = [
      vitest("api", ["server"]),
      vitest("pages", ["web"]),
      journeys(),
      vitest("processes", ["processes", "measured"]),
    ];
    results.push(...(await runSteps(later, 1)));
  }
  rmSync(folder, { recursive: true });
  const { text, hasFailed } = toReport(results, (performance.now() - since) / 1000);
  process.stdout.write(`\n${text}\n`);
  return hasFailed ? 1 : 0;
}

const unitProjects = ["contract", "scripts", "web-unit"];

function vitest(name, projects) {
  const file = join(folder, `${name}.json`);
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=dot", `--reporter=${join(root, "scripts", "vitest-report.mjs")}`];
  return {
    name,
    async run() {
      const env = reportTo(file);
      // What passes at the second try is named at the end of the run.
      return withReport(await runQuietly("vitest", ["run", "--retry=1", ...chosen, ...reporters], { env }), file);
    },
  };
}

function journeys() {
  const file = join(folder, "journeys.json");
  return {
    name: "journeys",
    async run() {
      const chromium = await findChromium();
      if (!chromium) return { hasFailed: true, output: "Install Chromium, or set CHROMIUM_PATH to the one you have." };
      const env = { CHROMIUM_PATH: chromium, ...reportTo(file) };
      const args = ["test", `--reporter=dot,${join(root, "scripts", "playwright-report.mjs")}`];
      return withReport(await runQuietly("playwright", args, { cwd: join(root, "e2e"), env }), file);
    },
  };
}

function reportTo(file) {
  return { TEST_REPORT: file, TEST_REPORT_SINCE: String(Date.now()) };
}

/** A run that broke down before its end has written no report: that is one failure more. */
function withReport(result, file) {
  const report = findText(file);
  return { ...result, report: report ? JSON.parse(report) : null };
}
