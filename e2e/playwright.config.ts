import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

/** Workers read this file again: what the first reading chose is handed on through the environment. */
process.env.E2E_PORT ??= String(await findFreePort());
process.env.E2E_DATA ??= join(tmpdir(), `clanhall-e2e-${process.pid}`);

const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  reporter: "list",
  outputDir: "../node_modules/.cache/e2e-results",
  globalSetup: "./add-people.ts",
  use: {
    baseURL,
    launchOptions: {
      args: chromiumFlags,
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "wide", use: { viewport: { width: 1280, height: 800 } } },
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
  webServer: {
    command: "node ../server/src/main.ts",
    url: `${baseURL}/health`,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      NODE_ENV: "development",
      LOG_LEVEL: "warn",
      PORT: process.env.E2E_PORT,
      CLANHALL_DATA: process.env.E2E_DATA,
      SUPPORT_CONTACT: "help@clanhall.example",
      ISSUE_URL: "https://issues.clanhall.example/new",
    },
  },
});

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "localhost", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
