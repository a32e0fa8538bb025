import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../testing/admin-client.ts";
import { newCredentials, openAuthClient } from "../../testing/auth-client.ts";
import { openMailbox } from "../../testing/mailbox.ts";
import { createTestApp, sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
/** Where addresses have to be confirmed. */
let careful: TestApp;
beforeAll(async () => {
  careful = await createTestApp({ beside: world, env: { AUTH_AUTOCONFIRM: "off" } });
});
afterAll(() => careful.close());

const open = () => openAuthClient(careful.app.server);
const invalid = { code: "invalid_credentials" };

const signUp = (email: string, name = "") => {
  const { password } = newCredentials();
  return open()
    .signUp({ email, password, options: { data: { display_name: name } } })
    .then(({ data, error }) => {
      expect(error).toBeNull();
      return { email, password, user: data.user };
    });
};

const rowOf = (email: string) =>
  world.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

/** A impostor and the owner of an address sign up with it, in either order; each sign-up has its mail. */
async function signUpBoth(order: string) {
  const { email } = newCredentials();
  const mailbox = openMailbox(world.db, email);
  const isImpostorFirst = order === "impostor first";
  const first = { ...(await signUp(email, isImpostorFirst ? "Mallory" : "Kara")), mail: await mailbox.next() };
  const second = { ...(await signUp(email, isImpostorFirst ? "Kara" : "Mallory")), mail: await mailbox.next() };
  return isImpostorFirst
    ? { email, mailbox, impostor: first, owner: second }
    : { email, mailbox, impostor: second, owner: first };
}

test.each(["impostor first", "owner first"])(
  "H4: a second sign-up brings its own password and data, and confirming one ends the other: %s",
  async (order) => {
    for (const by of ["link", "code"]) {
      const { email, impostor, owner } = await signUpBoth(order);
      const row = await rowOf(email);
      expect(row).toMatchObject({ password_hash: null, user_metadata: {}, display_name: "", email_confirmed_by: null });
      const proof = by === "link" ? { token_hash: owner.mail.linkToken } : { email, token: owner.mail.code };
      expect((await open().verifyOtp({ ...proof, type: "signup" })).error).toBeNull();
      expect(await rowOf(email)).toMatchObject({ display_name: "Kara", user_metadata: { display_name: "Kara" } });
      expect((await open().signInWithPassword(impostor)).error).toMatchObject(invalid);
      expect((await open().signInWithPassword(owner)).error).toBeNull();

      const late = await open().verifyOtp({ token_hash: impostor.mail.linkToken, type: "signup" });
      expect(late.error).toMatchObject({ code: "otp_expired" });
      expect((await open().signInWithPassword(impostor)).error).toMatchObject(invalid);
    }
  },
);

test("H4: a stranger's POST /otp does not make the password of a later sign-up vanish", async () => {
  const { email } = newCredentials();
  const mailbox = openMailbox(world.db, email);
  await open().signInWithOtp({ email, options: { data: { display_name: "Mallory" } } });
  await mailbox.next();
  const owner = await signUp(email, "Kara");
  const { linkToken } = await mailbox.next();
  // Neither does one in between.
  await open().signInWithOtp({ email });
  await mailbox.next();
  expect((await open().verifyOtp({ token_hash: linkToken, type: "signup" })).error).toBeNull();
  expect((await open().signInWithPassword(owner)).error).toBeNull();
  expect(await rowOf(email)).toMatchObject({ display_name: "Kara", email_confirmed_by: "mail" });
});

test("H4: coming in by another mail ends every sign-up that waits", async () => {
  const { email, mailbox, impostor, owner } = await signUpBoth("impostor first");
  await open().resetPasswordForEmail(email);
  const recovery = await mailbox.next();
  expect((await open().verifyOtp({ token_hash: recovery.linkToken, type: "recovery" })).error).toBeNull();
  for (const { mail, password } of [impostor, owner]) {
    const late = await open().verifyOtp({ token_hash: mail.linkToken, type: "signup" });
    expect(late.error).toMatchObject({ code: "otp_expired" });
    expect((await open().signInWithPassword({ email, password })).error).toMatchObject(invalid);
  }
  expect(await rowOf(email)).toMatchObject({ display_name: "", password_hash: null });
});

test("H4: a confirmation that is mailed again keeps the password, unless somebody else signed up as well", async () => {
  const { email } = newCredentials();
  const mailbox = openMailbox(world.db, email);
  const owner = await signUp(email, "Kara");
  await mailbox.next();
  await open().resend({ email, type: "signup" });
  const { linkToken } = await mailbox.next();
  expect((await open().verifyOtp({ token_hash: linkToken, type: "signup" })).error).toBeNull();
  expect((await open().signInWithPassword(owner)).error).toBeNull();

  const both = await signUpBoth("owner first");
  await open().resend({ email: both.email, type: "signup" });
  const again = await both.mailbox.next();
  expect((await open().verifyOtp({ token_hash: again.linkToken, type: "signup" })).error).toBeNull();
  for (const person of [both.impostor, both.owner]) {
    expect((await open().signInWithPassword(person)).error).toMatchObject(invalid);
  }
});

test("H4: an administrator who confirms an address lets in whoever signed up, if it was one person", async () => {
  const { api } = await openAdminClient(careful);
  const { email } = newCredentials();
  const owner = await signUp(email, "Kara");
  expect((await api.updateUserById(owner.user?.id ?? "", { email_confirm: true })).error).toBeNull();
  expect((await open().signInWithPassword(owner)).data.user?.user_metadata).toEqual({ display_name: "Kara" });
  expect(await rowOf(email)).toMatchObject({ email_confirmed_by: "admin" });

  const both = await signUpBoth("impostor first");
  await api.updateUserById((await rowOf(both.email)).id, { email_confirm: true });
  for (const person of [both.impostor, both.owner]) {
    expect((await open().signInWithPassword(person)).error).toMatchObject(invalid);
  }
});

/** Every key of an answer with the kind of its value, so that two answers can be compared. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

test("M5: sign-up answers known, unknown and unconfirmed addresses alike, however often", async () => {
  const confirmed = await world.signedUp();
  const provider = await world.signedUp();
  await world.db.deleteFrom("auth_identities").where("user_id", "=", provider.userId).execute();
  const unconfirmed = newCredentials();
  await careful.visitor.send("POST", "/auth/v1/signup", unconfirmed);
  const answers = [];
  const ids = new Set<string>();
  for (const email of [newCredentials().email, unconfirmed.email, confirmed.email, provider.email]) {
    for (let time = 0; time < 2; time++) {
      const data = { display_name: "Kara", tags: ["a"] };
      const { password } = newCredentials();
      const answer = await careful.visitor.send("POST", "/auth/v1/signup", { email, password, data });
      expect(answer.statusCode).toBe(200);
      const user = answer.json();
      expect(user).toMatchObject({ email, role: "authenticated", aud: "authenticated", user_metadata: data });
      expect(user.identities).toMatchObject([{ id: user.id, user_id: user.id, provider: "email", email }]);
      expect(Date.now() - new Date(user.confirmation_sent_at).getTime()).toBeLessThan(10_000);
      expect(Date.now() - new Date(user.created_at).getTime()).toBeLessThan(10_000);
      answers.push({ shape: JSON.stringify(shapeOf(user)), headers: Object.keys(answer.headers).toSorted().join() });
      ids.add(user.id);
    }
  }
  expect(new Set(answers.map(({ shape }) => shape)).size).toBe(1);
  expect(new Set(answers.map(({ headers }) => headers)).size).toBe(1);
  // No id comes back, or a second try would tell an address that waits from one that is taken.
  expect(ids.size).toBe(8);
});

test("M5: trying the password of a sign-up does not tell whether the address had an account", async () => {
  const owner = await world.signedUp();
  for (const email of [owner.email, newCredentials().email]) {
    const impostor = await signUp(email);
    expect((await open().signInWithPassword(impostor)).error).toMatchObject({ code: "email_not_confirmed" });
    const wrong = { email, password: newCredentials().password };
    expect((await open().signInWithPassword(wrong)).error).toMatchObject(invalid);
  }
  expect((await open().signInWithPassword(owner)).error).toBeNull();

  // Nor does it ever become the account's, also when an administrator takes the confirmation back and gives it again.
  const { api } = await openAdminClient(careful);
  const impostor = await signUp(owner.email);
  await api.updateUserById(owner.userId, { email_confirm: false });
  await api.updateUserById(owner.userId, { email_confirm: true });
  expect((await open().signInWithPassword(impostor)).error).toMatchObject(invalid);
  expect((await open().signInWithPassword(owner)).error).toBeNull();
});

test("M5: sign-up does the same number of queries for known, unknown and unconfirmed addresses", async () => {
  const confirmed = await world.signedUp();
  const unconfirmed = newCredentials();
  await careful.visitor.send("POST", "/auth/v1/signup", unconfirmed);
  let count = 0;
  const patched = new WeakSet();
  careful.database.pool.on("acquire", (client) => {
    if (patched.has(client)) return;
    patched.add(client);
    const send = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: unknown[]) => {
      count++;
      return send(...input);
    }) as typeof client.query;
  });
  const countFor = async (email: string) => {
    count = 0;
    const { password } = newCredentials();
    expect((await careful.visitor.send("POST", "/auth/v1/signup", { email, password })).statusCode).toBe(200);
    return count;
  };
  await countFor(newCredentials().email);
  const counts = [await countFor(newCredentials().email), await countFor(unconfirmed.email)];
  counts.push(await countFor(confirmed.email));
  expect(counts[0]).toBeGreaterThan(8);
  expect(new Set(counts).size).toBe(1);
});
