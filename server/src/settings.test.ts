import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
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

test("a replica belongs to a database of one's own", () => {
  const standby = "postgres://clanhall@standby.example/clanhall";
  expect(() => readSettings({ DATABASE_READ_URL: standby })).toThrow("DATABASE_READ_URL needs DATABASE_URL");
  expect(() => readSettings({ DATABASE_URL: standby, DATABASE_READ_URL: "standby" })).toThrow(
    "DATABASE_READ_URL must be",
  );
  expect(readSettings({ DATABASE_URL: standby, DATABASE_READ_URL: standby }).databaseReadUrl).toBe(standby);
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

test("metrics need a token that nobody guesses", () => {
  expect(readSettings({}).metricsToken).toBeNull();
  expect(readSettings({ METRICS_TOKEN: "thirty-two letters or even more!" }).metricsToken).toBe(
    "thirty-two letters or even more!",
  );
  expect(() => readSettings({ METRICS_TOKEN: "short" })).toThrow("METRICS_TOKEN must have at least 32 characters");
});

describe.each(["CLANHALL_SECRET", "SMS_WEBHOOK_SECRET", "METRICS_TOKEN"])("S59: whoever sets %s", (name) => {
  test.each([
    "secret",
    "s".repeat(64),
    "abcabcabcabcabcabcabcabcabcabcabcabc",
    "0123456789abcdef0123456789abcdef",
    "change-me-change-me-change-me-change-me",
    "ChangeMe please, this is only a first try",
    "this-is-an-example-of-a-long-secret-1",
    "your_secret_goes_here_and_is_very_long",
    "a password that somebody once thought of",
  ])("to %s is told to make a random one", (weak) => {
    expect(() => readSettings({ [name]: weak })).toThrow(new RegExp(`${name} must (have at least|be random)`));
  });

  test("to a random one is not stopped", () => {
    const SMS_WEBHOOK_URL = "https://sms.example/send";
    for (const encoding of ["hex", "base64url"] as const) {
      const strong = randomBytes(32).toString(encoding);
      expect(() => readSettings({ SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET: strong, [name]: strong })).not.toThrow();
    }
  });
});

test("a wrong Discord address is no reason not to start", () => {
  expect(readSettings({ DISCORD_URL: "javascript:alert(1)" }).discordUrl).toBe("javascript:alert(1)");
});

test("webhooks are posted to Discord, or to whatever origin stands in for it", () => {
  expect(readSettings({}).discordApi).toBe("https://discord.com");
  expect(readSettings({ DISCORD_API: "http://127.0.0.1:4000/" }).discordApi).toBe("http://127.0.0.1:4000");
  for (const DISCORD_API of [
    "discord.com",
    "ftp://discord.com",
    "https://ann@discord.com",
    "https://discord.com/api",
  ]) {
    expect(() => readSettings({ DISCORD_API })).toThrow("DISCORD_API must be an http(s) origin");
  }
});

test("the sign-in service works without a setting, and each of its settings is checked", () => {
  expect(readSettings({}).auth).toEqual({
    signingKeysFile: null,
    signUp: true,
    autoconfirm: true,
    anonymous: false,
    passwordMin: 10,
    tokenSeconds: 3600,
    reuseSeconds: 30,
    idleDays: 30,
    maxDays: 90,
    rateLimitFactor: 1,
    mailGapSeconds: 60,
    manualLinking: false,
    redirects: [],
    corsOrigins: [],
    relyingParty: { id: "localhost", origin: "http://localhost:3000" },
    sms: null,
    providers: [],
  });
  const env = {
    AUTH_SIGNUP: "yes",
    AUTH_AUTOCONFIRM: "1",
    AUTH_ANONYMOUS: "true",
    AUTH_PASSWORD_MIN: "5",
    AUTH_TOKEN_SECONDS: "86400",
    AUTH_REUSE_SECONDS: "-1",
    AUTH_IDLE_DAYS: "0",
    AUTH_MAX_DAYS: "never",
    AUTH_RATE_LIMITS: "off",
    AUTH_MAIL_GAP_SECONDS: "soon",
    AUTH_MANUAL_LINKING: "yes",
    AUTH_REDIRECTS: "https://clan.example, javascript:alert(1)",
    AUTH_CORS_ORIGINS: "https://clan.example, https://app.example/login",
    AUTH_PASSKEYS: "no",
    AUTH_PHONE_MFA: "1",
    AUTH_OIDC_ISSUER: "clan.example",
    APP_ADMIN_EMAILS: "kara@example.test, tom",
    CLANHALL_SECRET: "secret",
    SMS_WEBHOOK_URL: "sms",
    SMS_WEBHOOK_SECRET: "secret",
  };
  for (const name of Object.keys(env)) expect(() => readSettings(env)).toThrow(name);
});

test.each([
  ["https://clan.example", { id: "clan.example", origin: "https://clan.example" }],
  ["https://clan.example:8443/", { id: "clan.example", origin: "https://clan.example:8443" }],
  ["http://localhost:4000", { id: "localhost", origin: "http://localhost:4000" }],
  ["http://clan.example", null],
  ["https://192.0.2.7", null],
  ["https://[2001:db8::1]", null],
  ["http://127.0.0.1:3000", null],
])("passkeys at %s are made for %j", (PUBLIC_URL, relyingParty) => {
  expect(readSettings({ PUBLIC_URL }).auth.relyingParty).toEqual(relyingParty);
  expect(readSettings({ PUBLIC_URL, AUTH_PASSKEYS: "off" }).auth.relyingParty).toBeNull();
});

test("passwords may be as short as 6 characters, and limits up to 100,000 times as wide", () => {
  const { auth } = readSettings({ AUTH_PASSWORD_MIN: "6", AUTH_RATE_LIMITS: "100000" });
  expect(auth).toMatchObject({ passwordMin: 6, rateLimitFactor: 100_000 });
  expect(() => readSettings({ AUTH_RATE_LIMITS: "100001" })).toThrow("AUTH_RATE_LIMITS must be on or a factor");
});

test("new addresses have to be confirmed where mails can be sent, unless a setting says otherwise", () => {
  expect(readSettings({ SMTP_URL: "smtp://mail.example" }).auth.autoconfirm).toBe(false);
  expect(readSettings({ SMTP_URL: "smtp://mail.example", AUTH_AUTOCONFIRM: "on" }).auth.autoconfirm).toBe(true);
  expect(readSettings({ AUTH_AUTOCONFIRM: "off" }).auth.autoconfirm).toBe(false);
});

test("a provider that is named by half is a mistake, a whole one is offered", () => {
  expect(() => readSettings({ AUTH_DISCORD_ID: "1" })).toThrow("AUTH_DISCORD_* needs ID and SECRET");
  expect(() => readSettings({ AUTH_OIDC_ISSUER: "https://id.example" })).toThrow("AUTH_OIDC_* needs ISSUER");
  const discord = { AUTH_DISCORD_ID: "1", AUTH_DISCORD_SECRET: "2" };
  expect(readSettings(discord).auth.providers).toMatchObject([{ key: "discord", issuer: "https://discord.com" }]);
  const elsewhere = readSettings({ ...discord, DISCORD_API: "http://127.0.0.1:4000/" });
  expect(elsewhere.auth.providers).toMatchObject([{ key: "discord", issuer: "http://127.0.0.1:4000" }]);
  const env = {
    AUTH_OIDC_ISSUER: "https://id.example",
    AUTH_OIDC_ID: "a",
    AUTH_OIDC_SECRET: "b",
    AUTH_OIDC_NAME: "Guild",
  };
  expect(readSettings(env).auth.providers).toEqual([
    { key: "oidc", name: "Guild", issuer: "https://id.example", clientId: "a", clientSecret: "b" },
  ]);
});

test("codes go to phones only through a sender that is whole", () => {
  const secret = "what only we and the sender know";
  const sender = { SMS_WEBHOOK_URL: "https://sms.example/send", SMS_WEBHOOK_SECRET: secret };
  expect(readSettings(sender).auth.sms).toEqual({ url: "https://sms.example/send", secret });
  expect(readSettings({ ...sender, AUTH_PHONE_MFA: "off" }).auth.sms).toBeNull();
  expect(() => readSettings({ AUTH_PHONE_MFA: "on" })).toThrow("SMS_WEBHOOK_URL");
  expect(() => readSettings({ SMS_WEBHOOK_URL: "https://sms.example" })).toThrow("SMS_WEBHOOK_SECRET");
});

test("limits are multiplied by a factor", () => {
  expect(readSettings({ AUTH_RATE_LIMITS: "on" }).auth.rateLimitFactor).toBe(1);
  expect(readSettings({ AUTH_RATE_LIMITS: "2.5" }).auth.rateLimitFactor).toBe(2.5);
  expect(() => readSettings({ AUTH_RATE_LIMITS: "0" })).toThrow("AUTH_RATE_LIMITS must be on or a factor");
});
