import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The server's tests leave the second core to PostgreSQL; those of the web have both to themselves. */
const bothCores = { maxWorkers: "100%", sequence: { groupOrder: 1 } };

/** Tests without markup that need a page all the same: its storage, its address, its events. */
const inBrowser = [
  "src/{app,public-pages}/**/*.test.ts",
  "src/**/*.api.test.ts",
  "src/features/auth/next-path.test.ts",
  "src/features/entries/sheet/create-sheet.test.ts",
  "src/lib/{admin-status,analytics-coverage,api-client,create-analytics,etag-cache,follow-events,half-session}.test.ts",
  "src/lib/{health-check,load-when-reachable,session,sign-in,stored-session}.test.ts",
  "src/ui/theme.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      { test: { name: "house", include: ["scripts/**/*.test.ts"] } },
      { test: { name: "contract", include: ["contract/src/**/*.test.ts"], testTimeout: 20_000 } },
      {
        test: {
          name: "server",
          // The server's modules keep no state of their own, and loading them anew for every file takes longer than the tests.
          isolate: false,
          include: ["server/src/**/*.test.ts"],
          globalSetup: ["server/src/testing/postgres.ts"],
          setupFiles: ["server/src/testing/quiet.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.tsx", ...inBrowser],
          environment: "happy-dom",
          // What a page keeps in memory is created for every test: loading the app anew for every file takes longer.
          isolate: false,
          ...bothCores,
          testTimeout: 30_000,
          setupFiles: [fileURLToPath(new URL("web/src/testing/setup.ts", import.meta.url))],
        },
      },
      {
        test: {
          name: "web-unit",
          root: "web",
          include: ["src/**/*.test.ts"],
          exclude: inBrowser,
          isolate: false,
          ...bothCores,
        },
      },
    ],
  },
});
