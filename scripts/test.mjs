import { ensureInstalled } from "./install.mjs";
import { runAllTests } from "./test-all.mjs";
import { runSelectedTests } from "./test-selected.mjs";

await ensureInstalled();
const wanted = process.argv.slice(2);
process.exitCode = wanted.length > 0 ? await runSelectedTests(wanted) : await runAllTests();
