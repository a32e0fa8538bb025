import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

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
          setupFiles: ["server/src/testing/fail-on-console.ts"],
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
          // The server's tests leave the second core to PostgreSQL; these have both to themselves.
          maxWorkers: "100%",
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          setupFiles: [fileURLToPath(new URL("web/src/testing/setup.ts", import.meta.url))],
        },
      },
    ],
  },
});
