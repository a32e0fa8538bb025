import { randomInt, randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { defineConfig } from "@playwright/test";

/** Workers read this file again: what the first reading chose is handed on through the environment. */
const portNames = [
  "E2E_PORT",
  "E2E_STRICT_PORT",
  "E2E_IDENTITY_PORT",
  "E2E_DISCORD_PORT",
  "E2E_DISCORD_SIGN_IN_PORT",
  "E2E_SMTP_PORT",
  "E2E_CONTROL_PORT",
];
if (!process.env.E2E_PORT) {
  const first = await findFreePorts(portNames.length);
  for (const [index, name] of portNames.entries()) process.env[name] = String(first + index);
}
process.env.E2E_USER_ID ??= randomUUID();
process.env.E2E_ADMIN_ID ??= randomUUID();

const baseURL = `http://localhost:${process.env.E2E_PORT}`;
const strictURL = `http://localhost:${process.env.E2E_STRICT_PORT}`;
// All journeys come from one network within minutes, as no crowd of players would.
const settings = {
  NODE_ENV: "development",
  LOG_LEVEL: "warn",
  AUTH_RATE_LIMITS: "100",
  AUTH_MAIL_GAP_SECONDS: "0",
};
const oidcClient = {
  id: "clanhall",
  secret: "a secret of the journeys",
  callback: `${strictURL}/auth/v1/callback`,
  accounts: ["owl", "linked", "watched", "deep"],
  discordUser: {
    id: "80351110224678912",
    username: "nia_owl",
    global_name: "Nia Owl",
    email: "nia@discord.example",
    verified: true,
  },
};
const run = {
  installations: [
    {
      ...settings,
      PORT: process.env.E2E_PORT,
      SUPPORT_CONTACT: "help@clanhall.example",
      ISSUE_URL: "https://issues.clanhall.example/new",
      DISCORD_API: `http://127.0.0.1:${process.env.E2E_DISCORD_PORT}`,
    },
    // The way an installation with a mail server and a provider is: addresses have to be confirmed.
    {
      ...settings,
      PORT: process.env.E2E_STRICT_PORT,
      AUTH_AUTOCONFIRM: "off",
      SMTP_URL: `smtp://127.0.0.1:${process.env.E2E_SMTP_PORT}`,
      AUTH_MANUAL_LINKING: "on",
      AUTH_OIDC_ISSUER: `http://127.0.0.1:${process.env.E2E_IDENTITY_PORT}`,
      AUTH_OIDC_ID: oidcClient.id,
      AUTH_OIDC_SECRET: oidcClient.secret,
      AUTH_OIDC_NAME: "Guild ID",
      DISCORD_API: `http://127.0.0.1:${process.env.E2E_DISCORD_SIGN_IN_PORT}`,
      AUTH_DISCORD_ID: oidcClient.id,
      AUTH_DISCORD_SECRET: oidcClient.secret,
    },
  ],
  people: { user: process.env.E2E_USER_ID, admin: process.env.E2E_ADMIN_ID },
  ports: {
    discord: Number(process.env.E2E_DISCORD_PORT),
    discordSignIn: Number(process.env.E2E_DISCORD_SIGN_IN_PORT),
    smtp: Number(process.env.E2E_SMTP_PORT),
    identity: Number(process.env.E2E_IDENTITY_PORT),
    control: Number(process.env.E2E_CONTROL_PORT),
  },
  oidcClient,
};
const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // A name that browsers do not take for this machine.
  "--host-resolver-rules=MAP clanhall.lan 127.0.0.1",
];

const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const accessibility = "accessibility*.spec.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  forbidOnly: true,
  // One more than there are cores: a journey often waits, for a save or for a mail.
  workers: 3,
  // Far above what is needed: they end what hangs. A crowded machine is slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // What passes at the second try is named at the end of the run.
  retries: 1,
  reporter: "list",
  outputDir: "../node_modules/.cache/e2e-results",
  use: {
    baseURL,
    actionTimeout: 60_000,
    launchOptions: {
      args: chromiumFlags,
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
    screenshot: "only-on-failure",
  },
  projects: [
    // A journey runs at the width it is tagged with; without a tag, at both.
    { name: "wide", testIgnore: accessibility, grepInvert: /@phone/, use: wide },
    { name: "phone", testIgnore: accessibility, grepInvert: /@wide/, use: phone },
    { name: "accessibility", testMatch: accessibility, use: wide },
  ],
  webServer: {
    command: "node ../server/src/testing/run-installations.ts",
    wait: { stdout: /All is ready/ },
    // What is not built yet is built first.
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: { RUN: JSON.stringify(run) },
  },
});

/** The first of some free ports in a row: ports drawn one by one could be the same, and one of their servers would fail. */
async function findFreePorts(count: number): Promise<number> {
  for (;;) {
    // Below those that systems lend to outgoing connections, one of which could take the port before its server does.
    const first = randomInt(11_000, 16_000 - count);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (!free.includes(false)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
