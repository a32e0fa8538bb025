import { createServer } from "node:net";
import { type DataFolder, prepareSocketFolder } from "./embedded/folder.ts";

/** For a small machine: few processes, no parallel plans (they need shared memory containers are short of), a lean log. */
const always = {
  shared_buffers: "96MB",
  jit: "off",
  io_method: "sync",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  max_wal_size: "512MB",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements carry what people wrote; they are logged by us, without their values.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/** The command line of the server: a socket only we can open, or loopback where there are no such sockets. */
export async function serverOptions(
  folder: DataFolder,
  connections: number,
  extra: Record<string, string>,
): Promise<string[]> {
  const place = process.platform === "win32" ? await onLoopback() : onSocket(prepareSocketFolder(folder));
  const options = { ...always, ...place, max_connections: String(connections), ...extra };
  return Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function onSocket(folder: string) {
  const quoted = `"${folder.replaceAll('"', '""')}"`;
  return { listen_addresses: "", unix_socket_directories: quoted, unix_socket_permissions: "0700", port: "5432" };
}

async function onLoopback() {
  return { listen_addresses: "127.0.0.1", port: String(await findFreePort()) };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
