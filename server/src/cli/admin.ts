import { addAppAdmin, removeAppAdmin } from "../access/app-admins.queries.ts";
import { openDatabase } from "../db/database.ts";
import { StartError } from "../db/start-error.ts";
import type { Db } from "../db/tables.ts";
import { listAppAdmins } from "../features/app-admins/index.ts";
import { recordAdminAudit } from "../features/audit/index.ts";
import { findUserByEmail, type UserRow } from "../features/auth/index.ts";
import { type Command, UsageError } from "./command.ts";

type Say = (line: string) => void;

export const admin: Command = {
  usage: "admin grant|revoke <e-mail>, admin list",
  summary: "says who administers this installation, also while it is running",
  async run([action, email, ...more], { settings, log, say }) {
    const work = findWork(action, email);
    if (!work || more.length > 0) throw new UsageError("admin needs grant or revoke with one e-mail address, or list");
    const database = await openDatabase(settings, log, "visitor");
    try {
      await work(database.db, say, settings.appAdminEmails);
    } finally {
      await database.close();
    }
  },
};

function findWork(action: string | undefined, email: string | undefined) {
  if (action === "list" && !email) return list;
  if (action === "grant" && email) return (db: Db, say: Say) => grant(db, say, email);
  if (action === "revoke" && email) return (db: Db, say: Say, named: string[]) => revoke(db, say, email, named);
  return null;
}

async function grant(db: Db, say: Say, email: string): Promise<void> {
  const user = await getUser(db, email);
  const note = "granted on the command line";
  const change = { action: "app_admin.grant", after: { note } };
  const isNew = await audited(db, change, user, (tx) => addAppAdmin(tx, user.id, note));
  say(isNew ? `${user.email} is an app admin now.` : `${user.email} is already an app admin.`);
}

async function revoke(db: Db, say: Say, email: string, named: string[]): Promise<void> {
  const user = await getUser(db, email);
  const wasAdmin = await audited(db, { action: "app_admin.revoke" }, user, (tx) => removeAppAdmin(tx, user.id));
  say(wasAdmin ? `${user.email} is no longer an app admin.` : `${user.email} was not an app admin.`);
  if (named.includes(user.email?.toLowerCase() ?? "")) {
    say("But APP_ADMIN_EMAILS still names the address: take it out, or its owner becomes an app admin again.");
  }
  if (wasAdmin && (await listAppAdmins(db)).length === 0) {
    say("This installation has no app admin now; admin grant <e-mail> makes one.");
  }
}

/** A change is recorded with nobody as its actor. */
function audited(
  db: Db,
  event: { action: string; after?: Record<string, unknown> },
  { id, display_name, email }: UserRow,
  change: (tx: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const hasChanged = await change(tx);
    const target = { type: "user" as const, id, name: display_name || (email ?? "") };
    if (hasChanged) await recordAdminAudit(tx, { userId: null, requestId: null }, { ...event, target });
    return hasChanged;
  });
}

async function list(db: Db, say: Say): Promise<void> {
  const admins = await listAppAdmins(db);
  if (admins.length === 0) say("There is no app admin yet; admin grant <e-mail> makes one.");
  for (const { email, display_name, granted_at } of admins) {
    say(`${email}  ${display_name}  since ${granted_at.toISOString().slice(0, 10)}`);
  }
}

async function getUser(db: Db, email: string) {
  const user = await findUserByEmail(db, email.trim().toLowerCase());
  if (!user) throw new StartError(`Nobody has signed up as ${email}; they do that first.`);
  return user;
}
