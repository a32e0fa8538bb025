import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "./ground.ts";

/** Ext4's own order to stop at once: what has not reached the disk by now never does. */
const shutDown = `open(my $disk, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ioctl($disk, 0x8004587d, $flags) or die $!;`;

/** A disk of the drill's own, which can lose its power. Needs root on Linux. */
export function openDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), "clanhall-disk-"));
  const [image, path] = [join(folder, "image"), join(folder, "disk")];
  mkdirSync(path);
  chmodSync(folder, 0o755);
  execFileSync("truncate", ["-s", `${megabytes}M`, image]);
  execFileSync("mkfs.ext4", ["-q", image]);
  const mount = () => execFileSync("mount", ["-o", "loop", image, path]);
  const unmount = () =>
    until(() => {
      try {
        execFileSync("umount", [path], { stdio: "ignore" });
        return true;
      } catch {
        return false;
      }
    });
  mount();
  chmodSync(path, 0o755);
  return {
    path,
    /** Cuts the power of the disk, and then that of everything that works on it. */
    async cutPower() {
      execFileSync("perl", ["-e", shutDown, path]);
      await until(() => killProcessesOn(path) === 0);
    },
    async restore() {
      await unmount();
      mount();
    },
    async close() {
      await until(() => killProcessesOn(path) === 0);
      await unmount();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A disk in memory that is soon full. Needs root on Linux. */
export function openSmallDisk(megabytes: number) {
  const path = mkdtempSync(join(tmpdir(), "clanhall-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", path]);
  return {
    path,
    grow: (to: number) => execFileSync("mount", ["-o", `remount,size=${to}m`, path]),
    close() {
      execFileSync("umount", ["-l", path]);
      rmSync(path, { recursive: true });
    },
  };
}

/** Programs in a folder, or told of it by their settings: how many there were. */
function killProcessesOn(path: string): number {
  const found = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isOn(pid, path));
  for (const pid of found) endProcess(pid);
  return found.length;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function isOn(pid: number, path: string): boolean {
  try {
    if (readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")) return false;
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    return folder.startsWith(path) || readFileSync(`/proc/${pid}/environ`, "utf8").includes(`=${path}`);
  } catch {
    return false;
  }
}
