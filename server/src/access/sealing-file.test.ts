import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireSealingSecrets } from "./sealing-file.ts";

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "clanhall-sealing-"));
  await chmod(parent, 0o755);
});
afterAll(() => rm(parent, { recursive: true }));

const builtIn = (name: string, secret: string | null = null) => ({
  secret,
  databaseUrl: null,
  dataFolder: join(parent, name),
});

test("H2: the built-in database has its sealing key in a file that only its owner reads", async () => {
  const starts = await Promise.all([1, 2, 3].map(() => requireSealingSecrets(builtIn("first"))));
  const [text = ""] = starts[0] ?? [];
  expect(starts).toEqual([[text], [text], [text]]);
  expect(text).toMatch(/^[\da-f]{64}$/);
  const path = join(parent, "first", "sealing.key");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readFile(path, "utf8")).toBe(`${text}\n`);
  expect(await readdir(join(parent, "first"))).toEqual(["sealing.key"]);
});

test("whoever sets CLANHALL_SECRET later seals with that and still opens with the file", async () => {
  const [inFile] = await requireSealingSecrets(builtIn("later"));
  expect(await requireSealingSecrets(builtIn("later", "from now on this"))).toEqual(["from now on this", inFile]);
  expect(await requireSealingSecrets(builtIn("never", "from the start"))).toEqual(["from the start"]);
});

test("a damaged key is not replaced", async () => {
  await requireSealingSecrets(builtIn("damaged"));
  await writeFile(join(parent, "damaged", "sealing.key"), "");
  await expect(requireSealingSecrets(builtIn("damaged"))).rejects.toThrow(/sealing\.key is damaged: put it back/);
});

test("H2: with DATABASE_URL the start asks for CLANHALL_SECRET and says how to make one, in one sentence", async () => {
  const external = { databaseUrl: "postgres://db/clanhall", dataFolder: join(parent, "external") };
  const asking = requireSealingSecrets({ ...external, secret: null });
  await expect(asking).rejects.toThrow(
    /^With DATABASE_URL, CLANHALL_SECRET is needed .+`openssl rand -hex 32`[^.]+\.$/,
  );
  expect(await requireSealingSecrets({ ...external, secret: "a secret" })).toEqual(["a secret"]);
  expect(await readdir(parent)).not.toContain("external");
});
