import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { version } from "../../version.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

test("the overview counts people, clans, sign-ins, jobs and mails", async () => {
  const admin = await world.appAdmin();
  const before = (await admin.get("/api/admin/overview")).json();
  const later = new Date(Date.now() + 86_400_000);
  const long = new Date(Date.now() - 30 * 86_400_000);
  const confirmed = { email_confirmed_at: long, created_at: long };
  await world.db
    .insertInto("users")
    .values([
      { email: "active@clan.test", ...confirmed },
      { email: "suspended@clan.test", banned_until: later, ...confirmed },
      { email: "both@clan.test", banned_until: later, deletes_at: later, ...confirmed },
      { email: "fresh@clan.test" },
      { email: "gone@clan.test", deleted_at: long, ...confirmed },
    ])
    .execute();
  const { id } = await world.clan();
  await world.db.updateTable("clans").set({ archived_at: new Date() }).where("id", "=", id).execute();
  const kept = await world.clan();
  await world.memberOf(kept, "owner");
  const mail = { recipient: "a@clan.test", subject: "" };
  await world.db
    .insertInto("mails")
    .values([
      { ...mail, state: "failed" },
      { ...mail, state: "waiting" },
      { ...mail, state: "sent" },
    ])
    .execute();
  const tom = await world.signedUp();
  const wrong = { email: tom.email, password: "not mine" };
  await world.visitor.send("POST", "/auth/v1/token?grant_type=password", wrong);
  await world.database.pool.query(
    "insert into pgboss.job (name, state) values ('deliver-mail', 'failed'), ('deliver-mail', 'created')",
  );

  const after = (await admin.get("/api/admin/overview")).json();
  const grown = (part: string, field: string) => after[part][field] - before[part][field];
  expect(["total", "suspended", "deletion_pending", "unconfirmed"].map((field) => grown("users", field))).toEqual([
    6, 1, 1, 2,
  ]);
  expect(["total", "archived", "without_owner"].map((field) => grown("clans", field))).toEqual([2, 1, 1]);
  expect(after.sign_ups_7d - before.sign_ups_7d).toBe(3);
  expect(after.failed_sign_ins_24h - before.failed_sign_ins_24h).toBe(1);
  expect(["waiting", "failed"].map((field) => grown("mails", field))).toEqual([1, 1]);
  expect(["waiting", "failed", "active"].map((field) => grown("jobs", field))).toEqual([1, 1, 0]);
  expect(after.jobs.oldest_waiting_at).not.toBeNull();
  expect(after.health).toMatchObject({ version, database: expect.stringMatching(/^PostgreSQL \d/) });
  expect(after.health.database_size).toBeGreaterThan(1_000_000);
  expect(Date.parse(after.health.started_at)).toBeLessThan(Date.now());
});
