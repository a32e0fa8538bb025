import { expect, test } from "vitest";
import { fakeBackend } from "../../testing/fake-backend.ts";
import { choosePassword, resendConfirmation } from "./api.ts";

test.each(["", "  "])("a confirmation for %j is not asked for", async (email) => {
  const { received } = fakeBackend();
  await expect(resendConfirmation(email)).rejects.toThrow("Missing email");
  expect(received).toEqual([]);
});

test("a password is not changed by a bare access token", async () => {
  const { received } = fakeBackend();
  await expect(choosePassword("night owls fly", "token")).rejects.toThrow(
    "Access-token based password update not implemented",
  );
  expect(received).toEqual([]);
});
