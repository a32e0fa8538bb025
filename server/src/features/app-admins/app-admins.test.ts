import { afterAll, beforeAll, expect, test } from "vitest";
import { readAdminAudit } from "../../testing/admin-audit.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const worlds: TestApp[] = [];
let world: TestApp;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => Promise.all(worlds.map((one) => one.close())));

async function openWorld(): Promise<TestApp> {
  const opened = await createTestApp();
  worlds.push(opened);
  return opened;
}

const url = "/api/app-admins";
const change = (userId: string, columns: { banned_until?: Date; deletes_at?: Date; deleted_at?: Date }) =>
  world.db.updateTable("users").set(columns).where("id", "=", userId).execute();

test("an app admin makes somebody one, with a note, and takes it back", async () => {
  const admin = await world.appAdmin();
  const tom = await world.signedUp();
  const granted = await tom.get("/api/me/admin");
  expect(granted.json().data.isAppAdmin).toBe(false);

  const answer = await admin.send("POST", url, { userId: tom.userId, note: " Knows the games " });
  expect(answer.json()).toEqual({
    userId: tom.userId,
    note: "Knows the games",
    display_name: "",
    email: tom.email,
    granted_at: expect.any(String),
    has_factor: false,
    is_me: false,
  });
  expect((await tom.get("/api/admin/overview")).statusCode).toBe(200);
  const { admins } = (await admin.get(url)).json();
  expect(admins).toContainEqual(expect.objectContaining({ userId: admin.userId, is_me: true }));

  expect((await admin.send("DELETE", `${url}/${tom.userId}`)).statusCode).toBe(200);
  expect((await tom.get("/api/admin/overview")).statusCode).toBe(403);
  const said = { actor_id: admin.userId, target_type: "user", target: tom.email, reason: null };
  expect(await readAdminAudit(world, tom.userId)).toEqual([
    expect.objectContaining({ ...said, action: "app_admin.revoke", request_id: expect.any(String) }),
    expect.objectContaining({ ...said, action: "app_admin.grant", after: { note: "Knows the games" } }),
  ]);
});

test("whoever is one already stays one, and nothing new is written down", async () => {
  const admin = await world.appAdmin();
  const answer = await admin.send("POST", url, { userId: admin.userId, note: "Once more" });
  expect(answer.json()).toMatchObject({ userId: admin.userId, note: null, is_me: true });
  expect(await readAdminAudit(world, admin.userId)).toEqual([]);
});

test("granting needs somebody to grant", async () => {
  const admin = await world.appAdmin();
  for (const body of [{}, { userId: "" }, { userId: 5 }]) {
    const answer = await admin.send("POST", url, body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, "userId is required"]);
  }
  expect((await admin.send("POST", url, { userId: crypto.randomUUID() })).statusCode).toBe(404);
  expect((await admin.send("DELETE", `${url}/${crypto.randomUUID()}`)).statusCode).toBe(404);
  expect((await admin.send("DELETE", `${url}/${(await world.user()).userId}`)).statusCode).toBe(404);
});

test("an account that is suspended, going or gone is not made app admin", async () => {
  const admin = await world.appAdmin();
  const later = new Date(Date.now() + 86_400_000);
  for (const columns of [{ banned_until: later }, { deletes_at: later }, { deleted_at: new Date() }]) {
    const { userId } = await world.user();
    await change(userId, columns);
    const answer = await admin.send("POST", url, { userId });
    expect([answer.statusCode, answer.json().error], JSON.stringify(columns)).toEqual([409, "conflict"]);
    expect(answer.json().message).toMatch(/^This account is .+\.$/);
  }
});

test("S08: of twenty app admins who all leave at the same moment one stays", async () => {
  const own = await openWorld();
  const admins = await Promise.all(Array.from({ length: 20 }, () => own.appAdmin()));
  const answers = await Promise.all(admins.map((admin) => admin.send("DELETE", `${url}/${admin.userId}`)));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
    [409, "The last app admin cannot be revoked. Make someone else one first."],
  ]);
  const left = await own.db.selectFrom("app_admins").select("user_id").execute();
  expect(left).toHaveLength(1);
  const rows = await own.db.selectFrom("admin_audit").select("id").execute();
  expect(rows).toHaveLength(19);
});

test("S08: of twenty app admins whom one colleague revokes at the same moment only that one stays", async () => {
  const own = await openWorld();
  const colleague = await own.appAdmin();
  const admins = await Promise.all(Array.from({ length: 19 }, () => own.appAdmin()));
  const answers = await Promise.all(admins.map(({ userId }) => colleague.send("DELETE", `${url}/${userId}`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 19 }, () => 200));
  expect(await own.db.selectFrom("app_admins").select("user_id").execute()).toEqual([{ user_id: colleague.userId }]);
  expect((await colleague.send("DELETE", `${url}/${colleague.userId}`)).statusCode).toBe(409);
});

test("S26: an installation without app admins lets nobody administer it", async () => {
  const empty = await openWorld();
  const first = await empty.signedUp();
  expect((await first.send("POST", url, { userId: first.userId })).statusCode).toBe(403);
});
