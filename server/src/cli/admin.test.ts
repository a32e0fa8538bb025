import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { admin } from "./admin.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.insertInto("users").values({ email: "Kara@clan.test", display_name: "Kara" }).execute();
});
afterAll(() => database.close());

/** What an operator reads after typing the command. */
const typed = (...args: string[]) => typedWith({}, ...args);

async function typedWith(env: Record<string, string>, ...args: string[]): Promise<string> {
  const said: string[] = [];
  const settings = readSettings({ DATABASE_URL: database.url, ...env });
  const signal = new AbortController().signal;
  await admin.run(args, { settings, env, log: recordedLog(), say: (line) => said.push(line), signal });
  return said.join("\n");
}

test("an operator makes the first app admin, sees them in the list, and takes it back", async () => {
  expect(await typed("list")).toBe("There is no app admin yet; admin grant <e-mail> makes one.");
  expect(await typed("grant", "kara@CLAN.test")).toBe("Kara@clan.test is an app admin now.");
  expect(await typed("grant", "kara@clan.test")).toBe("Kara@clan.test is already an app admin.");
  expect(await typed("list")).toMatch(/^Kara@clan\.test {2}Kara {2}since \d{4}-\d\d-\d\d$/);
  expect(await typed("revoke", "kara@clan.test")).toBe(
    "Kara@clan.test is no longer an app admin.\n" +
      "This installation has no app admin now; admin grant <e-mail> makes one.",
  );
  expect(await typed("revoke", "kara@clan.test")).toBe("Kara@clan.test was not an app admin.");
  const rows = await database.db.selectFrom("admin_audit").selectAll().orderBy("at").execute();
  expect(rows.map(({ action, actor_id, target, after }) => [action, actor_id, target, after])).toEqual([
    ["app_admin.grant", null, "Kara", { note: "granted on the command line" }],
    ["app_admin.revoke", null, "Kara", null],
  ]);
});

test("whoever takes the role from an address that the settings still name is told so", async () => {
  const env = { APP_ADMIN_EMAILS: "other@clan.test, kara@clan.test" };
  await typed("grant", "kara@clan.test");
  expect(await typedWith(env, "revoke", "kara@clan.test")).toMatch(
    /^Kara@clan\.test is no longer an app admin\.\nBut APP_ADMIN_EMAILS still names the address: /,
  );
});

test("nobody is warned while somebody else still administers", async () => {
  await database.db.insertInto("users").values({ email: "tom@clan.test" }).execute();
  await typed("grant", "tom@clan.test");
  await typed("grant", "kara@clan.test");
  expect(await typed("revoke", "kara@clan.test")).toBe("Kara@clan.test is no longer an app admin.");
});

test("somebody who has not signed up cannot be made an app admin", async () => {
  await expect(typed("grant", "nobody@clan.test")).rejects.toThrow("Nobody has signed up as nobody@clan.test");
});

test.each([[[]], [["grant"]], [["list", "x"]], [["grant", "a@b.c", "d"]], [["promote", "a@b.c"]]])(
  "admin %j is not understood",
  async (args) => {
    await expect(typed(...args)).rejects.toThrow("admin needs grant or revoke");
  },
);
