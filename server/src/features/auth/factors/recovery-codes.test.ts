import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthClient } from "../../../testing/auth-client.ts";
import { signInElsewhere, signUpClient, signUpWithTotp } from "../../../testing/authenticator.ts";
import { listMails as listMailsTo } from "../../../testing/mailbox.ts";
import { useProductionCost } from "../../../testing/password-cost.ts";
import { createTestApp, sharedApp, type TestApp } from "../../../testing/test-app.ts";
import { createRecoveryCodes, toHint, toPlainCode } from "./recovery-codes.ts";

const world = await sharedApp();
let second: TestApp;
beforeAll(async () => {
  second = await createTestApp({ beside: world });
});
afterAll(() => second.close());

async function signUpWithCodes() {
  const person = await signUpWithTotp(world);
  const { data, error } = await person.client.mfa.recoveryCodes.generate();
  if (error) throw error;
  return { ...person, codes: data.codes, codesId: data.id };
}

const codeAt = (codes: string[], index: number) => codes[index] ?? "";
const wrong = { status: 422, code: "mfa_verification_failed" };
const listMails = (email: string) => listMailsTo(world.db, email);

test("S23: ten codes of at least 64 bits beyond the four characters that find them, each found by its own", () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes.map(toHint)).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([2-9a-hjkmnp-z]{4}-){4}[2-9a-hjkmnp-z]{4}$/);
    expect((toPlainCode(code).length - toHint(code).length) * Math.log2(31)).toBeGreaterThan(64);
  }
});

test("S23: codes are shown once, kept as argon2id hashes, and counted", async () => {
  useProductionCost();
  const { client, codes, codesId, email } = await signUpWithCodes();
  expect(codes).toHaveLength(10);
  expect((await client.mfa.recoveryCodes.getStatus()).data).toEqual({
    id: codesId,
    type: "recovery_code",
    total: 10,
    remaining: 10,
  });
  expect((await client.mfa.listFactors()).data?.recovery_code).toMatchObject([
    { id: codesId, friendly_name: "Recovery codes" },
  ]);
  const rows = await world.db.selectFrom("auth_recovery_codes").selectAll().where("factor_id", "=", codesId).execute();
  for (const { code_hash } of rows) expect(code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const kept = JSON.stringify(rows);
  for (const code of codes) expect(kept).not.toContain(toPlainCode(code).slice(4));
  expect((await listMails(email)).map(({ subject }) => subject)).toContain("A new way to sign in was added");
});

test("a code lifts half a sign-in, however it is typed; the user learns how many are left", async () => {
  const person = await signUpWithCodes();
  const elsewhere = await signInElsewhere(world, person);
  const before = (await elsewhere.getSession()).data.session?.refresh_token;
  const half = await signInElsewhere(world, person);
  const typed = ` ${toPlainCode(codeAt(person.codes, 0))
    .toUpperCase()
    .replace(/^...../, "$& – ")} `;
  const { data, error } = await elsewhere.mfa.recoveryCodes.verify({ code: typed });
  expect(error).toBeNull();
  expect(data?.user.id).toBe(person.userId);
  expect((await elsewhere.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal2",
    currentAuthenticationMethods: [{ method: "mfa/recovery_code" }, { method: "password" }],
  });
  expect((await elsewhere.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
  expect((await half.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
  expect((await person.client.getUser()).error).toBeNull();
  const old = await world.visitor.send("POST", "/auth/v1/token?grant_type=refresh_token", { refresh_token: before });
  expect(old.json()).toMatchObject({ error_code: "refresh_token_already_used" });
  const mail = (await listMails(person.email)).at(-1);
  expect(mail).toMatchObject({ subject: "A recovery code was used" });
  expect(mail?.text).toContain("9 codes are left");

  expect((await elsewhere.mfa.unenroll({ factorId: person.factorId })).error).toBeNull();
  await elsewhere.refreshSession();
  expect((await elsewhere.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal1",
  });
});

test("S23: of twenty tries with one code through two instances one succeeds", async () => {
  const { client, codes } = await signUpWithCodes();
  const headers = { authorization: `Bearer ${(await client.getSession()).data.session?.access_token}` };
  const payload = { code: codeAt(codes, 3) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? second : world).app.server.inject({
        method: "POST",
        url: "/auth/v1/factors/recovery-codes/verify",
        headers,
        payload,
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(19);
  const status = await world.app.server.inject({ method: "GET", url: "/auth/v1/factors/recovery-codes", headers });
  expect(status.json()).toMatchObject({ total: 10, remaining: 9 });
});

test("a wrong, used, foreign or missing code is one answer", async () => {
  const person = await signUpWithCodes();
  const other = await signUpWithCodes();
  const { recoveryCodes } = (await signInElsewhere(world, person)).mfa;
  const tryCode = async (code: string) => (await recoveryCodes.verify({ code })).error;
  const right = codeAt(person.codes, 0);
  const last = right.endsWith("2") ? "3" : "2";
  expect(await tryCode(`${right.slice(0, -1)}${last}`)).toMatchObject(wrong);
  expect(await tryCode(codeAt(other.codes, 0))).toMatchObject(wrong);
  expect(await tryCode("")).toMatchObject(wrong);
  expect(await tryCode(right)).toBeNull();
  expect(await tryCode(right)).toMatchObject(wrong);
  const without = await signUpClient(world);
  expect((await without.client.mfa.recoveryCodes.verify({ code: right })).error).toMatchObject(wrong);
  const failures = world.db.selectFrom("auth_audit").selectAll().where("outcome", "=", "failure");
  expect(await failures.where("user_id", "=", person.userId).execute()).toHaveLength(4);
});

test("new codes replace the old ones, under the same id", async () => {
  const { client, codes, codesId, email } = await signUpWithCodes();
  const { data, error } = await client.mfa.recoveryCodes.regenerate();
  expect(error).toBeNull();
  expect(data).toMatchObject({ id: codesId, type: "recovery_code", total: 10, friendly_name: "Recovery codes" });
  expect((await client.mfa.recoveryCodes.verify({ code: codeAt(codes, 0) })).error).toMatchObject(wrong);
  expect((await client.mfa.recoveryCodes.verify({ code: codeAt(data?.codes ?? [], 0) })).error).toBeNull();
  expect((await listMails(email)).map(({ subject }) => subject)).toContain("Your recovery codes were replaced");
});

test("codes can be removed, and are not found after that", async () => {
  const { client, codes, codesId } = await signUpWithCodes();
  expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({
    status: 422,
    code: "mfa_verified_factor_exists",
  });
  expect(await client.mfa.recoveryCodes.unenroll()).toMatchObject({ data: { id: codesId }, error: null });
  const missing = { status: 404, code: "mfa_factor_not_found" };
  expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject(missing);
  expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject(missing);
  expect((await client.mfa.recoveryCodes.unenroll()).error).toMatchObject(missing);
  expect((await client.mfa.recoveryCodes.verify({ code: codeAt(codes, 0) })).error).toMatchObject(wrong);
});

test("codes need a second factor to stand in for, proved in this session, recently", async () => {
  const without = await signUpClient(world);
  expect((await without.client.mfa.recoveryCodes.generate()).error).toMatchObject({
    status: 422,
    code: "mfa_recovery_codes_sole_factor",
  });
  const person = await signUpWithCodes();
  const { recoveryCodes } = (await signInElsewhere(world, person)).mfa;
  const tooLow = { status: 403, code: "insufficient_aal" };
  expect((await recoveryCodes.generate()).error).toMatchObject(tooLow);
  expect((await recoveryCodes.regenerate()).error).toMatchObject(tooLow);
  expect((await recoveryCodes.unenroll()).error).toMatchObject(tooLow);
  expect((await recoveryCodes.getStatus()).error).toBeNull();

  const proved_at = new Date(Date.now() - 6 * 60_000);
  await world.db.updateTable("auth_sessions").set({ proved_at }).where("user_id", "=", person.userId).execute();
  const stale = { status: 400, code: "reauthentication_needed" };
  expect((await person.client.mfa.recoveryCodes.regenerate()).error).toMatchObject(stale);
  expect((await person.client.mfa.recoveryCodes.unenroll()).error).toMatchObject(stale);
});

test("two requests at once make one set", async () => {
  const { client } = await signUpWithTotp(world);
  const answers = await Promise.all([client.mfa.recoveryCodes.generate(), client.mfa.recoveryCodes.generate()]);
  expect(answers.map(({ error }) => error?.code ?? "made").toSorted()).toEqual(["made", "mfa_verified_factor_exists"]);
});

test("nobody reads or makes codes without a session", async () => {
  const client = openAuthClient(world.app.server);
  expect((await client.mfa.recoveryCodes.getStatus()).error).not.toBeNull();
  expect((await world.visitor.get("/auth/v1/factors/recovery-codes")).statusCode).toBe(401);
});
