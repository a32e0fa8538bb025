import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { auth } from "./auth.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

/** What an operator reads after typing the command. */
async function typed(args: string[], env: Record<string, string> = {}): Promise<string> {
  const said: string[] = [];
  const settings = readSettings({ DATABASE_URL: world.database.url, ...env });
  const signal = new AbortController().signal;
  await auth.run(args, { settings, env, log: recordedLog(), say: (line) => said.push(line), signal });
  return said.join("\n");
}

const listUsers = (token: string) =>
  world.app.server.inject({
    method: "GET",
    url: "/auth/v1/admin/users",
    headers: { authorization: `Bearer ${token}` },
  });

test("an operator makes a token for the admin API of the running server", async () => {
  const token = await typed(["token"]);
  const { iss, aud, role, iat = 0, exp = 0, sub, ...others } = decodeJwt(token);
  expect({ iss, aud, role, sub, others }).toEqual({
    iss: "http://localhost:3000/auth/v1",
    aud: "authenticated",
    role: "service_role",
    sub: undefined,
    others: {},
  });
  expect(exp - iat).toBe(3600);
  expect((await listUsers(token)).statusCode).toBe(200);
  const short = decodeJwt(await typed(["token", "5"]));
  expect((short.exp ?? 0) - (short.iat ?? 0)).toBe(300);
});

test("S62: that a token was made is written down, and the token itself is not", async () => {
  const listMade = () => world.db.selectFrom("admin_audit").selectAll().orderBy("at").execute();
  const before = await listMade();
  const token = await typed(["token", "7"]);
  const [row, ...others] = (await listMade()).slice(before.length);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ action: "service_token.create", actor_id: null, after: { minutes: 7 } });
  expect(JSON.stringify(row)).not.toContain(token.split(".")[2]);
});

test("a token made for another address is refused", async () => {
  const token = await typed(["token"], { PUBLIC_URL: "https://elsewhere.example" });
  expect((await listUsers(token)).statusCode).toBe(403);
});

test("an operator replaces the keys and sees them", async () => {
  const [before = ""] = (await typed(["keys"])).split("\n");
  expect(before).toMatch(
    /^[\w-]{43} {2}created \d{4}-\d\d-\d\d \d\d:\d\d UTC {2}signs from \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  );
  expect(await typed(["rotate-keys"])).toMatch(/^A new key is published and signs from .+ UTC\./);
  expect(await typed(["rotate-keys"])).toMatch(/^A new key is waiting already .+ nothing was changed\.$/);
  expect((await typed(["keys"])).split("\n")).toHaveLength(2);

  const kid = before.slice(0, 43);
  await world.db.updateTable("auth_signing_keys").set({ retired_at: new Date() }).where("kid", "=", kid).execute();
  expect(await typed(["keys"])).toMatch(/ {2}retired \d{4}-/);
  await world.db.updateTable("auth_signing_keys").set({ retired_at: null }).where("kid", "=", kid).execute();
});

test("an installation that has never started gets a key that signs at once and one that waits", async () => {
  const fresh = await createTestDatabase();
  const env = { DATABASE_URL: fresh.url };
  expect(await typed(["keys"], env)).toBe("There is no key yet; the first start makes one.");
  await typed(["rotate-keys"], env);
  expect((await typed(["keys"], env)).split("\n")).toHaveLength(2);
  expect(decodeProtectedHeader(await typed(["token"], env)).alg).toBe("ES256");
  await fresh.close();
});

test("where a file brings the keys, it signs tokens and rules over them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "clanhall-keys-"));
  const file = join(folder, "keys.json");
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: "mine", alg: "RS256", key_ops: ["sign"] };
  await writeFile(file, JSON.stringify([jwk]));
  const env = { AUTH_SIGNING_KEYS: file };
  await expect(typed(["rotate-keys"], env)).rejects.toThrow("AUTH_SIGNING_KEYS is set");
  await expect(typed(["keys"], env)).rejects.toThrow("AUTH_SIGNING_KEYS is set");
  expect(decodeProtectedHeader(await typed(["token"], env)).kid).toBe("mine");
  await rm(folder, { recursive: true });
});

test.each([
  [[]],
  [["token", "0"]],
  [["token", "1441"]],
  [["token", "-5"]],
  [["token", "1h"]],
  [["token", "5", "6"]],
  [["keys", "x"]],
  [["rotate"]],
])("auth %j is not understood", async (args) => {
  await expect(typed(args)).rejects.toThrow("auth needs token with at most 1440 minutes");
});
