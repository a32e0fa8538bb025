import { expect, test } from "vitest";
import { newCredentials, openAuthClient, type Storage } from "../../testing/auth-client.ts";
import { useProductionCost } from "../../testing/password-cost.ts";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const open = (storage?: Storage) => openAuthClient(world.app.server, storage);

test("somebody signs up, is signed in, and the product knows them", async () => {
  useProductionCost();
  const client = open();
  const credentials = newCredentials();
  const { data, error } = await client.signUp({ ...credentials, options: { data: { display_name: "Kara" } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: credentials.email,
    aud: "authenticated",
    role: "authenticated",
    phone: "",
    user_metadata: { display_name: "Kara" },
    app_metadata: { provider: "email", providers: ["email"] },
    identities: [{ provider: "email", id: data.user?.id, email: credentials.email }],
    is_anonymous: false,
  });
  const authorization = `Bearer ${data.session?.access_token}`;
  const answer = await world.app.server.inject({ method: "GET", url: "/api/me/admin", headers: { authorization } });
  expect(answer.statusCode).toBe(200);
  const row = await world.db
    .selectFrom("users")
    .select(["display_name", "password_hash"])
    .where("email", "=", credentials.email)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    display_name: "Kara",
    password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
  });
});

test("the token proves itself to the client by the published keys, with the contract's claims", async () => {
  const client = open();
  const { data } = await client.signUp(newCredentials());
  const { data: proven, error } = await client.getClaims();
  expect(error).toBeNull();
  expect(proven?.header).toMatchObject({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
  expect(proven?.claims).toMatchObject({
    iss: "http://localhost:3000/auth/v1",
    sub: data.user?.id,
    aud: "authenticated",
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
  });
  const keys = await world.visitor.get("/auth/v1/.well-known/jwks.json");
  expect(keys.headers["cache-control"]).toBe("public, max-age=600");
  expect(Object.keys(keys.json().keys[0]).toSorted()).toEqual(["alg", "crv", "key_ops", "kid", "kty", "use", "x", "y"]);
});

test("somebody signs in again, whatever the case of their address", async () => {
  const { email, password } = await world.signedUp();
  const { data, error } = await open().signInWithPassword({ email: email.toUpperCase(), password });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(data.session).not.toHaveProperty("weak_password");
});

test("the session answer leaves the reckoning of its end to the client's clock", async () => {
  const payload = newCredentials();
  const answer = await world.app.server.inject({ method: "POST", url: "/auth/v1/signup", payload });
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.json()).toMatchObject({ token_type: "bearer", expires_in: 3600, refresh_token: expect.any(String) });
  expect(answer.json()).not.toHaveProperty("expires_at");
});

test("S14: a wrong password and an unknown address get the same answer", async () => {
  const { email } = await world.signedUp();
  const tryAs = (address: string) =>
    world.visitor.send("POST", "/auth/v1/token?grant_type=password", { email: address, password: "not the one" });
  const [known, unknown] = [await tryAs(email), await tryAs(newCredentials().email)];
  expect(known.statusCode).toBe(400);
  expect(known.json()).toEqual({ code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" });
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  const { error } = await open().signInWithPassword({ email, password: "not the one" });
  expect(error).toMatchObject({ status: 400, code: "invalid_credentials", message: "Invalid login credentials" });
});

test("an address that is taken, closed sign-up and a bad address are refused in the contract's words", async () => {
  const { email } = await world.signedUp();
  const taken = await open().signUp({ email: email.toUpperCase(), password: newCredentials().password });
  expect(taken.error).toMatchObject({ status: 422, code: "user_already_exists", message: "User already registered" });
  const bad = await open().signUp({ email: "kara", password: newCredentials().password });
  expect(bad.error).toMatchObject({ status: 400, code: "validation_failed" });
  expect(bad.error?.message).toContain("Unable to validate email address: invalid format");
  const nobody = await open().signInAnonymously();
  expect(nobody.error).toMatchObject({ status: 422, code: "anonymous_provider_disabled" });
});

test("two people who take the same address at the same moment do not both get it", async () => {
  const payload = newCredentials();
  const answers = await Promise.all(
    [1, 2, 3].map(() => world.app.server.inject({ method: "POST", url: "/auth/v1/signup", payload })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(2);
});

test("S13: an old, weaker hash is replaced when its owner signs in", async () => {
  useProductionCost();
  const { hash } = await import("@node-rs/argon2");
  const { email, password, userId } = await world.signedUp();
  const weak = await hash(password, { memoryCost: 8192, timeCost: 1 });
  await world.db.updateTable("users").set({ password_hash: weak }).where("id", "=", userId).execute();
  expect((await open().signInWithPassword({ email, password })).error).toBeNull();
  const { password_hash } = await world.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  expect(password_hash).toContain("m=19456,t=2");
  expect((await open().signInWithPassword({ email, password })).error).toBeNull();
});

test("S62: what happened is written down, and no secret with it", async () => {
  const person = await world.signedUp();
  await open().signInWithPassword({ email: person.email, password: "a wrong guess" });
  await person.send("POST", "/auth/v1/logout");
  const rows = await world.db
    .selectFrom("auth_audit")
    .selectAll()
    .where("user_id", "=", person.userId)
    .orderBy("at")
    // Both rows of a sign-up are of one moment.
    .orderBy("action", "desc")
    .execute();
  expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    "user_signedup success",
    "login success",
    "login failure",
    "logout success",
  ]);
  for (const row of rows) expect(row).toMatchObject({ ip: "127.0.0.1", request_id: expect.any(String) });
  const everything = JSON.stringify(rows);
  for (const secret of [person.password, "a wrong guess", person.access_token, person.refresh_token]) {
    expect(everything).not.toContain(secret);
  }
});
