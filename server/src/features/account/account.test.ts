import { expect, test } from "vitest";
import { sharedApp } from "../../testing/test-app.ts";

const world = await sharedApp();

test("an app admin is told so, a plain user is told not", async () => {
  const admin = await world.appAdmin();
  const user = await world.user();
  expect((await admin.get("/api/me/admin")).json()).toEqual({ success: true, data: { isAppAdmin: true } });
  expect((await user.get("/api/me/admin")).json()).toEqual({ success: true, data: { isAppAdmin: false } });
});

test("what the browser noticed about ad blocking is kept, each user's own", async () => {
  const kara = await world.user();
  const tom = await world.user();
  expect((await kara.send("PUT", "/api/me/login-activity", { adblock: true })).json()).toEqual({ adblock: true });
  expect((await kara.send("PUT", "/api/me/login-activity", { adblock: false })).json()).toEqual({ adblock: false });
  expect((await kara.get("/api/me/login-activity")).json()).toEqual({ adblock: false });
  expect((await tom.get("/api/me/login-activity")).json()).toEqual({ adblock: null });
});

test("something that is not yes or no is refused", async () => {
  const kara = await world.user();
  const answer = await kara.send("PUT", "/api/me/login-activity", { adblock: "yes" });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().details).toMatchObject([{ path: "adblock" }]);
});
