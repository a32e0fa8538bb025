import { expect, test } from "vitest";
import { realServer } from "../../testing/real-server.ts";
import { grantAppAdmin, listAppAdmins, revokeAppAdmin } from "./app-admins.api.ts";

test("the app admins are listed", async () => {
  await realServer({ "GET /api/app-admins": { body: { admins: [{ userId: "u1", note: "Founder" }] } } });
  expect(await listAppAdmins()).toEqual([{ userId: "u1", note: "Founder" }]);
});

test("an admin grants with a note or without one, and revokes", async () => {
  const server = await realServer({
    "POST /api/app-admins": { body: {} },
    "DELETE /api/app-admins/u1": { status: 204 },
  });
  await grantAppAdmin("u1", "Night shift");
  await grantAppAdmin("u1");
  await revokeAppAdmin("u1");
  expect(server.heard.map(({ body }) => body)).toEqual(['{"userId":"u1","note":"Night shift"}', '{"userId":"u1"}', ""]);
});

test("nobody can be granted or revoked without a user id", async () => {
  await expect(grantAppAdmin("")).rejects.toThrow("userId is required");
  await expect(revokeAppAdmin("")).rejects.toThrow("userId is required");
});
