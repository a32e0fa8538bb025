import { randomUUID } from "node:crypto";
import { endpoint } from "@clanhall/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Routes } from "../http/route.ts";
import { openInviteOf } from "../testing/invited.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createAccessTokens } from "./access-tokens.ts";

const ofClan = z.object({ clanId: z.uuid() });
const common = { method: "GET", summary: "A call made up for tests.", response: z.object({}) } as const;
const userCall = endpoint({ path: "/api/test/user", access: "session", ...common });
const adminCall = endpoint({ path: "/api/test/admin", access: "app-admin", ...common });
const clanCall = endpoint({
  path: "/api/test/clans/:clanId",
  access: { clan: "clan.view" },
  token: "entries:read",
  params: ofClan,
  ...common,
});
const foundCall = endpoint({ path: "/api/test/found", access: { clan: "clan.view" }, ...common });

/** Who got past the guards. What stands behind them asks the database nothing, so only a guard can fail. */
let reached = 0;
let foundClan = "";
const pass = () => {
  reached += 1;
  return {};
};
const testRoutes: Routes = (route) => {
  route(userCall, pass);
  route(adminCall, pass);
  route(clanCall, pass);
  route(foundCall, pass, async () => {
    if (!foundClan) throw new Error("the clan cannot be looked up");
    return foundClan;
  });
};

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ routes: [testRoutes] });
});
afterAll(() => world.close());

/** Does something while a table cannot be asked. */
async function without<Answer>(table: string, work: () => Promise<Answer>): Promise<Answer> {
  await world.database.pool.query(`alter table ${table} rename to ${table}_away`);
  try {
    return await work();
  } finally {
    await world.database.pool.query(`alter table ${table}_away rename to ${table}`);
  }
}

async function ownerWithToken() {
  const person = await world.signedUp();
  const clan = await world.clan();
  const member = { clan_id: clan.id, user_id: person.userId, name: "Kara", name_key: "kara", role: "owner" } as const;
  await world.db.insertInto("clan_members").values(member).execute();
  await world.db.insertInto("app_admins").values({ user_id: person.userId, note: null }).execute();
  const url = `/api/clans/${clan.id}/tokens`;
  const { token } = (await person.send("POST", url, { name: "Bot", scopes: ["entries:read"] })).json<{
    token: string;
  }>();
  const bot = () =>
    world.app.server.inject({
      method: "GET",
      url: `/api/test/clans/${clan.id}`,
      headers: { authorization: `Bearer ${token}` },
    });
  return { person, clan, bot };
}

test.each([
  ["auth_sessions", ["/api/test/user", "/api/test/admin", "/api/test/clans/:id"]],
  ["users", ["/api/test/user", "/api/test/admin", "/api/test/clans/:id"]],
  ["auth_factors", ["/api/test/user", "/api/test/admin", "/api/test/clans/:id"]],
  ["app_admins", ["/api/test/admin"]],
  ["clan_members", ["/api/test/clans/:id"]],
  ["clans", ["/api/test/clans/:id"]],
])("S57: while %s cannot be asked nobody gets past the guard, not even who may", async (table, urls) => {
  const { person, clan } = await ownerWithToken();
  for (const pattern of urls) {
    const url = pattern.replace(":id", clan.id);
    reached = 0;
    expect((await person.get(url)).statusCode, url).toBe(200);
    expect(reached).toBe(1);
    const refused = await without(table, () => person.get(url));
    expect(refused.statusCode, url).toBe(500);
    expect(refused.json()).toMatchObject({ error: "internal" });
    expect(reached).toBe(1);
  }
});

test.each(["api_tokens", "auth_rate_limits", "clans"])(
  "S57: while %s cannot be asked no bot gets in",
  async (table) => {
    const { bot } = await ownerWithToken();
    reached = 0;
    expect((await bot()).statusCode).toBe(200);
    expect((await without(table, bot)).statusCode).toBe(500);
    expect(reached).toBe(1);
  },
);

test("S57: a clan that cannot be looked up is entered by nobody", async () => {
  const { person, clan } = await ownerWithToken();
  reached = 0;
  foundClan = "";
  expect((await person.get("/api/test/found")).statusCode).toBe(500);
  expect(reached).toBe(0);
  foundClan = clan.id;
  expect((await person.get("/api/test/found")).statusCode).toBe(200);
});

test("S57: while tries cannot be counted nobody signs in, signs up or asks for a mail", async () => {
  const { email, password } = await world.signedUp();
  const sessions = async () => (await world.db.selectFrom("auth_sessions").select("id").execute()).length;
  const mails = async () => (await world.db.selectFrom("mails").select("id").execute()).length;
  const before = [await sessions(), await mails()];
  const calls: [url: string, payload: object][] = [
    ["/auth/v1/token?grant_type=password", { email, password }],
    ["/auth/v1/signup", { email: `${randomUUID()}@example.test`, password }],
    ["/auth/v1/recover", { email }],
    ["/auth/v1/otp", { email }],
  ];
  for (const [url, payload] of calls) {
    const answer = await without("auth_rate_limits", () => world.visitor.send("POST", url, payload));
    expect(answer.statusCode, url).toBe(500);
    expect(answer.body).not.toContain("access_token");
  }
  expect([await sessions(), await mails()]).toEqual(before);
});

test("S57: while wrong codes cannot be counted no invite is opened, by the right code either", async () => {
  const clan = await world.clan();
  const invite = await openInviteOf(world, await world.memberOf(clan, "owner"), clan.id);
  const open = (step: string) =>
    world.visitor.send("POST", `/api/invites/${invite.invite_token}/${step}`, {
      verificationCode: invite.verification_code,
    });
  for (const step of ["validate", "process"]) {
    const answer = await without("invite_guesses", () => open(step));
    expect(answer.statusCode, step).toBe(500);
    expect(answer.json()).not.toHaveProperty("invite_session_token");
  }
  expect((await open("process")).statusCode).toBe(200);
});

test("S57: a token whose key cannot be looked up proves nobody", async () => {
  const { access_token } = await world.signedUp();
  const lost = () => Promise.reject(new Error("the keys are away"));
  const tokens = createAccessTokens(
    world.db,
    { getSigner: lost, findVerifier: lost, listPublicKeys: lost, invalidate() {} },
    { issuer: "http://localhost:3000/auth/v1", seconds: 60 },
  );
  await expect(tokens.read(access_token)).rejects.toThrow("the keys are away");
  await expect(tokens.readService(access_token)).rejects.toThrow("the keys are away");
});
