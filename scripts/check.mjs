import { toChecks } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";
import { runSteps } from "./run-steps.mjs";

await ensureInstalled();
const results = await runSteps(toChecks(), 2);
process.exitCode = results.some(({ hasFailed }) => hasFailed) ? 1 : 0;
