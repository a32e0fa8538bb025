import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireSealingSecrets } from "../../access/sealing.ts";
import { createSecrets, toSealingKey } from "../../access/secrets.ts";
import { openKeyRing } from "../../access/signing-keys.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { readSettings } from "../../settings.ts";
import { createTestDatabase } from "../../testing/postgres.ts";
import { recordedLog } from "../../testing/recorded-log.ts";
import { startSmtpServer } from "../../testing/smtp.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { checkClock } from "./check-database.ts";
import { checkFreeRoom } from "./check-machine.ts";
import { doctor } from "./doctor.ts";

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

let folder: string;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let database: TestDatabase;
let healthy: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "doctor-"));
  await chmod(folder, 0o755);
  smtp = await startSmtpServer();
  database = await createTestDatabase();
  await addAdmin(database);
  healthy = {
    PORT: "0",
    PUBLIC_URL: "https://hall.clan.test",
    TRUST_PROXY: "1",
    DATABASE_URL: database.url,
    CLANHALL_SECRET: "a secret that is long enough to seal",
    SMTP_URL: smtp.url,
    MAIL_FROM: "Hall <hall@clan.test>",
  };
});
afterAll(async () => {
  await smtp.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function addAdmin({ db }: TestDatabase, proof: "mail" | "auto" | null = "mail") {
  const user = await db
    .insertInto("users")
    .values({ email: "ann@clan.test", email_confirmed_by: proof })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("app_admins").values({ user_id: user.id, note: null }).execute();
}

/** What an operator reads, by subject, and the last sentence if something has to be mended. */
async function visit(env: Record<string, string | undefined>) {
  const said: string[] = [];
  const surroundings = { env, log: recordedLog(), say: (line: string) => void said.push(line) };
  const signal = new AbortController().signal;
  const outcome = doctor.run([], { ...surroundings, signal, settings: readSettings({}) });
  const end = await outcome.then(
    () => "",
    (error: Error) => error.message,
  );
  const found = said.map((line) => /^(\w+) +(\w+) +(.+)$/.exec(line)?.slice(1) ?? [line, "", ""]);
  const about = Object.fromEntries(found.map(([state, subject, text]) => [subject, `${state}: ${text}`]));
  return { said, end, about };
}

/** The healthy installation with something wrong. */
const visitWith = (changes: Record<string, string | undefined>) => visit({ ...healthy, ...changes });

test("a healthy installation has a clean bill, one line for each check", async () => {
  const { said, end, about } = await visit(healthy);
  expect(end).toBe("");
  const { disk, ...others } = about;
  expect(disk).toMatch(/MiB are free/);
  const subjects = ["settings", "address", "proxy", "secret", "web", "database", "clock", "schema", "parts"];
  expect(Object.keys(others)).toEqual([
    ...subjects,
    "keys",
    "mails",
    "jobs",
    "admins",
    "passkeys",
    "discord",
    "mail",
    "port",
  ]);
  for (const line of Object.values(others)) expect(line).toMatch(/^ok: /);
  expect(said).toHaveLength(18);
  expect(said.join("\n")).not.toContain(healthy.CLANHALL_SECRET);
});

test("every setting that cannot be used is a line, and nothing else is tried", async () => {
  const { said, end } = await visit({ PORT: "http", SMTP_URL: "mail", CLANHALL_SECRET: "short" });
  expect(said).toEqual([
    "problem  settings  PORT must be a whole number from 0 to 65535: correct it.",
    "problem  settings  SMTP_URL must be an smtp:// or smtps:// URL: correct it.",
    "problem  settings  CLANHALL_SECRET must have at least 32 characters: correct it.",
  ]);
  expect(end).toBe("3 problems to fix.");
});

test.each([
  ["http://hall.clan.test", "address", /^problem: .+put TLS before it/],
  ["https://hall.clan.test/clans", "address", /^problem: .+without a path/],
  ["https://ann@hall.clan.test", "address", /^problem: .+without a path/],
  ["http://localhost:3000", "address", /^warning: .+only this machine/],
])("the address %s is questioned", async (PUBLIC_URL, subject, sentence) => {
  expect((await visitWith({ PUBLIC_URL })).about[subject]).toMatch(sentence);
});

test("an operator is told of a proxy nobody trusts and of a secret that is missing", async () => {
  const { about, end } = await visitWith({ TRUST_PROXY: "0", CLANHALL_SECRET: "" });
  expect(about).toMatchObject({
    proxy: expect.stringMatching(/^warning: .+set it to 1/),
    secret: expect.stringMatching(/^problem: CLANHALL_SECRET is not set.+openssl rand -hex 32/),
  });
  expect(end).toBe("One problem to fix.");
});

test("a month without a part of its own is a warning, with what to run", async () => {
  const there = await createTestDatabase();
  const { rows } = await there.pool.query<{ name: string }>(
    "select max(relname::text) as name from pg_class where relispartition and relname ~ '^entries_\\d{4}_\\d\\d$'",
  );
  await there.pool.query(`drop table ${rows[0]?.name}`);
  const { about } = await visitWith({ DATABASE_URL: there.url });
  expect(about.parts).toBe(`warning: ${rows[0]?.name} missing: run migrate as the owner of the tables.`);
  await there.close();
});

test("a database that cannot be used is a problem, and the rest is still looked at", async () => {
  const { about, end } = await visitWith({ DATABASE_URL: database.url.replace(/\/test_\w+/, "/nowhere") });
  expect(about.database).toMatch(/^problem: The database nowhere .+does not exist.+correct DATABASE_URL/);
  expect(about).not.toHaveProperty("schema");
  expect(about.mail).toMatch(/^ok/);
  expect(end).toBe("One problem to fix.");
});

test("missing migrations are counted, and a database of another release is refused", async () => {
  const other = await createTestDatabase();
  await other.pool.query(
    "delete from clanhall_migrations where number = (select max(number) from clanhall_migrations)",
  );
  const older = await visitWith({ DATABASE_URL: other.url });
  expect(older.about.schema).toMatch(/^warning: 1 of \d+ migrations are missing: start Clanhall or run migrate/);
  expect(older.about).not.toHaveProperty("jobs");
  await other.pool.query("update clanhall_migrations set checksum = 'other' where number = 1");
  const changed = await visitWith({ DATABASE_URL: other.url });
  expect(changed.about.schema).toMatch(/^problem: Migration 0001_\w+ was changed/);
  await other.close();
});

test.each(["auto", null] as const)("an app admin whose address was confirmed by %s is named", async (proof) => {
  const other = await createTestDatabase();
  await addAdmin(other, proof);
  const { about } = await visitWith({ DATABASE_URL: other.url });
  expect(about.admins).toMatch(/^warning: Nobody proved .+: ann@clan\.test\. Have them confirmed by mail/);
  await other.close();
});

test("passkeys that were made for another host are counted", async () => {
  const other = await createTestDatabase();
  await addAdmin(other);
  const { id: user_id } = await other.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  for (const [index, rp_id] of ["old.example", "old.example", "clan.test"].entries()) {
    const key = { user_id, rp_id, credential_id: Buffer.from([index]), public_key: Buffer.from([1]) };
    await other.db
      .insertInto("auth_webauthn_credentials")
      .values({ ...key, friendly_name: "Phone" })
      .execute();
  }
  const { about } = await visitWith({ DATABASE_URL: other.url, PUBLIC_URL: "https://clan.test" });
  expect(about.passkeys).toMatch(/^warning: 2 passkeys of old\.example do not work at https:\/\/clan\.test: /);
  const off = await visitWith({ DATABASE_URL: other.url, PUBLIC_URL: "https://clan.test", AUTH_PASSKEYS: "off" });
  expect(off.about.passkeys).toMatch(/^warning: 1 passkey of clan\.test and 2 passkeys of old\.example do not work/);
  await other.close();
});

test("a new installation lacks an app admin, and a job that nobody does is noticed", async () => {
  const other = await createTestDatabase();
  await other.db.transaction().execute(async (tx) => {
    await enqueue(tx, "delete-clans", {}, { startAfter: new Date(Date.now() - 3_600_000) });
    await enqueue(tx, "delete-accounts", {}, { startAfter: new Date(Date.now() + 3_600_000) });
  });
  const { about, end } = await visitWith({ DATABASE_URL: other.url });
  expect(about.admins).toMatch(/^warning: There is no app admin: .+admin grant/);
  expect(about.jobs).toMatch(/^warning: delete-clans has been waiting for 6\d minutes: start Clanhall/);
  expect(end).toBe("");
  await other.pool.query("drop schema pgboss cascade");
  expect((await visitWith({ DATABASE_URL: other.url })).about.jobs).toMatch(/^ok: There is no queue yet/);
  await other.close();
});

test("H2: the doctor says whether keys and mails are sealed, and whether the secret still opens them", async () => {
  const other = await createTestDatabase();
  const env = { DATABASE_URL: other.url };
  await openKeyRing(other.db, createSecrets([toSealingKey(healthy.CLANHALL_SECRET ?? "")]), null);
  expect((await visitWith(env)).about).toMatchObject({
    keys: "ok: Every key is sealed.",
    mails: "ok: Every mail that has a text is sealed.",
  });
  await other.pool.query(`insert into mails (recipient, subject, text, html) values ('ann@clan.test', 'x', 'x', 'x')`);
  await other.pool.query(`insert into sealing_keys (id, key) values ('a', '\\x00')`);
  expect((await visitWith(env)).about).toMatchObject({
    keys: "warning: Not sealed: 1. Start Clanhall once, which seals them.",
    mails: "warning: Not sealed: 1. Start Clanhall once, which seals them.",
  });
  const wrong = await visitWith({ ...env, CLANHALL_SECRET: "somebody mistyped the secret of the hall" });
  expect(wrong.about.keys).toBe("problem: They were sealed with another secret: put CLANHALL_SECRET back as before.");
  expect(wrong.end).toBe("One problem to fix.");
  await other.close();
});

test("H2: the doctor looks at the key file of the built-in database", async () => {
  const CLANHALL_DATA = join(folder, "with-key");
  const settings = { CLANHALL_DATA, DATABASE_URL: "", CLANHALL_SECRET: "" };
  expect((await visitWith(settings)).about.secret).toMatch(
    /^ok: There is no key yet; the first start makes .+sealing\.key/,
  );
  await requireSealingSecrets({ secret: null, databaseUrl: null, dataFolder: CLANHALL_DATA });
  expect((await visitWith(settings)).about.secret).toMatch(/^ok: The key is in .+sealing\.key; keep a copy/);
  expect((await visitWith({ ...settings, CLANHALL_SECRET: healthy.CLANHALL_SECRET })).about.secret).toMatch(
    /^ok: CLANHALL_SECRET and .+sealing\.key are both in use; keep a copy of each/,
  );
  await chmod(join(CLANHALL_DATA, "sealing.key"), 0o644);
  expect((await visitWith(settings)).about.secret).toMatch(/^warning: Others can read .+chmod 600/);
  await writeFile(join(CLANHALL_DATA, "sealing.key"), "x");
  expect((await visitWith(settings)).about.secret).toMatch(/^problem: .+is damaged/);
});

test("the doctor opens the keys an operator brings, and quotes nothing of them", async () => {
  const AUTH_SIGNING_KEYS = join(folder, "keys.json");
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: "mine", alg: "ES256", key_ops: ["sign"] };
  await writeFile(AUTH_SIGNING_KEYS, JSON.stringify([key]));
  expect((await visitWith({ AUTH_SIGNING_KEYS })).about.signing).toBe("ok: AUTH_SIGNING_KEYS has 1 key.");
  await writeFile(AUTH_SIGNING_KEYS, "{secret");
  const damaged = await visitWith({ AUTH_SIGNING_KEYS });
  expect(damaged.about.signing).toMatch(/^problem: AUTH_SIGNING_KEYS names a file that is not usable: .+; correct /);
  expect(damaged.said.join("\n")).not.toContain("{secret");
  expect(damaged.end).toBe("One problem to fix.");
});

test("a standby that is away, or none at all, is a warning", async () => {
  const away = await visitWith({ DATABASE_READ_URL: "postgres://nobody:hunter2@127.0.0.1:1/clanhall" });
  expect(away.about.replica).toMatch(/^warning: DATABASE_READ_URL cannot be used \(.+\), so everything is read from/);
  expect(away.said.join("\n")).not.toContain("hunter2");
  expect(away.end).toBe("");
  const itself = await visitWith({ DATABASE_READ_URL: database.url });
  expect(itself.about.replica).toMatch(/^warning: DATABASE_READ_URL leads to no standby/);
});

test("clocks that differ by more than five seconds are told apart", async () => {
  const at = (offset: number) => checkClock(database, () => Date.now() + offset);
  expect(await at(0)).toMatchObject({ state: "ok" });
  expect(await at(-3_600_000)).toMatchObject({ state: "warning", text: expect.stringContaining("s behind the") });
  expect(await at(3_600_000)).toMatchObject({ state: "warning", text: expect.stringContaining("s ahead of the") });
});

test("little room on the disk is a warning, next to none a problem", () => {
  expect([3000, 2000, 200].map((free) => checkFreeRoom("/data", free).state)).toEqual(["ok", "warning", "problem"]);
});

test("a mail server that is away or refuses the password is a problem, and none at all a warning", async () => {
  const gone = await startSmtpServer();
  await gone.close();
  expect((await visitWith({ SMTP_URL: gone.url })).about.mail).toMatch(/^problem: .+start the server/);
  const withPassword = smtp.url.replace("//", "//ann:hunter2@");
  const refused = await visitWith({ SMTP_URL: withPassword });
  expect(refused.about.mail).toMatch(/^problem: .+correct the name and password/);
  expect(refused.said.join("\n")).not.toContain("hunter2");
  expect((await visitWith({ SMTP_URL: "" })).about.mail).toMatch(/^warning: SMTP_URL is not set/);
  expect((await visitWith({ MAIL_FROM: "" })).about.mail).toMatch(/^warning: .+MAIL_FROM/);
  expect(smtp.received).toEqual([]);
});

test("the port may be Clanhall's own, but not another program's", async () => {
  const world = await createTestApp();
  await world.app.server.listen({ port: 0, host: "127.0.0.1" });
  const portOf = (address: unknown) => String((address as AddressInfo).port);
  const ours = { HOST: "127.0.0.1", PORT: portOf(world.app.server.server.address()) };
  expect((await visitWith(ours)).about.port).toMatch(/^ok: Clanhall .+ runs on port/);
  await world.close();

  const otherProgram = createServer((_request, response) => response.end("hello"));
  await new Promise<void>((resolve) => void otherProgram.listen(0, "127.0.0.1", resolve));
  const theirs = { HOST: "127.0.0.1", PORT: portOf(otherProgram.address()) };
  expect((await visitWith(theirs)).about.port).toMatch(/^problem: Another program has port/);
  otherProgram.close();
});

test("where Clanhall has never run, the doctor makes no database", async () => {
  const CLANHALL_DATA = join(folder, "data");
  const { about } = await visitWith({ CLANHALL_DATA, DATABASE_URL: "" });
  expect(about).toMatchObject({
    data: expect.stringMatching(/^ok: .+can be written to/),
    database: "ok: There is none yet; the first start makes it.",
  });
  expect(await readdir(CLANHALL_DATA)).toEqual([]);
});

test("a data folder that cannot be is a problem", async () => {
  await writeFile(join(folder, "file"), "");
  const { about } = await visitWith({ CLANHALL_DATA: join(folder, "file", "data"), DATABASE_URL: "" });
  expect(about.data).toMatch(/^problem: .+CLANHALL_DATA/);
  expect(about).not.toHaveProperty("database");
});
