import { describe, expect, test } from "vitest";
import { signInElsewhere, signUpWithTotp } from "../testing/authenticator.ts";
import { sharedApp, type TestApp } from "../testing/test-app.ts";

const world = await sharedApp();

interface AdminCall {
  method: "POST";
  url: string;
}

function listAdminCalls(): AdminCall[] {
  return world.app.routes.flatMap(({ method, url, access }) =>
    access === "app-admin" && method !== "HEAD" ? [{ method: method as "POST", url }] : [],
  );
}

type Caller = Pick<TestApp["visitor"], "get" | "send">;

/** With ids of nobody and no body: whoever gets past the door is told what is missing. */
function call(who: Caller, { method, url }: AdminCall) {
  const path = url.replaceAll(/:\w+/g, () => crypto.randomUUID());
  return (method as string) === "GET" ? who.get(path) : who.send(method, path);
}

const signedInFor = (userId: string, hours: number) =>
  world.db
    .updateTable("auth_sessions")
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .where("user_id", "=", userId)
    .execute();

async function signedUpAdmin() {
  const admin = await world.signedUp();
  await world.db.insertInto("app_admins").values({ user_id: admin.userId, note: null }).execute();
  return admin;
}

describe("for every call of app admins", () => {
  test("a visitor is asked to log in, and everybody else is refused", async () => {
    const clan = await world.clan();
    const others: Record<string, Caller> = { user: await world.user(), owner: await world.memberOf(clan, "owner") };
    const calls = listAdminCalls();
    expect(calls.length).toBeGreaterThan(20);
    for (const adminCall of calls) {
      const name = `${adminCall.method} ${adminCall.url}`;
      expect((await call(world.visitor, adminCall)).statusCode, name).toBe(401);
      for (const [who, other] of Object.entries(others)) {
        const answer = await call(other, adminCall);
        expect([answer.statusCode, answer.json().error], `${who}: ${name}`).toEqual([403, "forbidden"]);
      }
    }
  });

  test("an app admin gets as far as the call itself", async () => {
    const admin = await world.appAdmin();
    for (const adminCall of listAdminCalls()) {
      const answer = await call(admin, adminCall);
      expect([200, 400, 404], `${adminCall.method} ${adminCall.url}`).toContain(answer.statusCode);
    }
  });

  test("S10: an app admin who signed in more than twelve hours ago signs in again first", async () => {
    const admin = await signedUpAdmin();
    await signedInFor(admin.userId, 11.9);
    expect((await admin.get("/api/admin/overview")).statusCode).toBe(200);
    await signedInFor(admin.userId, 12.1);
    for (const adminCall of listAdminCalls()) {
      const answer = await call(admin, adminCall);
      expect([answer.statusCode, answer.json()], `${adminCall.method} ${adminCall.url}`).toEqual([
        403,
        expect.objectContaining({
          error: "forbidden",
          message: "Sign in again to administer: your session is older than 12 hours.",
        }),
      ]);
    }
    expect((await admin.get("/api/me/admin")).json()).toMatchObject({ data: { isAppAdmin: true } });
  });

  test("S10: an app admin with a second factor proves it first", async () => {
    const kara = await signUpWithTotp(world);
    await world.db.insertInto("app_admins").values({ user_id: kara.userId, note: null }).execute();
    const elsewhere = await signInElsewhere(world, kara);
    const ask = async ({ client }: Pick<typeof kara, "client">) => {
      const { data } = await client.getSession();
      const headers = { authorization: `Bearer ${data.session?.access_token}` };
      return world.app.server.inject({ method: "GET", url: "/api/admin/overview", headers });
    };
    const half = await ask({ client: elsewhere });
    expect([half.statusCode, half.json().error]).toEqual([403, "mfa_required"]);
    expect((await ask(kara)).statusCode).toBe(200);
  });
});
