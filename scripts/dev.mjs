import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureWebBuilt } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { root } from "./run-quietly.mjs";

await ensureInstalled();
await ensureWebBuilt();
const web = join(root, "web");

/** The server, the public pages it renders and the app, each built anew when its sources change. */
const programs = [
  { folder: root, command: "node --watch --watch-preserve-output server/src/main.ts", mode: "development" },
  { folder: web, command: "vite build -c vite.render.config.ts --watch --logLevel warn", mode: "production" },
  { folder: web, command: "vite", mode: "development" },
];

const running = programs.map(({ folder, command, mode }) => {
  const [program, ...args] = command.split(" ");
  const env = { ...process.env, NODE_ENV: mode };
  return spawn(program, args, { cwd: folder, env, stdio: "inherit", shell: process.platform === "win32" });
});

/** One that ends takes the others with it: half of it running would only confuse. */
for (const program of running) {
  program.once("exit", () => {
    for (const other of running) other.kill("SIGTERM");
  });
}
process.on("SIGINT", () => {});
