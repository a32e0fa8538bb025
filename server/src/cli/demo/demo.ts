import type { ClientConfig } from "pg";
import { addAppAdmin } from "../../access/app-admins.queries.ts";
import type { Secrets } from "../../access/secrets.ts";
import { findDataFolder } from "../../db/embedded/folder.ts";
import type { Log } from "../../db/log.ts";
import { StartError } from "../../db/start-error.ts";
import type { Db } from "../../db/tables.ts";
import { hashPassword } from "../../features/auth/index.ts";
import { findLink, freezeScoreboards } from "../../features/scoreboards/index.ts";
import { installJobs } from "../../jobs/job-queues.ts";
import type { Settings } from "../../settings.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { emberWolves, lanternKeepers, silverCompass } from "./clans.ts";
import { fillClan } from "./fill-clan.ts";
import {
  backdateUsers,
  dropMemberMails,
  hasAdminWithNote,
  hasAnybody,
  listEndlessLinks,
  refreshStatistics,
} from "./queries.ts";
import { addAccount, beginStory, daysBefore, demoAccounts, demoNote, demoPassword } from "./story.ts";

const wholeWorld: DemoSize = { days: 120, share: 1 };

/** A demo lives in a folder of its own beside the usual one, and writes to nobody: its addresses are made up. */
export function toDemoSettings(settings: Settings): Settings {
  const { databaseUrl, dataFolder, mail, auth } = settings;
  return {
    ...settings,
    dataFolder: databaseUrl ? dataFolder : `${findDataFolder(dataFolder)}-demo`,
    mail: { ...mail, smtpUrl: null },
    auth: { ...auth, autoconfirm: true },
  };
}

interface Surroundings {
  db: Db;
  connection: ClientConfig;
  log: Log;
  settings: Settings;
  secrets: Secrets;
  workers: WorkerPool;
  say: (line: string) => void;
}

/** Fills the database unless it holds the demo already; anything else in it is not touched. */
export async function prepareDemo(surroundings: Surroundings, size = wholeWorld): Promise<void> {
  const { db, connection, log, settings, secrets, workers, say } = surroundings;
  if (await hasAdminWithNote(db, demoNote)) return;
  if (await hasAnybody(db)) throw new StartError(toRefusal(settings));
  say("Filling the demo, this takes about a minute …");
  await installJobs(connection, log);
  await fillDemo({ db, log, secrets, workers }, size);
}

function toRefusal({ databaseUrl, dataFolder }: Settings): string {
  if (databaseUrl) return "The database of DATABASE_URL is not empty; a demo needs one of its own.";
  return `The demo in ${dataFolder} was not finished; delete that folder and start again.`;
}

/** Whom to sign in as and what to open. */
export async function describeDemo(
  db: Db,
  secrets: Secrets,
  { publicUrl, databaseUrl, dataFolder }: Settings,
): Promise<string> {
  const accounts = Object.entries(demoAccounts).map(([role, { email }]) => [
    role === "admin" ? "app admin" : role,
    email,
    demoPassword,
  ]);
  const boards = (await listEndlessLinks(db)).flatMap((board) => {
    const token = findLink(board, secrets);
    return token === null ? [] : [[`${board.title}, ${board.clan}`, `${publicUrl}/scoreboard/${token}`]];
  });
  return [
    "This is a demo: its people and numbers are made up, and its password is known to everyone.",
    "",
    ...toTable([["sign in as", "e-mail", "password"], ...accounts]),
    "",
    ...toTable([["dashboard", `${publicUrl}/dashboard`], ...boards]),
    "",
    databaseUrl ? "It stays in its database." : `It stays in ${dataFolder}; delete that folder for a new one.`,
  ].join("\n");
}

function toTable(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}

/** How large a world becomes; a smaller one follows the same rules. */
interface DemoSize {
  days: number;
  /** Share of the players that each clan usually has. */
  share: number;
}

interface Empty {
  db: Db;
  log: Log;
  secrets: Secrets;
  workers: WorkerPool;
}

/** Fills an empty database with three clans and all they did, through the use cases of the product itself. */
async function fillDemo({ db, log, secrets, workers }: Empty, { days, share }: DemoSize): Promise<void> {
  const now = new Date();
  const passwordHash = await hashPassword(demoPassword, "");
  const story = await beginStory({ db, secrets, workers, now, days, passwordHash });
  const { owner, maintainer, member, admin } = demoAccounts;
  const people = {
    owner: await addAccount(story, owner.email, owner.name),
    maintainer: await addAccount(story, maintainer.email, maintainer.name),
    member: await addAccount(story, member.email, member.name),
  };
  const administrator = await addAccount(story, admin.email, admin.name);
  for (const clan of [lanternKeepers, emberWolves, silverCompass]) {
    await fillClan(story, people, { ...clan, size: Math.max(6, Math.round(clan.size * share)) });
  }
  await freezeScoreboards(db, warningsOnly(log), now);
  await backdateUsers(db, daysBefore(story, days), now);
  await dropMemberMails(db);
  await refreshStatistics(db);
  await addAppAdmin(db, administrator.userId, demoNote);
}

/** Nobody needs a line for each frozen period of the past. */
function warningsOnly(log: Log): Log {
  return {
    info() {},
    warn: (details, message) => log.warn(details, message),
    error: (details, message) => log.error(details, message),
  };
}
