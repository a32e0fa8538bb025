import { endpoint } from "@clanhall/contract/endpoint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import type { Route, Routes } from "./route.ts";

const ofClan = z.object({ clanId: z.uuid() });
const seen = z.object({ who: z.string().nullable() });
const common = { summary: "A call made up for tests.", response: seen } as const;

const openCall = endpoint({ method: "GET", path: "/api/test/open", access: "public", ...common });
const userCall = endpoint({ method: "GET", path: "/api/test/user", access: "session", ...common });
const adminCall = endpoint({ method: "GET", path: "/api/test/admin", access: "app-admin", ...common });
const viewCall = endpoint({
  method: "GET",
  path: "/api/test/clans/:clanId/view",
  access: { clan: "clan.view" },
  params: ofClan,
  ...common,
});
const manageCall = endpoint({
  method: "POST",
  path: "/api/test/clans/:clanId/manage",
  access: { clan: "clan.manage" },
  params: ofClan,
  body: z.strictObject({
    title: z.string("Give it a title").trim().min(1, "Give it a title"),
    count: z.number().optional(),
    parts: z.array(z.strictObject({ name: z.string() })).optional(),
  }),
  ...common,
});
const largeCall = endpoint({
  method: "PUT",
  path: "/api/test/clans/:clanId/large",
  access: { clan: "clan.manage" },
  params: ofClan,
  bodyLimit: 1024 * 1024,
  body: z.strictObject({ text: z.string() }),
  ...common,
});
const ownCall = endpoint({
  method: "POST",
  path: "/api/test/own",
  access: { clan: "clan.own" },
  body: z.strictObject({ clan: z.uuid() }),
  ...common,
});
const keptCall = endpoint({ method: "GET", path: "/api/test/kept", access: "public", etag: true, ...common });
const leakyCall = endpoint({ method: "GET", path: "/api/test/leaky", access: "public", ...common });
const brokenCall = endpoint({ method: "GET", path: "/api/test/broken", access: "public", ...common });

let keptFor = "Kara";

const testRoutes: Routes = (route) => {
  route(openCall, () => ({ who: null }));
  route(userCall, ({ actor }) => ({ who: actor.userId }));
  route(adminCall, ({ actor }) => ({ who: actor.userId }));
  route(viewCall, ({ actor }) => ({ who: actor.role }));
  route(manageCall, ({ actor, body }) => ({ who: `${actor.role} ${body.title}` }));
  route(largeCall, ({ actor }) => ({ who: actor.role }));
  route(
    ownCall,
    ({ actor }) => ({ who: actor.clanId }),
    async ({ body }) => body.clan,
  );
  route(keptCall, () => ({ who: keptFor }));
  route(leakyCall, () => ({ who: "me", password_hash: "secret" }));
  route(brokenCall, () => {
    throw new Error("select * from secrets at /home/x");
  });
};

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ routes: [testRoutes] });
});
afterAll(() => world.close());

test("a visitor reaches public calls only", async () => {
  const clan = await world.clan();
  expect((await world.visitor.get("/api/test/open")).statusCode).toBe(200);
  for (const url of ["/api/test/user", "/api/test/admin", `/api/test/clans/${clan.id}/view`]) {
    const answer = await world.visitor.get(url);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ error: "unauthorized", request_id: answer.headers["x-request-id"] });
  }
});

test("who sends the ETag of an answer back gets another one only when it has changed", async () => {
  const url = "/api/test/kept";
  const first = await world.visitor.get(url);
  expect(first.headers["cache-control"]).toBe("no-store");
  const again = (etag: string) => world.app.server.inject({ url, headers: { "if-none-match": etag } });
  for (const etag of [String(first.headers.etag), `W/${String(first.headers.etag)}`]) {
    const { statusCode, payload, headers } = await again(etag);
    expect([statusCode, payload, headers.etag]).toEqual([304, "", first.headers.etag]);
  }
  keptFor = "Ben";
  const changed = await again(String(first.headers.etag));
  expect([changed.statusCode, changed.json()]).toEqual([200, { who: "Ben" }]);
  expect(changed.headers.etag).not.toBe(first.headers.etag);
});

test("the lists that screens read again and again answer with an ETag", () => {
  const urls = world.app.routes.flatMap(({ endpoint: declared }) => (declared?.etag ? [declared.path] : []));
  expect(urls).toEqual(
    expect.arrayContaining([
      "/api/clans/my",
      "/api/clans/:clanId/members",
      "/api/clans/:clanId/activities",
      "/api/clans/:clanId/scoreboards",
      "/api/clans/:clanId/bulletins/:bulletinId",
    ]),
  );
});

test("a signed-in user is not an app admin, an app admin is", async () => {
  const user = await world.user();
  const admin = await world.appAdmin();
  expect((await user.get("/api/test/user")).json()).toEqual({ who: user.userId });
  expect((await user.get("/api/test/admin")).statusCode).toBe(403);
  expect((await admin.get("/api/test/admin")).json()).toEqual({ who: admin.userId });
});

test("each role does what the table says, and a outsider's clan reads like none", async () => {
  const clan = await world.clan();
  const view = `/api/test/clans/${clan.id}/view`;
  const manage = `/api/test/clans/${clan.id}/manage`;
  const member = await world.memberOf(clan, "member");
  const maintainer = await world.memberOf(clan, "maintainer");
  const owner = await world.memberOf(clan, "owner");
  const outsider = await world.memberOf(await world.clan(), "owner");

  expect((await member.get(view)).json()).toEqual({ who: "member" });
  expect((await member.send("POST", manage, { title: "x" })).statusCode).toBe(403);
  expect((await maintainer.send("POST", manage, { title: "x" })).json()).toEqual({ who: "maintainer x" });
  expect((await maintainer.send("POST", "/api/test/own", { clan: clan.id })).statusCode).toBe(403);
  expect((await owner.send("POST", "/api/test/own", { clan: clan.id })).json()).toEqual({ who: clan.id });

  const foreign = (await outsider.get(view)).json();
  const missing = (await outsider.get("/api/test/clans/7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111/view")).json();
  expect(foreign).toMatchObject({ error: "not_found" });
  expect({ ...foreign, request_id: "" }).toEqual({ ...missing, request_id: "" });
  expect((await outsider.send("POST", manage, { wrong: true })).statusCode).toBe(404);
  expect((await outsider.get("/api/test/clans/not-an-id/view")).statusCode).toBe(404);
});

test("M3: a large body is not even read from somebody who may not send it", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const member = await world.memberOf(clan, "member");
  const outsider = await world.user();
  const send = async (userId: string | null, payload: string) => {
    const headers = { "content-type": "application/json", ...(userId && { "x-dev-user-id": userId }) };
    const url = `/api/test/clans/${clan.id}/large`;
    return (await world.app.server.inject({ method: "PUT", url, headers, payload })).statusCode;
  };
  const unreadable = "{".repeat(500_000);
  expect(await send(null, unreadable)).toBe(401);
  expect(await send(outsider.userId, unreadable)).toBe(404);
  expect(await send(member.userId, unreadable)).toBe(403);
  expect(await send(owner.userId, unreadable)).toBe(400);
  expect(await send(owner.userId, JSON.stringify({ text: "x".repeat(500_000) }))).toBe(200);
});

test("a removed member is out with the next request", async () => {
  const clan = await world.clan();
  const member = await world.memberOf(clan, "member");
  const view = `/api/test/clans/${clan.id}/view`;
  expect((await member.get(view)).statusCode).toBe(200);
  await world.db.updateTable("clan_members").set({ status: "removed" }).where("user_id", "=", member.userId).execute();
  expect((await member.get(view)).statusCode).toBe(404);
});

test("every field that does not fit is named once, with a sentence", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const answer = await owner.send("POST", `/api/test/clans/${clan.id}/manage`, {
    title: " ",
    count: "many",
    role: "owner",
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ error: "validation_failed", message: "Give it a title" });
  expect(answer.json().details.map(({ path }: { path: string }) => path)).toEqual(["title", "count", "role"]);
});

test("fields nobody asked for are named one by one, wherever they stand, and not without end", async () => {
  const clan = await world.clan();
  const owner = await world.memberOf(clan, "owner");
  const send = (extra: object) =>
    owner.send("POST", `/api/test/clans/${clan.id}/manage`, { title: "Raid", parts: [{ name: "One", ...extra }] });
  expect((await send({})).statusCode).toBe(200);
  expect((await send({ size: 1, colour: "red" })).json()).toMatchObject({
    message: "“size” is not a field of this request.",
    details: [
      { path: "parts.0.size", message: "“size” is not a field of this request." },
      { path: "parts.0.colour", message: "“colour” is not a field of this request." },
    ],
  });
  const flood = await send(Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}${"x".repeat(900)}`, 1])));
  expect(flood.json().details).toHaveLength(20);
  expect(flood.payload.length).toBeLessThan(5_000);
});

test("an answer carries the fields of its schema and no others", async () => {
  expect((await world.visitor.get("/api/test/leaky")).json()).toEqual({ who: "me" });
});

test("an unforeseen failure answers 500 and tells nothing", async () => {
  const answer = await world.visitor.get("/api/test/broken");
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    error: "internal",
    message: "Something went wrong on our side",
    request_id: answer.headers["x-request-id"],
  });
});

test("an endpoint that does not say who may call it, or how to find its clan, does not compile", () => {
  // @ts-expect-error access is missing
  endpoint({ method: "GET", path: "/api/test/x", ...common });
  const check = (route: Route) => {
    // @ts-expect-error the path does not name the clan, so the third argument is needed
    route(ownCall, () => ({ who: null }));
    const finder = async () => "x";
    // @ts-expect-error the path names the clan, so nothing else may
    route(viewCall, () => ({ who: null }), finder);
    // @ts-expect-error the answer does not fit the schema
    route(openCall, () => ({ who: 1 }));
  };
  expect(check).toBeTypeOf("function");
});
