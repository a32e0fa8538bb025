import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { errorCode, StartError } from "../start-error.ts";

const checkout = resolve(import.meta.dirname, "../../../..");
/** A socket's whole path must fit in 103 bytes on macOS, and its name takes 15 of them. */
const longestSocketFolder = 88;

export interface DataFolder {
  path: string;
  cluster: string;
  log: string;
  /** Who runs PostgreSQL; null when we may run it ourselves. */
  user: DatabaseUser | null;
}

/** Finds or makes the folder the database lives in, and checks that it can be used before anything is started. */
export function prepareDataFolder(given: string | null): DataFolder {
  const { path, user } = chooseFolder(given);
  try {
    makeFolder(path, user);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `Clanhall cannot write to its data folder ${path} (${errorCode(error)}); let the user that runs it write there, or set CLANHALL_DATA to another folder.`,
      { cause: error },
    );
  }
  const real = realpathSync(path);
  const cluster = join(real, "postgres");
  refuseForeignCluster(cluster);
  return { path: real, cluster, log: join(real, "postgres.log"), user };
}

/** Where the database lives, without looking whether it can. */
export function findDataFolder(given: string | null): string {
  return chooseFolder(given).path;
}

/** Sockets have short names only, so a data folder deep down keeps its socket in the folder for temporary files. */
export function prepareSocketFolder({ path, user }: DataFolder): string {
  const inside = join(path, "socket");
  if (Buffer.byteLength(inside) <= longestSocketFolder) {
    makeFolder(inside, user);
    return inside;
  }
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  const outside = join(realpathSync(tmpdir()), `clanhall-${hash}`);
  makeFolder(outside, user);
  const entry = lstatSync(outside);
  if (!entry.isDirectory() || entry.uid !== (user?.uid ?? process.getuid?.())) {
    throw new StartError(
      `The folder ${outside} belongs to someone else; remove it, or set CLANHALL_DATA to a shorter path.`,
    );
  }
  chmodSync(outside, 0o700);
  return outside;
}

function chooseFolder(given: string | null): { path: string; user: DatabaseUser | null } {
  const path = given ?? join(checkout, "data");
  const user = findDatabaseUser(join(path, "postgres"));
  if (process.getuid?.() === 0 && !user) {
    throw new StartError(
      "PostgreSQL cannot run as root and no other user was found; add a user named clanhall, or set DATABASE_URL.",
    );
  }
  if (!user || mayReach(path, user)) return { path, user };
  if (!given) return chooseFolder("/var/lib/clanhall/data");
  throw new StartError(
    `The data folder ${path} is out of reach for the user ${user.name} that runs the database; let others pass through the folders above it (chmod o+x), or set CLANHALL_DATA to another folder.`,
  );
}

/** Step by step, because Node's own recursion never returns where a file system refuses a name with "not found". */
export function makeFolder(path: string, user: DatabaseUser | null): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), user);
  try {
    mkdirSync(path, { mode: 0o700 });
    if (user) chownSync(path, user.uid, user.gid);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function refuseForeignCluster(cluster: string): void {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const self = process.getuid?.();
  if (owner === undefined || self === undefined || self === 0 || owner === self) return;
  throw new StartError(
    `The database in ${cluster} belongs to another user (${owner}); start Clanhall as that user, or set CLANHALL_DATA to another folder.`,
  );
}

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
