import { parseCsv } from "@clanhall/contract/csv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let world: TestApp;
let admin: Awaited<ReturnType<TestApp["appAdmin"]>>;
beforeAll(async () => {
  world = await createTestApp();
  admin = await world.appAdmin();
});
afterAll(() => world.close());

const search = (q: string, more = "") => admin.get(`/api/admin/users?q=${encodeURIComponent(q)}${more}`);
async function found(q: string, more = ""): Promise<string[]> {
  const answer = await search(q, more);
  expect(answer.statusCode, q).toBe(200);
  const page: { items: { id: string }[]; total: number } = answer.json();
  expect(page.total).toBe(page.items.length);
  return page.items.map(({ id }) => id);
}

async function addUser(columns: { email?: string; display_name?: string } & Record<string, unknown>): Promise<string> {
  const { id } = await world.db.insertInto("users").values(columns).returning("id").executeTakeFirstOrThrow();
  return id;
}

test("somebody is found by a part of the name or of the address, in any case, and by the id", async () => {
  const id = await addUser({ email: "Kara.Moon@Owls.test", display_name: 'Ünal 100%_\\ O\'Neil "K"' });
  await addUser({ email: "tom@hill.test", display_name: "Tom" });
  const parts = ["moon@owls", "KARA.", "ünal", "100%", "%_", "_\\", "\\ o'n", "o'NEIL", '"k"', "  moon "];
  for (const q of [...parts, id, id.toUpperCase(), id.slice(0, 8), id.slice(0, 13)]) {
    expect(await found(q), q).toEqual([id]);
  }
});

test("words that begin in a name and end in an address find nobody", async () => {
  await addUser({ email: "west@edge.test", display_name: "East" });
  for (const q of ["east\nwest", "eastwest", "east west"]) expect(await found(q), q).toEqual([]);
});

test.each(["%%", "__", "\\\\", "''", "'; drop table users; --", "$1", ".*", "nobody here"])(
  "%j is looked for as it is, and is nobody",
  async (q) => {
    expect(await found(q)).toEqual([]);
  },
);

test("what cannot be found is refused, and so is a foreign cursor", async () => {
  for (const query of ["q=%00", `q=${"x".repeat(201)}`, "state=odd", "sort=odd", "limit=201", "mfa=yes", "page=2"]) {
    expect((await admin.get(`/api/admin/users?${query}`)).statusCode, query).toBe(400);
  }
  const { next_cursor } = (await admin.get("/api/admin/users?limit=1&sort=name")).json();
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const odd = ["x", "%22", next_cursor, encode(["newest", "soon", crypto.randomUUID()]), encode(["newest", "1", "2"])];
  for (const cursor of odd) {
    expect((await admin.get(`/api/admin/users?sort=newest&cursor=${cursor}`)).statusCode, cursor).toBe(400);
  }
});

test("people are filtered by state, second factor and way in", async () => {
  const later = new Date(Date.now() + 86_400_000);
  const at = (name: string) => `${name}@filter.test`;
  const email_confirmed_at = new Date();
  const active = await addUser({ email: at("active"), email_confirmed_at, password_hash: "x" });
  const unconfirmed = await addUser({ email: at("unconfirmed") });
  const suspended = await addUser({ email: at("suspended"), banned_until: later });
  const going = await addUser({ email: at("going"), banned_until: later, deletes_at: later });
  const freed = await addUser({ email: at("freed"), email_confirmed_at, banned_until: new Date(0) });
  await addUser({ email: at("gone"), email_confirmed_at, deleted_at: new Date() });
  await world.db
    .insertInto("auth_factors")
    .values([
      { user_id: active, type: "totp", status: "verified" },
      { user_id: freed, type: "totp", status: "unverified" },
      { user_id: freed, type: "recovery_code", status: "verified" },
    ])
    .execute();
  await world.db.insertInto("auth_identities").values({ user_id: freed, provider: "discord", subject: "1" }).execute();
  const filtered = (more: string) => found("@filter.test", `&sort=oldest&${more}`);
  expect(await filtered("")).toEqual([active, unconfirmed, suspended, going, freed]);
  expect(await filtered("state=active")).toEqual([active, freed]);
  expect(await filtered("state=unconfirmed")).toEqual([unconfirmed]);
  expect(await filtered("state=suspended")).toEqual([suspended]);
  expect(await filtered("state=deletion_pending")).toEqual([going]);
  expect(await filtered("mfa=true")).toEqual([active]);
  expect(await filtered("mfa=false&state=active")).toEqual([freed]);
  expect(await filtered("provider=password")).toEqual([active]);
  expect(await filtered("provider=discord")).toEqual([freed]);
  expect((await search("active@filter.test", "&state=active")).json().items[0]).toMatchObject({
    state: "active",
    has_factor: true,
    providers: ["password"],
    is_app_admin: false,
    clans: 0,
    last_sign_in_at: null,
  });
});

test("S62: whoever takes the file leaves a row in the audit, without the words they searched for", async () => {
  await admin.get("/api/admin/users.csv?state=active&mfa=false&q=kara.moon");
  await admin.get("/api/admin/users.csv");
  const rows = await world.db.selectFrom("admin_audit").selectAll().where("action", "=", "user.export").execute();
  const said = { actor_id: admin.userId, target_type: "user", target_id: null, request_id: expect.any(String) };
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(
    expect.objectContaining({ ...said, after: { state: "active", mfa: "false", searched: true } }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ ...said, after: {} }));
  expect(JSON.stringify(rows)).not.toContain("kara.moon");
});

test("the file holds the same people, and no name of theirs runs as a formula", async () => {
  const id = await addUser({ email: "sum@file.test", display_name: '=SUM("A1,A2")' });
  await addUser({ email: "other@elsewhere.test" });
  const answer = await admin.get("/api/admin/users.csv?q=file.test");
  const [header, ...rows] = parseCsv(answer.payload);
  expect(header?.slice(0, 4)).toEqual(["id", "display_name", "email", "state"]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.slice(0, 4)).toEqual([id, `'=SUM("A1,A2")`, "sum@file.test", "unconfirmed"]);
});
