import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKeyRing } from "../access/signing-keys.ts";
import { listenForEvents } from "../events/listen-for-events.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { testSecret, testSecrets } from "../testing/secrets.ts";

interface Outcome {
  code: number | string | null;
  stdout: string;
  stderr: string;
}

function clanhall(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const program = join(import.meta.dirname, "clanhall.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test("without a command an operator gets the list of commands", async () => {
  const { code, stdout } = await clanhall([]);
  expect(code).toBe(0);
  expect(stdout).toContain("restore <file> [--force]");
});

test.each([[["bakup"]], [["backup"]], [["restore", "a", "b"]], [["restore", "--now"]]])(
  "%s is not understood, and the list is the answer",
  async (args) => {
    const { code, stderr } = await clanhall(args);
    expect(code).toBe(2);
    expect(stderr).toContain("backup <file>");
  },
);

test("the doctor ends with a sentence and a code of its own when something has to be mended", async () => {
  const { code, stdout, stderr } = await clanhall(["doctor"], { PORT: "http" });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "One problem to fix.\n" });
  expect(stdout).toContain("PORT must be a whole number");
});

test("the help also helps those whose settings cannot be used", async () => {
  expect(await clanhall(["help"], { PORT: "http" })).toMatchObject({ code: 0, stderr: "" });
});

test("a backup is not restored while an instance is on the database, even one at rest", async () => {
  const folder = await mkdtemp(join(tmpdir(), "running-"));
  const file = join(folder, "clan.backup");
  const database = await createTestDatabase();
  const settings = { CLANHALL_SECRET: testSecret, DATABASE_URL: database.url };
  expect(await clanhall(["backup", file], settings)).toMatchObject({ code: 0 });
  const events = await listenForEvents(database.connection, recordedLog());
  expect(await clanhall(["restore", file, "--force"], settings)).toMatchObject({
    code: 1,
    stderr: "The database is in use; stop every Clanhall that works on it first.\n",
  });
  await events.close();
  expect(await clanhall(["restore", file, "--force"], settings)).toMatchObject({ code: 0, stderr: "" });
  await database.close();
  await rm(folder, { recursive: true });
});

test("an operator backs up, restores into another database, and is warned before replacing rows", async () => {
  const folder = await mkdtemp(join(tmpdir(), "commands-"));
  const file = join(folder, "clan.backup");
  const [here, there] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await here.db.insertInto("users").values({ email: "zoë@example.test" }).execute();

  await openKeyRing(here.db, testSecrets, null);

  const settings = { CLANHALL_SECRET: testSecret };
  const saved = await clanhall(["backup", file], { ...settings, DATABASE_URL: here.url });
  expect(saved).toMatchObject({ code: 0, stderr: "" });
  expect(saved.stdout).toContain("What is sealed in it opens only with CLANHALL_SECRET: keep a copy in another place");
  expect(saved.stdout).toContain(`from the database ${here.connection.database} on ${here.connection.host}, port`);
  const restored = await clanhall(["restore", file], { ...settings, DATABASE_URL: there.url });
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).not.toContain("sealed");
  expect(restored.stdout).toContain(`into the database ${there.connection.database} on ${there.connection.host}, port`);
  const elsewhere = await clanhall(["restore", file, "--force"], { DATABASE_URL: there.url });
  expect(elsewhere).toMatchObject({ code: 0, stderr: "" });
  expect(elsewhere.stdout).toContain(
    "This backup was sealed with another secret: before the start, set CLANHALL_SECRET",
  );
  expect(elsewhere.stdout).toContain("restore it with both into the built-in PostgreSQL, start that once");
  expect(await clanhall(["migrate"], { DATABASE_URL: there.url })).toMatchObject({ code: 0, stderr: "" });
  const refusal = await clanhall(["restore", file], { DATABASE_URL: there.url });
  expect(refusal.code).toBe(1);
  expect(refusal.stderr).toMatch(/^The database already holds rows \(in users\); add --force .+\n$/);
  expect(await there.db.selectFrom("users").select("email").execute()).toEqual([{ email: "zoë@example.test" }]);

  await Promise.all([here.close(), there.close()]);
  await rm(folder, { recursive: true });
});
