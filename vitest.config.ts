import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const propertyRuns = "contract/src/testing/property-runs.ts";

/** Tests that start, stop and kill processes: they run alone and last, so that nobody's timing suffers. */
const processes = [
  "server/src/main.test.ts",
  "server/src/cli/clanhall.test.ts",
  "server/src/db/{embedded,migrate}.test.ts",
  "server/src/features/webhooks/killed-instance.test.ts",
];

const server = {
  // The server's modules keep no state of their own, and loading them anew for every file takes longer than the tests.
  isolate: false,
  globalSetup: ["server/src/testing/postgres.ts"],
  setupFiles: [propertyRuns, "server/src/testing/fail-on-console.ts", "server/src/testing/cheap-passwords.ts"],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    projects: [
      { test: { name: "house", include: ["scripts/**/*.test.ts"], maxWorkers: "100%", setupFiles: propertyRuns } },
      {
        test: {
          name: "contract",
          isolate: false,
          include: ["contract/src/**/*.test.ts"],
          maxWorkers: "100%",
          setupFiles: propertyRuns,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          ...server,
          name: "server",
          include: ["server/src/**/*.test.ts"],
          exclude: processes,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...server,
          name: "processes",
          include: processes,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          // The servers and commands that are started read the same files again and again.
          env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url)) },
        },
      },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          maxWorkers: "100%",
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          setupFiles: [fileURLToPath(new URL("web/src/testing/setup.ts", import.meta.url))],
        },
      },
    ],
  },
});
