import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

/** Workers read this file again: what the first reading chose is handed on through the environment. */
process.env.E2E_PORT ??= String(await findFreePort());
process.env.E2E_STRICT_PORT ??= String(await findFreePort());
process.env.E2E_IDENTITY_PORT ??= String(await findFreePort());
process.env.E2E_DISCORD_PORT ??= String(await findFreePort());
process.env.E2E_SMTP_PORT ??= String(await findFreePort());
process.env.E2E_CONTROL_PORT ??= String(await findFreePort());
process.env.E2E_DATA ??= join(tmpdir(), `clanhall-e2e-${process.pid}-${Date.now()}`);

const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const strictURL = `http://localhost:${process.env.E2E_STRICT_PORT}`;
const issuer = `http://127.0.0.1:${process.env.E2E_IDENTITY_PORT}`;
const control = `http://127.0.0.1:${process.env.E2E_CONTROL_PORT}`;
const server = {
  command: "node ../server/src/main.ts",
  gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
} as const;
// All journeys come from one network within minutes, as no crowd of players would.
const settings = {
  NODE_ENV: "development",
  LOG_LEVEL: "warn",
  AUTH_RATE_LIMITS: "100",
  AUTH_MAIL_GAP_SECONDS: "0",
};
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
  timeout: 60_000,
  expect: { timeout: 15_000 },
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
    // What only one width has, such as the grid, is tagged with it.
    { name: "wide", grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: "phone",
      grepInvert: /@wide/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: [
    // Before the installations, which talk to it.
    {
      command: "node ../server/src/testing/run-fake-services.ts",
      url: `${control}/mails`,
      env: {
        DISCORD_PORT: process.env.E2E_DISCORD_PORT,
        SMTP_PORT: process.env.E2E_SMTP_PORT,
        CONTROL_PORT: process.env.E2E_CONTROL_PORT,
      },
    },
    {
      ...server,
      url: `${baseURL}/health`,
      env: {
        ...settings,
        PORT: process.env.E2E_PORT,
        CLANHALL_DATA: process.env.E2E_DATA,
        SUPPORT_CONTACT: "help@clanhall.example",
        ISSUE_URL: "https://issues.clanhall.example/new",
        DISCORD_API: `http://127.0.0.1:${process.env.E2E_DISCORD_PORT}`,
      },
    },
    // The way an installation with a mail server and a provider is: addresses have to be confirmed.
    {
      ...server,
      url: `${strictURL}/health`,
      env: {
        ...settings,
        PORT: process.env.E2E_STRICT_PORT,
        CLANHALL_DATA: `${process.env.E2E_DATA}-strict`,
        AUTH_AUTOCONFIRM: "off",
        SMTP_URL: `smtp://127.0.0.1:${process.env.E2E_SMTP_PORT}`,
        AUTH_MANUAL_LINKING: "on",
        AUTH_OIDC_ISSUER: issuer,
        AUTH_OIDC_ID: "clanhall",
        AUTH_OIDC_SECRET: "a secret of the journeys",
        AUTH_OIDC_NAME: "Guild ID",
      },
    },
    {
      command: "node ../server/src/testing/run-identity-provider.ts",
      url: `${issuer}/.well-known/openid-configuration`,
      env: {
        IDENTITY_PORT: process.env.E2E_IDENTITY_PORT,
        CALLBACK: `${strictURL}/auth/v1/callback`,
        IDENTITIES: ["wide", "phone"]
          .flatMap((width) => ["owl", "linked", "unproved", "watched", "invited"].map((name) => `${width} ${name}`))
          .join(),
      },
    },
  ],
});

/** Below those that the system lends to outgoing connections, one of which could take the port before its server does. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await isFree(port, "127.0.0.1")) && (await isFree(port, "localhost"))) return port;
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}
