import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareAccounts } from "./accounts.ts";
import { compareBoards } from "./standings.ts";
import { compareFirstPaint } from "./first-paint.ts";
import { compareThroughput, type Row } from "./measure.ts";
import { memoryMiB, type RunningServer, startScript } from "./processes.ts";
import { compareStarts } from "./start-up.ts";

const folder = mkdtempSync(join(tmpdir(), "clanhall-bench-"));
chmodSync(folder, 0o755);
const dataFolder = join(folder, "data");
const port = "3999";
const env = {
  CLANHALL_DATA: dataFolder,
  PORT: port,
  LOG_LEVEL: "error",
  NODE_ENV: "production",
  AUTH_RATE_LIMITS: "1000",
};
const ours = `http://localhost:${port}`;

/** A bare Fastify with the very bytes and headers our server sends for these paths. */
async function startBare(paths: string[]): Promise<RunningServer> {
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(ours + path, { headers: { "accept-encoding": "identity" } });
      const body = Buffer.from(await answer.arrayBuffer()).toString("base64");
      return { path, body, headers: { "content-type": answer.headers.get("content-type") ?? "" } };
    }),
  );
  return startScript("bench/bare-server.ts", { ANSWERS: JSON.stringify(answers) });
}

async function measure(): Promise<Row[]> {
  await (await startScript("scripts/start.mjs", env)).stop();
  const rows = [await compareStarts(dataFolder, env)];
  const server = await startScript("server/src/main.ts", env);
  const bare = await startBare(["/health", "/privacy"]);
  rows.push(
    await compareThroughput(
      "/health, asking the database, against a bare Fastify",
      { url: `${ours}/health` },
      { url: `${bare.line}/health` },
    ),
    await compareThroughput(
      "/privacy against a bare Fastify",
      { url: `${ours}/privacy` },
      { url: `${bare.line}/privacy` },
    ),
    ...(await compareAccounts(ours, env)),
    ...(await compareBoards(env)),
    toMemoryRow(server.pid, bare.pid),
    await compareFirstPaint("largest paint of /, slow line, against no scripts", `${ours}/`),
  );
  await bare.stop();
  await server.stop();
  return rows;
}

function toMemoryRow(ourPid: number, barePid: number): Row {
  const [mine, theirs] = [memoryMiB(ourPid), memoryMiB(barePid)];
  return {
    what: "memory after the load, without PostgreSQL, against a bare Fastify",
    ours: `${Math.round(mine)} MiB`,
    bare: `${Math.round(theirs)} MiB`,
    ratio: (mine / theirs).toFixed(2),
  };
}

try {
  console.table(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
