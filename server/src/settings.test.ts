import { expect, test } from "vitest";
import { StartError } from "./db/start-error.ts";
import { readSettings } from "./settings.ts";

test("an operator who sets nothing gets a working installation", () => {
  expect(readSettings({})).toMatchObject({
    mode: "production",
    port: 3000,
    host: "localhost",
    publicUrl: "http://localhost:3000",
    databaseUrl: null,
    analytics: null,
    supportContact: null,
  });
});

test("every unusable setting is named in one message", () => {
  const env = {
    PORT: "http",
    DATABASE_URL: "mysql://x",
    PUBLIC_URL: "clanhall.example",
    SMTP_URL: "mail",
    TRUST_PROXY: "-1",
  };
  expect(() => readSettings(env)).toThrow(StartError);
  for (const name of Object.keys(env)) expect(() => readSettings(env)).toThrow(name);
});

test("an empty variable counts as not set", () => {
  expect(readSettings({ PORT: "", DATABASE_URL: " " })).toMatchObject({ port: 3000, databaseUrl: null });
});

test("the public address follows the port and loses its last slash", () => {
  expect(readSettings({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
  expect(readSettings({ PUBLIC_URL: "https://clan.example/" }).publicUrl).toBe("https://clan.example");
});

test("analytics is on only with a key", () => {
  expect(readSettings({ ANALYTICS_HOST: "https://a.example" }).analytics).toBeNull();
  expect(readSettings({ ANALYTICS_KEY: "k", ANALYTICS_HOST: "https://a.example/" }).analytics).toEqual({
    key: "k",
    host: "https://a.example",
  });
});

test("a wrong Discord address is no reason not to start", () => {
  expect(readSettings({ DISCORD_URL: "javascript:alert(1)" }).discordUrl).toBe("javascript:alert(1)");
});

test("the sign-in service works without a setting, and each of its settings is checked", () => {
  expect(readSettings({ SMTP_URL: "smtp://mail.example" }).auth).toEqual({
    signingKeysFile: null,
    signUp: true,
    autoconfirm: true,
    anonymous: false,
    passwordMin: 10,
    tokenSeconds: 3600,
    reuseSeconds: 10,
    idleDays: 30,
    maxDays: 90,
    rateLimitFactor: 1,
  });
  const env = {
    AUTH_SIGNUP: "yes",
    AUTH_AUTOCONFIRM: "1",
    AUTH_ANONYMOUS: "true",
    AUTH_PASSWORD_MIN: "3",
    AUTH_TOKEN_SECONDS: "86400",
    AUTH_REUSE_SECONDS: "-1",
    AUTH_IDLE_DAYS: "0",
    AUTH_MAX_DAYS: "never",
    AUTH_RATE_LIMITS: "off",
  };
  for (const name of Object.keys(env)) expect(() => readSettings(env)).toThrow(name);
});

test("limits are multiplied by a factor", () => {
  expect(readSettings({ AUTH_RATE_LIMITS: "on" }).auth.rateLimitFactor).toBe(1);
  expect(readSettings({ AUTH_RATE_LIMITS: "2.5" }).auth.rateLimitFactor).toBe(2.5);
  expect(() => readSettings({ AUTH_RATE_LIMITS: "0" })).toThrow("AUTH_RATE_LIMITS must be on or a factor");
});
