import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readSettings } from "../settings.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { testSecret } from "../testing/secrets.ts";
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
  const settings = readSettings({ DATABASE_URL: world.database.url, CLANHALL_SECRET: testSecret, ...env });
  const signal = new AbortController().signal;
  await auth.run(args, { settings, env, log: recordedLog(), say: (line) => said.push(line), signal });
  return said.join("\n");
}

const listUsers = (token: string, { app }: Pick<TestApp, "app"> = world) =>
  app.server.inject({
    method: "GET",
    url: "/auth/v1/admin/users",
    headers: { authorization: `Bearer ${token}` },
  });

test("an operator makes a token for the admin API of the running server", async () => {
  const token = await typed(["service-token"]);
  const { iss, aud, role, iat = 0, exp = 0, sub, jti, ...others } = decodeJwt(token);
  expect(jti).toMatch(/^[\da-f-]{36}$/);
  expect({ iss, aud, role, sub, others }).toEqual({
    iss: "http://localhost:3000/auth/v1",
    aud: "authenticated",
    role: "service_role",
    sub: undefined,
    others: {},
  });
  expect(exp - iat).toBe(3600);
  expect((await listUsers(token)).statusCode).toBe(200);
  const short = decodeJwt(await typed(["service-token", "5"]));
  expect((short.exp ?? 0) - (short.iat ?? 0)).toBe(300);
});

test("S62: that a token was made is written down, and the token itself is not", async () => {
  const listMade = () => world.db.selectFrom("admin_audit").selectAll().orderBy("at").execute();
  const before = await listMade();
  const token = await typed(["service-token", "7"]);
  const [row, ...others] = (await listMade()).slice(before.length);
  expect(others).toEqual([]);
  const target_id = decodeJwt(token).jti;
  expect(row).toMatchObject({ action: "service_token.create", actor_id: null, target_id, after: { minutes: 7 } });
  expect(JSON.stringify(row)).not.toContain(token.split(".")[2]);
});

test("a token made for another address is refused", async () => {
  const token = await typed(["service-token"], { PUBLIC_URL: "https://elsewhere.example" });
  expect((await listUsers(token)).statusCode).toBe(403);
});

test("L12: an operator sees the tokens in use and takes one back, which every instance refuses at once", async () => {
  const beside = await createTestApp({ beside: world });
  const [lost, kept] = [await typed(["service-token"]), await typed(["service-token"])];
  const { jti = "" } = decodeJwt(lost);
  const list = await typed(["service-tokens"]);
  expect(list).toMatch(new RegExp(`^${jti}  created .+ UTC  ends .+ UTC$`, "m"));
  for (const token of [lost, kept]) expect((await listUsers(token, beside)).statusCode).toBe(200);

  expect(await typed(["revoke-token", jti])).toBe("The token is refused from now on.");
  for (const instance of [world, beside]) {
    const answer = await listUsers(lost, instance);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ error_code: "bad_jwt" });
    expect((await listUsers(kept, instance)).statusCode).toBe(200);
  }
  expect(await typed(["service-tokens"])).toMatch(new RegExp(`^${jti} .+  revoked .+ UTC$`, "m"));
  await expect(typed(["revoke-token", jti])).rejects.toThrow(`There is no service token ${jti} in use.`);
  const audit = world.db.selectFrom("admin_audit").selectAll().where("action", "=", "service_token.revoke");
  expect(await audit.execute()).toMatchObject([{ target_type: "service_token", target_id: jti }]);
  await beside.close();
});

test("H2: an operator revokes the key that signs, and people go on with a new one", async () => {
  const beside = await createTestApp({ beside: world });
  const person = await world.signedUp();
  const ofService = await typed(["service-token"]);
  const { kid = "" } = decodeProtectedHeader(person.access_token);
  const ask = ({ app }: TestApp, token: string) =>
    app.server.inject({ method: "GET", url: "/api/me/admin", headers: { authorization: `Bearer ${token}` } });
  // Both instances have proven the token and remember that.
  for (const instance of [world, beside]) expect((await ask(instance, person.access_token)).statusCode).toBe(200);

  expect(await typed(["revoke-key", kid])).toMatch(/^What this key signed is refused from now on;/);
  for (const instance of [world, beside]) {
    const refused = async () => expect((await ask(instance, person.access_token)).statusCode).toBe(401);
    await vi.waitFor(refused, { timeout: 2_000, interval: 5 });
    expect((await listUsers(ofService, instance)).statusCode).toBe(403);
  }
  const { refresh_token } = person;
  const fresh = await beside.visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token });
  const { access_token } = fresh.json<{ access_token: string }>();
  expect(decodeProtectedHeader(access_token).kid).not.toBe(kid);
  for (const instance of [world, beside]) expect((await ask(instance, access_token)).statusCode).toBe(200);
  await expect(typed(["revoke-key", kid])).rejects.toThrow(`There is no key ${kid} in use; auth keys lists them.`);
  expect(await typed(["keys"])).toMatch(new RegExp(`^${kid} .+  retired .+ UTC$`, "m"));
  await beside.close();
});

test("an operator replaces the keys and sees them", async () => {
  const inUse = async () => (await typed(["keys"])).split("\n").filter((line) => !line.includes("retired"));
  const [before = ""] = await inUse();
  expect(before).toMatch(
    /^[\w-]{43} {2}created \d{4}-\d\d-\d\d \d\d:\d\d UTC {2}signs from \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  );
  expect(await typed(["rotate-keys"])).toMatch(/^A new key is published and signs from .+ UTC\./);
  expect(await typed(["rotate-keys"])).toMatch(/^A new key is already waiting .+ nothing was changed\.$/);
  expect(await inUse()).toHaveLength(2);

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
  expect(decodeProtectedHeader(await typed(["service-token"], env)).alg).toBe("ES256");
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
  await expect(typed(["revoke-key", "mine"], env)).rejects.toThrow("AUTH_SIGNING_KEYS is set");
  expect(decodeProtectedHeader(await typed(["service-token"], env)).kid).toBe("mine");
  await rm(folder, { recursive: true });
});

test.each([
  [[]],
  [["service-token", "0"]],
  [["service-token", "1441"]],
  [["service-token", "-5"]],
  [["service-token", "1h"]],
  [["service-token", "5", "6"]],
  [["token"]],
  [["service-tokens", "x"]],
  [["revoke-token"]],
  [["revoke-token", "x"]],
  [["revoke-key"]],
  [["keys", "x"]],
  [["rotate"]],
])("auth %j is not understood", async (args) => {
  await expect(typed(args)).rejects.toThrow("auth needs service-token with at most 1440 minutes");
});
