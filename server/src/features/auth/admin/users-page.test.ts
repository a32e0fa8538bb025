import { afterAll, beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../../testing/admin-client.ts";
import { signUpWithTotp } from "../../../testing/authenticator.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";

let world: TestApp;
let admin: Awaited<ReturnType<typeof openAdminClient>>;
beforeAll(async () => {
  world = await createTestApp();
  admin = await openAdminClient(world);
  const day = 86_400_000;
  const people = Array.from({ length: 25 }, (_, index) => ({
    email: `player${String(index).padStart(2, "0")}@example.test`,
    display_name: index === 7 ? "100% Łukasz_" : `Player ${index}`,
    created_at: new Date(Date.UTC(2026, 0, 1) + index * day),
  }));
  await world.db.insertInto("users").values(people).execute();
});
afterAll(() => world.close());

const emailsOf = (users: { email?: string | undefined }[]) => users.map(({ email }) => email?.slice(0, 8));

test("the client pages through all accounts, the newest first", async () => {
  const seen: (string | undefined)[] = [];
  let page: number | null = 1;
  while (page) {
    const { data, error } = await admin.api.listUsers({ page, perPage: 10 });
    if (error) throw error;
    expect(data).toMatchObject({ aud: "authenticated", total: 25, lastPage: 3 });
    seen.push(...emailsOf(data.users));
    page = data.nextPage;
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `player${String(24 - index).padStart(2, "0")}`));
});

test("without a page the client gets the first fifty", async () => {
  const { data, error } = await admin.api.listUsers();
  if (error) throw error;
  expect(data).toMatchObject({ nextPage: null, lastPage: 1, total: 25 });
  expect(data.users).toHaveLength(25);
});

test("links name the page first and keep the question", async () => {
  const { headers } = await admin.get("/auth/v1/admin/users?filter=player%2C%3B1&sort=email&page=1&per_page=2");
  expect(headers["x-total-count"]).toBe("0");
  const found = await admin.get("/auth/v1/admin/users?filter=PLAYER1&sort=email+desc&per_page=4");
  expect(emailsOf(found.json().users)).toEqual(["player19", "player18", "player17", "player16"]);
  expect(found.headers["link"]).toBe(
    '</auth/v1/admin/users?page=2&per_page=4&filter=PLAYER1&sort=email+desc>; rel="next", ' +
      '</auth/v1/admin/users?page=3&per_page=4&filter=PLAYER1&sort=email+desc>; rel="last"',
  );
});

test("a filter finds addresses and names, and its signs mean themselves", async () => {
  const find = async (filter: string) =>
    emailsOf((await admin.get(`/auth/v1/admin/users?filter=${encodeURIComponent(filter)}`)).json().users);
  expect(await find("łukasz")).toEqual(["player07"]);
  expect(await find("100%")).toEqual(["player07"]);
  expect(await find("%")).toEqual(["player07"]);
  expect(await find("z_")).toEqual(["player07"]);
  expect(await find("PLAYER07@")).toEqual(["player07"]);
  expect(await find("nobody")).toEqual([]);
});

test.each([
  "page=0",
  "page=-1",
  "page=x",
  "page=1.5",
  "page=1&page=2",
  "per_page=1001",
  "per_page=0",
  "sort=password_hash",
  "sort=email;drop",
  "sort=email sideways",
  "order=email",
  "filter=%00",
])("the question %s is refused", async (query) => {
  const answer = await admin.get(`/auth/v1/admin/users?${query}`);
  expect([answer.statusCode, answer.json().error_code]).toEqual([400, "validation_failed"]);
});

test("a page past the end is empty", async () => {
  const answer = await admin.get("/auth/v1/admin/users?page=1000000&per_page=1000");
  expect([answer.statusCode, answer.json().users]).toEqual([200, []]);
});

test("an admin takes away the factor of somebody who lost their device, and they are told", async () => {
  const person = await signUpWithTotp(world);
  const { data } = await admin.api.mfa.listFactors({ userId: person.userId });
  expect(data?.factors).toMatchObject([{ id: person.factorId, factor_type: "totp", status: "verified" }]);
  expect(JSON.stringify(data)).not.toContain(person.secret);
  const { data: list } = await admin.api.listUsers({ page: 1, perPage: 1 });
  expect(list.users).toMatchObject([{ id: person.userId, factors: [{ id: person.factorId }] }]);

  const other = await signUpWithTotp(world);
  const foreign = await admin.api.mfa.deleteFactor({ userId: other.userId, id: person.factorId });
  expect(foreign.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
  const { error } = await admin.api.mfa.deleteFactor({ userId: person.userId, id: person.factorId });
  expect(error).toBeNull();
  const left = await admin.api.mfa.listFactors({ userId: person.userId });
  expect(left.data?.factors).toEqual([]);
  const { data: refreshed } = await person.client.refreshSession();
  expect(refreshed.session).not.toBeNull();
  const sessions = await world.db
    .selectFrom("auth_sessions")
    .select("aal")
    .where("user_id", "=", person.userId)
    .execute();
  expect(sessions).toEqual([{ aal: "aal1" }]);
  const mails = await world.db.selectFrom("mails").select("subject").where("recipient", "=", person.email).execute();
  expect(mails.map(({ subject }) => subject)).toContain("A way to sign in was removed");
  const again = await admin.api.mfa.deleteFactor({ userId: person.userId, id: person.factorId });
  expect(again.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
});
