import { statfsSync } from "node:fs";
import { freemem } from "node:os";
import { ensureInstalled } from "./install.mjs";
import { runAllTests } from "./test-all.mjs";
import { runSelectedTests } from "./test-selected.mjs";

await ensureInstalled();
useMemoryForScratch();
const wanted = process.argv.slice(2);
process.exitCode = wanted.length > 0 ? await runSelectedTests(wanted) : await runAllTests();

/** Databases and browser profiles that last for one run: a slow disk would hold up tests that have a time to keep. */
function useMemoryForScratch() {
  const folder = "/dev/shm";
  const enough = 6 * 1024 ** 3;
  if (process.env.TMPDIR || freemem() < 2 * enough) return;
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize >= enough) process.env.TMPDIR = folder;
  } catch {
    // Not every system has it.
  }
}
