import { readFileSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";

export interface DatabaseUser {
  name: string;
  uid: number;
  gid: number;
}

const preferredNames = ["clanhall", "postgres", "nobody"];

/** PostgreSQL refuses to run as root, so root lends it to an unprivileged user; anyone else runs it themselves (null). */
export function findDatabaseUser(cluster: string): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = listAccounts();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) {
    return accounts.find(({ uid }) => uid === owner.uid) ?? { name: String(owner.uid), uid: owner.uid, gid: owner.gid };
  }
  const found = preferredNames.map((name) => accounts.find((account) => account.name === name));
  return found.find((account) => account !== undefined) ?? null;
}

/** Whether the user may walk to a path and enter or run what is there; parts that do not exist yet do not count. */
export function mayReach(path: string, user: DatabaseUser): boolean {
  const parent = dirname(path);
  const entry = statSync(path, { throwIfNoEntry: false });
  const mayPass = !entry || (rightsOf(entry, user) & 0o1) === 0o1;
  return mayPass && (parent === path || mayReach(parent, user));
}

function rightsOf(entry: Stats, user: DatabaseUser): number {
  if (entry.uid === user.uid) return entry.mode >> 6;
  if (entry.gid === user.gid) return entry.mode >> 3;
  return entry.mode;
}

function listAccounts(): DatabaseUser[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}
