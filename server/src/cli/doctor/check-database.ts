import { type Database, openDatabase } from "../../db/database.ts";
import type { Log } from "../../db/log.ts";
import { listApplied, refuseUnknown } from "../../db/migrate.ts";
import { landedMigrations, listMigrationFiles } from "../../db/migrate.ts";
import { listMissingParts } from "../../db/parts.ts";
import type { Db } from "../../db/tables.ts";
import { listAppAdmins } from "../../features/app-admins/index.ts";
import { countPasskeysElsewhere } from "../../features/auth/index.ts";
import { checkApp } from "../../features/discord/index.ts";
import { hasJobQueue, listBacklog } from "../../features/metrics/index.ts";
import type { Settings } from "../../settings.ts";
import { checkReplica } from "./check-replica.ts";
import { checkSealed } from "./check-settings.ts";
import { type Finding, fine, problem, reasonOf, warning } from "./finding.ts";

const longestSkewMs = 5_000;

/** Opens the database as a visitor, so that a server that runs on it is not disturbed. */
export async function* checkDatabase(settings: Settings, log: Log): AsyncGenerator<Finding> {
  let database: Database;
  try {
    database = await openDatabase(settings, log, "visitor");
  } catch (error) {
    yield problem("database", reasonOf(error));
    return;
  }
  try {
    yield await checkVersion(database);
    yield await checkClock(database);
    if (settings.databaseReadUrl) yield await checkReplica(settings.databaseReadUrl, database);
    const migrations = await checkMigrations(database);
    yield migrations;
    if (migrations.state === "ok") yield await checkParts(database);
    if (migrations.state === "ok") yield* checkContents(database.db, settings);
  } catch (error) {
    yield problem("database", `It stopped answering: ${reasonOf(error)}; look at its log.`);
  } finally {
    await database.close();
  }
}

/** One that is too old is refused when it is opened. */
async function checkVersion({ pool }: Database): Promise<Finding> {
  const { rows } = await pool.query<{ version: string; name: string }>(
    "select current_setting('server_version') as version, current_database() as name",
  );
  return fine("database", `${rows[0]?.name} answers, PostgreSQL ${rows[0]?.version}.`);
}

export async function checkClock({ pool }: Pick<Database, "pool">, now: () => number = Date.now): Promise<Finding> {
  const before = now();
  const { rows } = await pool.query<{ at: Date }>("select clock_timestamp() as at");
  const skew = (rows[0]?.at.getTime() ?? 0) - (before + now()) / 2;
  const seconds = (Math.abs(skew) / 1000).toFixed(1);
  if (Math.abs(skew) <= longestSkewMs) return fine("clock", `It is ${seconds} s off the database's.`);
  const side = skew > 0 ? "behind" : "ahead of";
  return warning(
    "clock",
    `This machine is ${seconds} s ${side} the database: let both take their time from NTP. Beyond 30 s, /health says degraded.`,
  );
}

async function checkMigrations({ pool }: Database): Promise<Finding> {
  const files = await listMigrationFiles(landedMigrations);
  const client = await pool.connect();
  try {
    const applied = await listApplied(client);
    refuseUnknown(applied, files);
    const missing = files.length - applied.length;
    if (missing === 0) return fine("schema", `All ${files.length} migrations are applied.`);
    return warning("schema", `${missing} of ${files.length} migrations are missing: start Clanhall or run migrate.`);
  } catch (error) {
    return problem("schema", reasonOf(error));
  } finally {
    client.release();
  }
}

async function checkParts({ pool }: Database): Promise<Finding> {
  const missing = await listMissingParts((text) => pool.query(text));
  if (missing.length === 0) return fine("parts", "Entries of this month and the next two have parts of their own.");
  return warning(
    "parts",
    `${missing.map(({ name }) => name).join(", ")} missing: run migrate as the owner of the tables.`,
  );
}

/** Jobs are polled every few seconds, so nothing works on what waits this long. */
const longestWaitMinutes = 10;

/** Checks what a database of this release holds. */
async function* checkContents(db: Db, settings: Settings): AsyncGenerator<Finding> {
  yield* checkSealed(db, settings);
  yield await checkJobs(db);
  yield await checkAdmins(db);
  yield await checkPasskeys(db, settings);
  for await (const finding of checkApp(settings, db)) yield { subject: "discord", ...finding };
}

async function checkAdmins(db: Db): Promise<Finding> {
  const admins = await listAppAdmins(db);
  if (admins.length === 0) {
    return warning("admins", "There is no app admin: sign up, then run admin grant <e-mail>.");
  }
  const unproved = admins.filter(({ email_confirmed_by: by }) => by === null || by === "auto");
  if (unproved.length === 0) return fine("admins", `App admins: ${admins.length}.`);
  const who = unproved.map(({ id, email }) => email ?? id).join(", ");
  return warning(
    "admins",
    `Nobody proved that these addresses of app admins are theirs: ${who}. Have them confirmed by mail, or run admin revoke <e-mail>.`,
  );
}

async function checkPasskeys(db: Db, { auth: { relyingParty }, publicUrl }: Settings): Promise<Finding> {
  const elsewhere = await countPasskeysElsewhere(db, relyingParty?.id ?? "");
  if (elsewhere.length > 0) {
    const counts = elsewhere.map(({ rp_id, keys }) => `${keys} ${keys === 1 ? "passkey" : "passkeys"} of ${rp_id}`);
    const verb = elsewhere.length === 1 && elsewhere[0]?.keys === 1 ? "does" : "do";
    return warning(
      "passkeys",
      `${counts.join(" and ")} ${verb} not work at ${publicUrl}: their owners sign in otherwise.`,
    );
  }
  if (relyingParty) return fine("passkeys", `They are made for ${relyingParty.id}.`);
  return fine(
    "passkeys",
    "They are off: AUTH_PASSKEYS is off, or PUBLIC_URL is neither https with a name nor localhost.",
  );
}

async function checkJobs(db: Db): Promise<Finding> {
  const now = Date.now();
  if (!(await hasJobQueue(db))) return fine("jobs", "There is no queue yet; the first start makes it.");
  const due = (await listBacklog(db)).flatMap(({ name, due_since }) => (due_since ? [{ name, since: due_since }] : []));
  const [oldest] = due.toSorted((a, b) => a.since.getTime() - b.since.getTime());
  const minutes = oldest ? Math.floor((now - oldest.since.getTime()) / 60_000) : 0;
  if (!oldest || minutes < longestWaitMinutes) return fine("jobs", "No job waits longer than it should.");
  return warning(
    "jobs",
    `${oldest.name} has been waiting for ${minutes} minutes: start Clanhall if it does not run, else look into its log for "job failed".`,
  );
}
