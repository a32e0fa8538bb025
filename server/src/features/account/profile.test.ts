import { expect, test } from "vitest";
import { sharedApp, type TestApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const put = (person: Awaited<ReturnType<TestApp["user"]>>, change: object) =>
  person.send("PUT", "/api/me/profile", change);

test("a new account has a profile in which everything is filled in", async () => {
  const kara = await world.signedUp();
  expect((await kara.get("/api/me/profile")).json()).toEqual({
    id: kara.userId,
    display_name: "",
    email: kara.email,
    time_zone: null,
    locale: null,
    ui_settings: { dashboard: { order: ["scoreboards", "invites", "bulletins"], hidden: [] } },
    privacy: { public_name: "name", analytics_opt_out: false },
    has_password: true,
    created_at: expect.stringMatching(/Z$/),
    deletes_at: null,
    version: 1,
  });
});

test("only what is named changes, inside privacy too, and each change is a new version", async () => {
  const kara = await world.user();
  const first = await put(kara, { time_zone: "Europe/Berlin", locale: "de", privacy: { public_name: "alias" } });
  expect(first.json()).toMatchObject({ time_zone: "Europe/Berlin", locale: "de", version: 2, has_password: false });
  const second = await put(kara, { privacy: { analytics_opt_out: true }, time_zone: null });
  const expected = {
    time_zone: null,
    locale: "de",
    privacy: { public_name: "alias", analytics_opt_out: true },
    version: 3,
  };
  expect(second.json()).toMatchObject(expected);
  expect((await kara.get("/api/me/profile")).json()).toMatchObject(expected);
});

test("a name is trimmed and composed, and the auth service shows the same one", async () => {
  const kara = await world.signedUp();
  await kara.send("PUT", "/api/me/profile", { privacy: { public_name: "hidden" } });
  const answer = await kara.send("PUT", "/api/me/profile", { display_name: "  Zoe\u0308 \u{1F98A} " });
  expect(answer.json()).toMatchObject({ display_name: "Zo\u00eb \u{1F98A}", privacy: { public_name: "hidden" } });
  const user = (await kara.get("/auth/v1/user")).json();
  expect(user.user_metadata).toEqual({ display_name: "Zo\u00eb \u{1F98A}" });
});

test("what the auth service keeps beside the name stays", async () => {
  const kara = await world.signedUp();
  await kara.send("PUT", "/auth/v1/user", { data: { color: "red", display_name: "K" } });
  await kara.send("PUT", "/api/me/profile", { display_name: "Kara" });
  const user = (await kara.get("/auth/v1/user")).json();
  expect(user.user_metadata).toEqual({ color: "red", display_name: "Kara" });
});

test("the dashboard keeps its order; new widgets stand at the end and old ones are skipped", async () => {
  const kara = await world.user();
  const chosen = { order: ["bulletins"], hidden: ["invites"] };
  const answer = await put(kara, { ui_settings: { dashboard: chosen } });
  expect(answer.json().ui_settings.dashboard).toEqual({
    order: ["bulletins", "scoreboards", "invites"],
    hidden: ["invites"],
  });
  const ui_settings = JSON.stringify({ dashboard: { order: ["weather", "invites", "invites"], hidden: ["weather"] } });
  await world.db.updateTable("users").set({ ui_settings }).where("id", "=", kara.userId).execute();
  expect((await kara.get("/api/me/profile")).json().ui_settings.dashboard).toEqual({
    order: ["invites", "scoreboards", "bulletins"],
    hidden: [],
  });
});

test.each([
  ["display_name", { display_name: "   " }],
  ["display_name", { display_name: "x".repeat(61) }],
  ["display_name", { display_name: "Ka\u0000ra" }],
  ["display_name", { display_name: "Kara \ud800" }],
  ["display_name", { display_name: null }],
  ["time_zone", { time_zone: "Middle/Earth" }],
  ["locale", { locale: "not a language" }],
  ["ui_settings.dashboard.order", { ui_settings: { dashboard: { order: ["invites", "invites"], hidden: [] } } }],
  ["ui_settings.dashboard.hidden.0", { ui_settings: { dashboard: { order: [], hidden: ["weather"] } } }],
  ["privacy.public_name", { privacy: { public_name: "secret" } }],
  ["version", { version: "1" }],
])("a %s that makes no sense is refused and nothing changes", async (path, change) => {
  const kara = await world.user();
  const answer = await put(kara, change);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toMatchObject([{ path }]);
  expect((await kara.get("/api/me/profile")).json()).toMatchObject({ version: 1, display_name: "" });
});

test.each([
  "id",
  "email",
  "password_hash",
  "deleted_at",
  "deletes_at",
  "banned_until",
  "profile_version",
  "app_metadata",
  "is_anonymous",
  "role",
])("S06: the field %s is refused", async (field) => {
  const kara = await world.user();
  const before = await rowOf(kara.userId);
  expect((await put(kara, { display_name: "Kara", [field]: "x" })).statusCode).toBe(400);
  expect(await rowOf(kara.userId)).toEqual(before);
});

test.each(["__proto__", "constructor", "prototype"])("S51: the key %s is refused wherever it stands", async (key) => {
  const kara = await world.user();
  for (const part of [`"${key}":{}`, `"privacy":{"${key}":{}}`, `"ui_settings":{"${key}":{"prototype":{}}}`]) {
    const answer = await world.app.server.inject({
      method: "PUT",
      url: "/api/me/profile",
      headers: { "x-dev-user-id": kara.userId, "content-type": "application/json" },
      payload: `{${part}}`,
    });
    expect(answer.statusCode, part).toBe(400);
  }
  expect({}).not.toHaveProperty("prototype");
});

test("a change of an older version is refused with the profile as it is now", async () => {
  const kara = await world.user();
  await put(kara, { display_name: "Kara", version: 1 });
  const stale = await put(kara, { display_name: "Old", version: 1 });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({
    error: "conflict",
    current: { display_name: "Kara", version: 2 },
    changed_by: "Kara",
    changed_at: expect.any(String),
  });
  expect((await put(kara, { display_name: "New" })).json()).toMatchObject({ display_name: "New", version: 3 });
});

test("of twenty changes of one version at the same moment one wins", async () => {
  const kara = await world.user();
  const names = Array.from({ length: 20 }, (_, number) => `Kara ${number}`);
  const answers = await Promise.all(names.map((display_name) => put(kara, { display_name, version: 1 })));
  const won = answers.filter(({ statusCode }) => statusCode === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  expect((await kara.get("/api/me/profile")).json()).toEqual(won[0]?.json());
});

test("twenty changes that name no version all count", async () => {
  const kara = await world.user();
  await Promise.all(Array.from({ length: 20 }, () => put(kara, { privacy: { analytics_opt_out: true } })));
  expect((await kara.get("/api/me/profile")).json()).toMatchObject({ version: 21 });
});

test("S61: the profile is nobody's without a sign-in, and is not kept on the way", async () => {
  expect((await world.visitor.get("/api/me/profile")).statusCode).toBe(401);
  expect((await world.visitor.send("PUT", "/api/me/profile", { display_name: "" })).statusCode).toBe(401);
  const kara = await world.user();
  expect((await kara.get("/api/me/profile")).headers["cache-control"]).toBe("no-store");
});

function rowOf(userId: string) {
  return world.db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
}
