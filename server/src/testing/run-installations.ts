import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type ClientConfig } from "pg";
import { openEmbedded } from "../db/embedded/open.ts";
import { startFakeServices } from "./fake-services.ts";
import { testSecret } from "./secrets.ts";

type Environment = Record<string, string>;
type FakeServices = Parameters<typeof startFakeServices>;

/** What journeys in a browser ask for, as JSON in the variable RUN. */
interface Run {
  /** The settings of each installation; every one gets a database of its own. */
  installations: Environment[];
  /** The ids of two people of the first installation. */
  people: { user: string; admin: string };
  ports: FakeServices[0];
  oidcClient: FakeServices[1];
}

/** What `npm start` runs: journeys are made in what an operator starts, the built server and the built web. */
const npmStart = fileURLToPath(new URL("../../../scripts/start.mjs", import.meta.url));
const silent = { info() {}, warn() {}, error() {} };
/** Nothing of a test run must outlive a power cut. */
const unsafeSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
/** How to close what has been opened so far, the latest last. */
const closers: (() => Promise<unknown>)[] = [];
let stopping: Promise<void> | null = null;

function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const close of closers.toReversed()) await close();
  })();
  return stopping;
}

/** The next run of the tests sweeps a folder of this name away, should this one be killed. */
async function openPostgres() {
  const folder = await mkdtemp(join(tmpdir(), `clanhall-test-${process.pid}-`));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const dataFolder = join(folder, "data");
  const postgres = await openEmbedded({ dataFolder, connections: 100, role: "server", extra: unsafeSettings }, silent);
  closers.push(() => postgres.close());
  return postgres.connection;
}

async function query(connection: ClientConfig, statement: string, values: string[] = []): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query(statement, values);
  await client.end();
}

async function startInstallation(environment: Environment, url: string): Promise<void> {
  const child = spawn(process.execPath, [npmStart], {
    env: { ...process.env, CLANHALL_SECRET: testSecret, ...environment, DATABASE_URL: url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  closers.push(() => (child.kill(), ended));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      if (String(chunk).includes("is ready at")) resolve();
    });
    void ended.then(() => reject(new Error("an installation stopped at once")));
  });
}

function addPeople(connection: ClientConfig, { user, admin }: Run["people"]): Promise<void> {
  const statement = `with people as (
      insert into users (id, email, display_name)
      values ($1, 'kara@clanhall.example', 'Kara'), ($2, 'admin@clanhall.example', 'Admin') returning id
    ) insert into app_admins (user_id) select id from people where id = $2`;
  return query(connection, statement, [user, admin]);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void stop().then(() => process.exit(0)));
}
try {
  const { installations, people, ports, oidcClient } = JSON.parse(process.env.RUN ?? "") as Run;
  const [postgres] = await Promise.all([openPostgres(), startFakeServices(ports, oidcClient)]);
  const { host, port, user, password } = postgres;
  // One after the other: the first one builds what changed.
  for (const [index, environment] of installations.entries()) {
    const database = `installation_${index}`;
    await query(postgres, `create database ${database}`);
    const socket = `host=${encodeURIComponent(host)}&port=${port}`;
    await startInstallation(environment, `postgres://${user}:${password}@localhost/${database}?${socket}`);
  }
  await addPeople({ ...postgres, database: "installation_0" }, people);
  process.stdout.write("All is ready\n");
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  await stop();
  process.exit(1);
}
