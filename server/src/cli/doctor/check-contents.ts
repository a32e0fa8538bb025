import type { Db } from "../../db/tables.ts";
import { listAppAdmins } from "../../features/app-admins/index.ts";
import { hasJobQueue, listBacklog } from "../../features/metrics/index.ts";
import type { Settings } from "../../settings.ts";
import { checkSealed } from "./check-sealing.ts";
import { type Finding, fine, warning } from "./finding.ts";

/** Jobs are looked for every few seconds, so what waits this long waits for nobody. */
const longestWaitMinutes = 10;

/** Looks at what a database of this release holds. */
export async function* checkContents(db: Db, settings: Settings): AsyncGenerator<Finding> {
  yield* checkSealed(db, settings);
  yield await checkJobs(db);
  yield await checkAdmins(db);
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

async function checkJobs(db: Db, now = Date.now()): Promise<Finding> {
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
