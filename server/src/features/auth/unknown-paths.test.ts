import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

const message = "There is nothing at this address";

test.each([
  ["GET", "/auth/v1/nowhere"],
  ["GET", "/auth/v1"],
  ["GET", "/auth/v1/"],
  ["POST", "/auth/v1/user"],
  ["DELETE", "/auth/v1/signup"],
  ["PATCH", "/auth/v1/admin/users"],
] as const)("%s %s leads nowhere, in the contract's words", async (method, url) => {
  const ask = (headers: Record<string, string>) => world.app.server.inject({ method, url, headers });
  const old = await ask({});
  expect(old.statusCode).toBe(404);
  expect(old.json()).toEqual({ code: 404, error_code: "not_found", msg: message });
  const modern = await ask({ "x-supabase-api-version": "2024-01-01" });
  expect(modern.statusCode).toBe(404);
  expect(modern.json()).toEqual({ code: "not_found", message });
  expect(modern.headers).toMatchObject({ "x-supabase-api-version": "2024-01-01", "cache-control": "no-store" });
});

test("addresses beside the auth service keep the product's words", async () => {
  expect((await world.visitor.get("/auth/v2/user")).json()).toMatchObject({ error: "not_found" });
  expect((await world.visitor.get("/api/nothing")).json()).toMatchObject({ error: "not_found" });
});
