import { beforeAll, expect, test } from "vitest";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  admin = await world.appAdmin();
});

test("an app admin sees an account whole and none of its secrets", async () => {
  const kara = await world.signedUp();
  const { userId: user_id } = kara;
  await kara.send("PUT", "/api/me/profile", { display_name: "Kara Moon", time_zone: "Europe/Berlin" });
  await kara.send("PUT", "/api/me/login-activity", { adblock: true });
  const { id: clan_id } = await world.clan();
  const player = { clan_id, user_id, name: "Kara", name_key: "kara", role: "maintainer" as const };
  await world.db.insertInto("clan_members").values(player).execute();
  const phone = "+4915112345678";
  await world.db
    .insertInto("auth_factors")
    .values([
      { user_id, type: "phone", status: "verified", phone, friendly_name: "My phone" },
      { user_id, type: "totp", sealed_secret: Buffer.from("SECRETSEED") },
    ])
    .execute();
  await world.db.insertInto("auth_identities").values({ user_id, provider: "discord", subject: "4711" }).execute();

  const answer = await admin.get(`/api/admin/users/${user_id}`);
  expect(answer.json()).toMatchObject({
    id: user_id,
    display_name: "Kara Moon",
    email: kara.email,
    has_factor: true,
    is_app_admin: false,
    providers: ["password", "discord"],
    clans: 1,
    time_zone: "Europe/Berlin",
    identities: [{ provider: "email" }, { provider: "discord" }],
    factors: expect.arrayContaining([
      { type: "phone", status: "verified", created_at: expect.any(String) },
      { type: "totp", status: "unverified", created_at: expect.any(String) },
    ]),
    sessions: [{ aal: "aal1", device: expect.any(String) }],
    memberships: [{ clan_id, clan_name: "Night Owls", player: "Kara", role: "maintainer", status: "active" }],
    sign_ins: [{ outcome: "success" }],
    login_activity: { adblock: true },
  });
  const { password_hash } = await world.db
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  for (const secret of [password_hash, phone, "SECRETSEED", "4711", kara.refresh_token, kara.access_token]) {
    expect(answer.payload).not.toContain(secret);
  }
});

test("sessions that are over are not shown", async () => {
  const kara = await world.signedUp();
  const long = new Date(Date.now() - 1_000 * 86_400_000);
  await world.db.updateTable("auth_sessions").set({ refreshed_at: long }).where("user_id", "=", kara.userId).execute();
  expect((await admin.get(`/api/admin/users/${kara.userId}`)).json()).toMatchObject({ sessions: [] });
});
