import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const propertyRuns = fileURLToPath(new URL("contract/src/testing/property-runs.ts", import.meta.url));

/** Tests that start, stop and kill processes: they run alone and last, so that nobody's timing suffers. */
const processes = [
  "scripts/units.test.ts",
  "server/src/{main,built-server}.test.ts",
  "server/src/cli/clanhall.test.ts",
  "server/src/db/{embedded/open,migrate,reads}.test.ts",
  "server/src/features/webhooks/killed-instance.test.ts",
];

/** Tests that have a time to keep: nothing runs beside them. */
const measured = ["server/src/event-loop.test.ts", "server/src/features/discord/load.test.ts"];

/** Tests of the web without markup that need a page all the same: its storage, its address, its events. */
const inBrowser = [
  "src/{app,public-pages}/**/*.test.ts",
  "src/**/*.api.test.ts",
  "src/features/auth/{api,redirects}.test.ts",
  "src/features/app-admins/api.test.ts",
  "src/features/entries/{api,sheet/day-sheet}.test.ts",
  "src/domain/profile.test.ts",
  "src/lib/compat/endpoints.test.ts",
  "src/lib/{analytics,api-client,etag-cache,events,health-check,leaving,load-chunk,session,stored-session}.test.ts",
  "src/lib/shared/create-analytics.test.ts",
  "src/ui/core/theme.test.ts",
];

/** One more than there are cores: a test often waits, for the database, for a process or for a moment to pass. */
const workers = 3;

const server = {
  // The server's modules keep no state of their own, and loading them anew for every file takes longer than the tests.
  isolate: false,
  globalSetup: ["server/src/testing/postgres.ts"],
  setupFiles: [propertyRuns, "server/src/testing/fail-on-console.ts", "server/src/testing/cheap-passwords.ts"],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

const processServer = {
  ...server,
  // The servers and commands that are started read the same files again and again.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url)) },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "scripts",
          include: ["scripts/**/*.test.ts"],
          exclude: processes,
          setupFiles: propertyRuns,
          maxWorkers: 2,
          // They read all sources, beside everything else that begins at that moment.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "contract",
          isolate: false,
          include: ["contract/src/**/*.test.ts"],
          setupFiles: propertyRuns,
          maxWorkers: 2,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "web-unit",
          root: "web",
          isolate: false,
          include: ["src/**/*.test.ts"],
          exclude: inBrowser,
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...server,
          name: "server",
          include: ["server/src/**/*.test.ts"],
          exclude: [...processes, ...measured],
          maxWorkers: workers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: "web/vite.config.ts",
        test: {
          name: "web",
          root: "web",
          environment: "happy-dom",
          // What a page keeps in memory is created for every test: loading the app anew for every file takes longer.
          isolate: false,
          include: ["src/**/*.test.tsx", ...inBrowser],
          setupFiles: [fileURLToPath(new URL("web/src/testing/setup.ts", import.meta.url))],
          maxWorkers: workers,
          sequence: { groupOrder: 2 },
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...processServer,
          name: "processes",
          include: processes,
          maxWorkers: workers,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...processServer,
          name: "measured",
          include: measured,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
