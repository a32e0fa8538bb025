import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import settings from "../../../.kysely-codegenrc.json" with { type: "json" };
import { createTestDatabase } from "../testing/postgres.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");
const program = createRequire(import.meta.url).resolve("kysely-codegen/dist/cli/bin.js");
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function verify() {
  return run(process.execPath, [program, "--verify", "--url", database.url], { cwd: root });
}

test("the generated types are those of the migrated database", async () => {
  await expect(verify()).resolves.toMatchObject({ stderr: "" });
});

test("a column that only the database has is noticed", async () => {
  await database.pool.query("alter table games add column planted text");
  await expect(verify()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("planted") });
  await database.pool.query("alter table games drop column planted");
});

test("a type that the settings name is null where the column may be, and optional where it has a default", async () => {
  const { rows } = await database.pool.query<{ name: string; nullable: boolean; filled: boolean }>(`
    select table_name || '.' || column_name as name, is_nullable = 'YES' as nullable,
      column_default is not null or is_generated = 'ALWAYS' or is_identity = 'YES' as filled
    from information_schema.columns where table_schema = 'public'`);
  const columns = new Map(rows.map((row) => [row.name, row]));
  const named = Object.entries(settings.overrides.columns);
  expect(named.filter(([name]) => !columns.has(name))).toEqual([]);
  const wrong = named.filter(([name, type]) => {
    const isOptional = /^(?:Generated|GeneratedAlways|StoredJsonWithDefault)</.test(type);
    return columns.get(name)?.nullable !== /\| null\b/.test(type) || (isOptional && !columns.get(name)?.filled);
  });
  expect(wrong).toEqual([]);
});
