import { getConfig, getHealth, type Health, type ProductConfig } from "@clanhall/contract/system";
import { productName } from "@clanhall/contract/pages";
import { findClockProblem } from "../../db/clock.ts";
import { askDatabase } from "../../db/database.ts";
import { ApiError } from "../../errors.ts";
import type { Routes } from "../../http/route.ts";
import type { Settings } from "../../settings.ts";
import { version } from "../../version.ts";
import type { Reads } from "../../db/reads.ts";
import type { Db } from "../../db/tables.ts";

/** The answer is to be there within half a second, also where our own event loop is busy. */
const timeoutMs = 300;

/** Milliseconds in which an answer of the databases counts for others who ask. */
const keptMs = 50;

/** Calls within a moment share one question to each database, so that many polling tabs, or a script, cost one. */
export const healthRoutes =
  (reads: Pick<Reads, "check">): Routes =>
  (route, db) => {
    let check: ReturnType<typeof checkDatabases> | null = null;

    route(getHealth, async (): Promise<Health> => {
      check ??= checkDatabases(db, reads).finally(() => {
        setTimeout(() => (check = null), keptMs).unref();
      });
      const { isUp, replica } = await check;
      if (!isUp) throw new ApiError("unavailable", "The database does not respond", { retryAfter: 2 });
      const reason = findClockProblem() ?? undefined;
      return { status: reason ? "degraded" : "ok", version, database: "ok", reason, replica };
    });
  };

async function checkDatabases(db: Db, reads: Pick<Reads, "check">) {
  if (!(await answersInTime(askDatabase(db)))) return { isUp: false };
  return { isUp: true, replica: (await reads.check()) ?? undefined };
}

async function answersInTime(query: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    // Where we are late ourselves, an answer that has come meanwhile is read before it counts as missing.
    timer = setTimeout(() => setImmediate(() => resolve(false)), timeoutMs);
  });
  const answered = query.then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

export function toProductConfig(settings: Settings): ProductConfig {
  return {
    product_name: productName,
    providers: settings.auth.providers.map(({ key, name }) => ({ key, name })),
    sign_up: settings.auth.signUp,
    password_min: settings.auth.passwordMin,
    passkeys: settings.auth.relyingParty !== null,
    email_confirmation: !settings.auth.autoconfirm,
    mail: settings.mail.smtpUrl !== null,
    phone_factors: settings.auth.sms !== null,
    manual_linking: settings.auth.manualLinking,
    analytics: settings.analytics,
    discord: findDiscordUrl(settings) !== null,
    discord_app: settings.discordApp !== null,
    support_contact: settings.supportContact,
    issue_url: settings.issueUrl,
  };
}

/** The configured invite, if a browser can be sent there at all. */
export function findDiscordUrl(settings: Settings): string | null {
  const url = settings.discordUrl && URL.canParse(settings.discordUrl) ? new URL(settings.discordUrl) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

export const configRoutes =
  (settings: Settings): Routes =>
  (route) => {
    route(getConfig, ({ reply }) => {
      reply.header("cache-control", "public, max-age=60");
      return toProductConfig(settings);
    });
  };
