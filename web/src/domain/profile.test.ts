import { expect, test } from "vitest";
import { realServer } from "../testing/real-server.ts";
import { checkAppAdmin } from "./profile.ts";

const path = "GET /api/me/admin";

test.each([
  [{ body: { success: true, data: { isAppAdmin: true } } }, true],
  [{ body: { success: true, data: { isAppAdmin: false } } }, false],
  [{ status: 403, body: { error: "forbidden" } }, false],
  [{ status: 404, body: {} }, false],
  [{ status: 500, body: {} }, false],
])("a check answered with %j means %s", async (answer, expected) => {
  await realServer({ [path]: answer });
  expect(await checkAppAdmin()).toBe(expected);
});

test("nobody is an admin of a server that is away", async () => {
  const server = await realServer({});
  await server.close();
  expect(await checkAppAdmin()).toBe(false);
});

test("a refused sign-in is passed on", async () => {
  await realServer({ [path]: { status: 401, body: { error: "unauthorized" } } });
  await expect(checkAppAdmin()).rejects.toMatchObject({ status: 401 });
});

test.each([
  [{ success: true, data: { isAppAdmin: true } }, true],
  [{ success: true, data: { is_app_admin: true } }, true],
  [{ isAppAdmin: true }, true],
  [{ success: true, data: { isAppAdmin: false } }, false],
  [{ success: true, data: { isAppAdmin: "true" } }, false],
  [{}, false],
  [null, false],
])("the admin answer %j means %s", async (body, expected) => {
  await realServer({ [path]: { body } });
  expect(await checkAppAdmin()).toBe(expected);
});
