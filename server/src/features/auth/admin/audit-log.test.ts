import { beforeAll, expect, test } from "vitest";
import { openAdminClient } from "../../../testing/admin-client.ts";
import { newCredentials } from "../../../testing/auth-client.ts";
import { sharedApp } from "../../../testing/test-app.ts";

const world = await sharedApp();
let admin: Awaited<ReturnType<typeof openAdminClient>>;
beforeAll(async () => {
  admin = await openAdminClient(world);
});

interface Entry {
  id: string;
  payload: Record<string, unknown> & { traits: Record<string, unknown> };
  created_at: string;
  ip_address: string;
}

async function readLog(query: string): Promise<Entry[]> {
  const answer = await admin.get(`/auth/v1/admin/audit?query=${encodeURIComponent(query)}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<Entry[]>();
}

test("S62: what an admin does to an account is on record once, with who did it and without secrets", async () => {
  const { email, password } = newCredentials();
  const { data } = await admin.api.createUser({ email, password, email_confirm: true });
  const id = data.user?.id ?? "";
  const next = `badger ${crypto.randomUUID()}`;
  await admin.api.updateUserById(id, { user_metadata: { secret: "whisper" } });
  await admin.api.updateUserById(id, { password: next });
  await admin.api.updateUserById(id, { ban_duration: "1h" });
  await admin.api.updateUserById(id, { ban_duration: "none" });
  await admin.send("DELETE", `/auth/v1/admin/users/${id}/sessions`);
  const log = await readLog(`author:${email}`);
  await admin.api.deleteUser(id);

  const happened = log.toReversed().map(({ payload: { action, traits } }) => [action, traits["change"]]);
  expect(happened).toEqual([
    ["user_signedup", undefined],
    ["user_modified", "metadata"],
    ["user_updated_password", undefined],
    ["user_modified", "suspended"],
    ["user_modified", "suspension_lifted"],
    ["logout", undefined],
  ]);
  for (const { payload, ip_address, created_at } of log) {
    expect(payload).toMatchObject({ actor_id: id, actor_username: email, traits: { by: "service_role" } });
    expect(payload).toMatchObject({ outcome: "success", request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(ip_address).toBe("127.0.0.1");
    expect(new Date(created_at).toISOString()).toBe(created_at);
  }
  const rows = await world.db.selectFrom("auth_audit").selectAll().where("user_id", "=", id).execute();
  expect(rows.filter(({ action }) => action === "user_deleted")).toMatchObject([{ traits: { by: "service_role" } }]);
  expect(JSON.stringify([log, rows])).not.toMatch(/otter|badger|whisper|argon2|eyJ/);
});

test("S62: what an account's owner does is not put down to an admin", async () => {
  const { email } = await world.signedUp();
  for (const { payload } of await readLog(`author:${email}`)) expect(payload.traits).not.toHaveProperty("by");
});

test("the record is searched by author, action and type", async () => {
  const { email } = await world.signedUp();
  const author = await readLog(`author:${email.toUpperCase()}`);
  expect(author.map(({ payload: { action, log_type } }) => `${String(action)} ${String(log_type)}`).toSorted()).toEqual(
    ["login account", "user_signedup team"],
  );
  const logins = await readLog("action:login");
  expect(new Set(logins.map(({ payload }) => payload["action"]))).toEqual(new Set(["login"]));
  const team = await readLog("type:team");
  expect(new Set(team.map(({ payload }) => payload["log_type"]))).toEqual(new Set(["team"]));
  expect(await readLog("type:nothing")).toEqual([]);
  expect(await readLog("author:%")).toEqual([]);
});

test("the record comes in pages, the newest first", async () => {
  const { userId } = await world.signedUp();
  const { headers, ...answer } = await admin.get("/auth/v1/admin/audit?page=1&per_page=1");
  const [entry] = JSON.parse(answer.body) as Entry[];
  expect(entry?.payload["actor_id"]).toBe(userId);
  expect(headers["link"]).toMatch(/^<\/auth\/v1\/admin\/audit\?page=2&per_page=1>; rel="next", /);
  expect(Number(headers["x-total-count"])).toBeGreaterThan(1);
});

test.each(["query=password:x", "query=login", "query=author:%00", "query=action:%00", "page=x", "since=1"])(
  "the question %s is refused",
  async (query) => {
    const answer = await admin.get(`/auth/v1/admin/audit?${query}`);
    expect([answer.statusCode, answer.json().error_code]).toEqual([400, "validation_failed"]);
  },
);
