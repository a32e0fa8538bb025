import { expect, test } from "vitest";
import { realServer } from "../../testing/real-server.ts";
import { grantUser, revokeUser } from "./api.ts";

test("an admin grants with a note or without one, and revokes", async () => {
  const server = await realServer({
    "POST /api/app-admins": { body: {} },
    "DELETE /api/app-admins/u1": { status: 204 },
  });
  await grantUser("u1", "Night shift");
  await grantUser("u1");
  await revokeUser("u1");
  expect(server.heard.map(({ body }) => body)).toEqual(['{"userId":"u1","note":"Night shift"}', '{"userId":"u1"}', ""]);
});

test("nobody can be granted or revoked without a user id", async () => {
  await expect(grantUser("")).rejects.toThrow("userId is required");
  await expect(revokeUser("")).rejects.toThrow("userId is required");
});
