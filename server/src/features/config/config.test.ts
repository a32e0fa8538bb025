import { productConfig } from "@clanhall/contract/system";
import { expect, test } from "vitest";
import { readSettings } from "../../settings.ts";
import { sharedApp } from "../../testing/test-app.ts";
import { toProductConfig } from "./config.routes.ts";

const world = await sharedApp();

test("U14: the public configuration says whether a mail server is set, and not which", async () => {
  const without = productConfig.parse((await world.visitor.get("/api/config")).json());
  expect(without.mail).toBe(false);
  const config = toProductConfig(readSettings({ SMTP_URL: "smtp://owl:hoot@mail.clan.example" }));
  expect(config.mail).toBe(true);
  expect(Object.keys(config)).toEqual(Object.keys(without));
  expect(JSON.stringify(config)).not.toMatch(/hoot|mail\.clan\.example/);
});
