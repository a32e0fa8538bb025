import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import { inject, onTestFinished } from "vitest";
import type { TestProject } from "vitest/node";
import { createKysely } from "../db/database.ts";
import { openEmbedded } from "../db/embedded/open.ts";
import { findPostmaster, isAlive } from "../db/embedded/process.ts";
import { applyMigration, landedMigrations, listMigrationFiles, migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { installJobs } from "../jobs/job-queues.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; password: string; database: string };
  }
}

const silent = { info() {}, warn() {}, error() {} };
const template = "clanhall_template";
/** Nothing of a test run must outlive a power cut. */
const unsafeSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Vitest calls this once per run: one server of our own, with a migrated database to copy from. */
export async function setup(project: TestProject) {
  await sweepKilledRuns();
  const folder = await mkdtemp(join(tmpdir(), `clanhall-test-${process.pid}-`));
  await chmod(folder, 0o755);
  const postgres = await openEmbedded(
    { dataFolder: join(folder, "data"), connections: 200, role: "server", extra: unsafeSettings },
    silent,
  );
  await onServer(postgres.connection, `create database ${template}`);
  await migrate({ ...postgres.connection, database: template });
  await installJobs({ ...postgres.connection, database: template }, silent);
  project.provide("postgres", postgres.connection);
  return async () => {
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  };
}

/** A database of the caller's own, migrated and without rows. */
export function createTestDatabase() {
  return copyDatabase(template);
}

/** One without tables, too. */
export function createEmptyDatabase() {
  return copyDatabase("template1");
}

/** A database as it was before a migration, for one test: `upgrade` brings it to this release. */
export async function openDatabaseBefore(migration: string) {
  const database = await createEmptyDatabase();
  const client = await database.pool.connect();
  onTestFinished(async () => {
    client.release();
    await database.close();
  });
  const files = await listMigrationFiles(landedMigrations);
  const first = files.findIndex(({ name }) => name === migration);
  const apply = async (some: typeof files) => {
    for (const file of some) {
      await client.query("begin");
      await applyMigration(client, file);
      await client.query("commit");
    }
  };
  await apply(files.slice(0, first));
  return { client, upgrade: () => apply(files.slice(first)) };
}

async function copyDatabase(from: string) {
  const server = inject("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Twice as fast as through the log.
  await onServer(server, `create database ${name} template ${from} strategy file_copy`);
  const connection = { ...server, database: name };
  const pool = createPool(connection, 10, silent);
  return {
    db: createKysely(pool),
    pool,
    connection,
    url: `postgres://${server.user}:${server.password}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`,
    async close() {
      await pool.end();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** A run that was killed could not stop its server. */
async function sweepKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^clanhall-test-(\d+)-/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const left = findPostmaster(join(tmpdir(), name, "data", "postgres"));
    if (left) process.kill(left.pid, "SIGQUIT");
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function onServer(connection: ClientConfig, statement: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
