import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { StartError } from "./db/start-error.ts";

const address = z.url({ protocol: /^https?$/, message: "must be an http(s) URL" });
const whole = (min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`);

const emails = z
  .string()
  .transform((value) => value.split(",").map((email) => email.trim().toLowerCase()))
  .pipe(z.array(z.email("must be e-mail addresses with commas between them")));

const addresses = z
  .string()
  .transform((value) => value.split(",").map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/, message: "must be http(s) URLs with commas between them" })));

/** A star stands for every site; it opens nothing that a browser sends by itself. */
const origins = z
  .string()
  .transform((value) => value.split(",").map((origin) => withoutSlash(origin.trim())))
  .refine(
    (list) => list.every((origin) => origin === "*" || URL.parse(origin)?.origin === origin),
    "must be * or http(s) origins with commas between them",
  );

/** What stands in samples and first tries; anybody would guess it. */
const sample = /change.?me|example|sample|placeholder|password|(?:your|my).?secret|0123456789|1234567890/i;

const unguessable = (shortest: number) =>
  z
    .string()
    .min(shortest, `must have at least ${shortest} characters`)
    .refine(
      (text) => text.length < shortest || (new Set(text).size >= 8 && !sample.test(text)),
      "must be random: make one with openssl rand -hex 32",
    );

const onOff = z.enum(["on", "off"], "must be on or off").transform((value) => value === "on");

const environment = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("production"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a pino log level")
    .default("info"),
  PORT: whole(0, 65_535).default(3000),
  HOST: z.string().default("localhost"),
  PUBLIC_URL: address.optional(),
  TRUST_PROXY: whole(0, 10).default(0),
  CLANHALL_DATA: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, message: "must be a postgres:// URL" }).optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/, message: "must be a postgres:// URL" }).optional(),
  DATABASE_POOL: whole(1, 200).default(10),
  SMTP_URL: z.url({ protocol: /^smtps?$/, message: "must be an smtp:// or smtps:// URL" }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+$/, "must be one line")
    .default("Clanhall <clanhall@localhost>"),
  ANALYTICS_KEY: z.string().optional(),
  ANALYTICS_HOST: address.default("https://eu.i.posthog.com"),
  DISCORD_URL: z.string().optional(),
  DISCORD_API: z
    .url({ protocol: /^https?$/, message: "must be an http(s) origin" })
    .refine((url) => URL.parse(url)?.href === `${URL.parse(url)?.origin}/`, "must be an http(s) origin")
    .default("https://discord.com"),
  DISCORD_APP_ID: z
    .string()
    .regex(/^\d{17,20}$/, "must be the application's id, 17 to 20 digits")
    .optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, "must be the application's public key, 64 hexadecimal digits")
    .optional(),
  DISCORD_BOT_TOKEN: z
    .string()
    .regex(/^[\w.-]{20,200}$/, "must be the token of the application's bot")
    .optional(),
  SUPPORT_CONTACT: z.union([z.email(), address], "must be an e-mail address or an http(s) URL").optional(),
  ISSUE_URL: address.optional(),
  AUTH_SIGNING_KEYS: z.string().optional(),
  AUTH_SIGNUP: onOff.default(true),
  AUTH_AUTOCONFIRM: onOff.optional(),
  AUTH_ANONYMOUS: onOff.default(false),
  AUTH_PASSWORD_MIN: whole(6, 64).default(10),
  AUTH_TOKEN_SECONDS: whole(60, 3600).default(3600),
  AUTH_REUSE_SECONDS: whole(0, 60).default(30),
  AUTH_IDLE_DAYS: whole(1, 365).default(30),
  AUTH_MAX_DAYS: whole(1, 365).default(90),
  AUTH_MAIL_GAP_SECONDS: whole(0, 3600).default(60),
  AUTH_MANUAL_LINKING: onOff.default(false),
  AUTH_REDIRECTS: addresses.default([]),
  AUTH_CORS_ORIGINS: origins.default([]),
  AUTH_PASSKEYS: onOff.default(true),
  AUTH_PHONE_MFA: onOff.optional(),
  AUTH_DISCORD_ID: z.string().optional(),
  AUTH_DISCORD_SECRET: z.string().optional(),
  AUTH_GOOGLE_ID: z.string().optional(),
  AUTH_GOOGLE_SECRET: z.string().optional(),
  AUTH_OIDC_ISSUER: address.optional(),
  AUTH_OIDC_ID: z.string().optional(),
  AUTH_OIDC_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().max(30, "must have at most 30 characters").default("Single sign-on"),
  APP_ADMIN_EMAILS: emails.default([]),
  METRICS_TOKEN: unguessable(32).optional(),
  CLANHALL_SECRET: unguessable(32).optional(),
  SMS_WEBHOOK_URL: address.optional(),
  SMS_WEBHOOK_SECRET: unguessable(32).optional(),
  AUTH_RATE_LIMITS: z
    .string()
    .transform((value) => (value === "on" ? 1 : Number(value)))
    .refine((factor) => factor > 0 && factor <= 100_000, "must be on or a factor from above 0 to 100000")
    .default(1),
});

export type Settings = ReturnType<typeof readSettings>;

/** Reads the environment once; an empty variable counts as not set. One failed start names every unusable setting. */
export function readSettings(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw unusable(parsed.error.issues.map(({ path, message }) => `${path[0]?.toString()} ${message}`));
  }
  const values = parsed.data;
  return {
    mode: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
    port: values.PORT,
    host: values.HOST,
    publicUrl: toPublicUrl(values),
    trustProxy: values.TRUST_PROXY,
    dataFolder: values.CLANHALL_DATA ? resolve(values.CLANHALL_DATA) : null,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReadUrl: toReadUrl(values),
    databasePool: values.DATABASE_POOL,
    mail: { smtpUrl: values.SMTP_URL ?? null, from: values.MAIL_FROM },
    analytics: values.ANALYTICS_KEY ? { key: values.ANALYTICS_KEY, host: withoutSlash(values.ANALYTICS_HOST) } : null,
    discordUrl: values.DISCORD_URL ?? null,
    discordApi: withoutSlash(values.DISCORD_API),
    discordApp: toDiscordApp(values),
    supportContact: values.SUPPORT_CONTACT ?? null,
    issueUrl: values.ISSUE_URL ?? null,
    appAdminEmails: values.APP_ADMIN_EMAILS,
    secret: values.CLANHALL_SECRET ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    auth: toAuthSettings(values),
  };
}

type Values = z.output<typeof environment>;

function toPublicUrl({ PUBLIC_URL, PORT }: Values): string {
  return withoutSlash(PUBLIC_URL ?? `http://localhost:${PORT}`);
}

function toReadUrl({ DATABASE_URL, DATABASE_READ_URL }: Values): string | null {
  if (DATABASE_READ_URL && !DATABASE_URL)
    throw unusable(["DATABASE_READ_URL needs DATABASE_URL, whose standby it names"]);
  return DATABASE_READ_URL ?? null;
}

/** The Discord application of this installation. */
export interface DiscordApp {
  id: string;
  publicKey: string;
  botToken: string;
  /** Says to Discord whose bot it is. */
  publicUrl: string;
}

function toDiscordApp(values: Values): DiscordApp | null {
  const { DISCORD_APP_ID: id, DISCORD_PUBLIC_KEY: publicKey, DISCORD_BOT_TOKEN: botToken } = values;
  if (!id && !publicKey && !botToken) return null;
  if (!id || !publicKey || !botToken) {
    throw unusable(["DISCORD_APP_ID, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN are needed together, or none of them"]);
  }
  return { id, publicKey, botToken, publicUrl: toPublicUrl(values) };
}

function unusable(problems: string[]): StartError {
  const lines = problems.map((problem) => `  ${problem}`);
  return new StartError(`Clanhall cannot start, some settings are not usable:\n${lines.join("\n")}`);
}

function toAuthSettings(values: Values) {
  return {
    signingKeysFile: values.AUTH_SIGNING_KEYS ? resolve(values.AUTH_SIGNING_KEYS) : null,
    signUp: values.AUTH_SIGNUP,
    // Without a mail server nobody could open a confirmation link.
    autoconfirm: values.AUTH_AUTOCONFIRM ?? values.SMTP_URL === undefined,
    anonymous: values.AUTH_ANONYMOUS,
    passwordMin: values.AUTH_PASSWORD_MIN,
    tokenSeconds: values.AUTH_TOKEN_SECONDS,
    reuseSeconds: values.AUTH_REUSE_SECONDS,
    idleDays: values.AUTH_IDLE_DAYS,
    maxDays: values.AUTH_MAX_DAYS,
    rateLimitFactor: values.AUTH_RATE_LIMITS,
    mailGapSeconds: values.AUTH_MAIL_GAP_SECONDS,
    manualLinking: values.AUTH_MANUAL_LINKING,
    redirects: values.AUTH_REDIRECTS,
    corsOrigins: values.AUTH_CORS_ORIGINS,
    relyingParty: values.AUTH_PASSKEYS ? findRelyingParty(values) : null,
    sms: toSmsSettings(values),
    providers: toProviders(values),
  };
}

/** The host that passkeys are made for, and the one origin whose pages may use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Browsers keep passkeys for the name of a host, over https or on this machine; null where they would refuse. */
function findRelyingParty(values: Values): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(toPublicUrl(values));
  const isName = isIP(hostname.replaceAll(/[[\]]/g, "")) === 0;
  const isSafe = protocol === "https:" || hostname === "localhost";
  return isName && isSafe ? { id: hostname, origin } : null;
}

/** How codes reach a phone; null when phones are no second factor here. */
function toSmsSettings(values: Values) {
  const { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret, AUTH_PHONE_MFA: wanted = url !== undefined } = values;
  if (!wanted) return null;
  if (!url || !secret) throw unusable(["SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET are both needed for codes by phone"]);
  return { url, secret };
}

export type ProviderKey = "discord" | "google" | "oidc";

export interface Provider {
  key: ProviderKey;
  name: string;
  /** Where its endpoints and keys are found; of Discord, which publishes no such document, its origin. */
  issuer: string | null;
  clientId: string;
  clientSecret: string;
}

function toProviders(values: Values): Provider[] {
  const all = [
    {
      key: "discord",
      name: "Discord",
      issuer: withoutSlash(values.DISCORD_API),
      id: values.AUTH_DISCORD_ID,
      secret: values.AUTH_DISCORD_SECRET,
    },
    {
      key: "google",
      name: "Google",
      issuer: "https://accounts.google.com",
      id: values.AUTH_GOOGLE_ID,
      secret: values.AUTH_GOOGLE_SECRET,
    },
    {
      key: "oidc",
      name: values.AUTH_OIDC_NAME,
      issuer: values.AUTH_OIDC_ISSUER ?? null,
      id: values.AUTH_OIDC_ID,
      secret: values.AUTH_OIDC_SECRET,
    },
  ] as const;
  return all.flatMap(({ key, name, issuer, id, secret }) => {
    if (!id && !secret && !(key === "oidc" && issuer)) return [];
    if (!id || !secret || (key === "oidc" && !issuer)) {
      const names = key === "oidc" ? "ISSUER, ID and SECRET" : "ID and SECRET";
      throw unusable([`AUTH_${key.toUpperCase()}_* needs ${names} together`]);
    }
    return [{ key, name, issuer, clientId: id, clientSecret: secret }];
  });
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, "");
}
