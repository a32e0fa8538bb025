import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    maxWorkers: "100%",
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
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          testTimeout: 30_000,
          setupFiles: [fileURLToPath(new URL("web/src/testing/setup.ts", import.meta.url))],
        },
      },
    ],
  },
});
