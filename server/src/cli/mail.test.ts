import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverMail } from "../mail/deliver-mail.ts";
import { removeEndedBodies } from "../mail/queries.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { readSettings } from "../settings.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { testSecret, testSecrets } from "../testing/secrets.ts";
import { mail } from "./mail.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function typed(...args: string[]): Promise<string> {
  const said: string[] = [];
  const env = { DATABASE_URL: database.url, CLANHALL_SECRET: testSecret };
  const signal = new AbortController().signal;
  const settings = readSettings(env);
  await mail.run(args, { settings, env, log: recordedLog(), say: (line) => said.push(line), signal });
  return said.join("\n");
}

async function keep(to: string, endsAt: Date): Promise<void> {
  const message = { to, subject: "Reset", text: "Open this:\n\nhttps://clan.test/reset\n", html: "", endsAt };
  const id = await database.db.transaction().execute((tx) => queueMail(tx, testSecrets, message));
  await deliverMail({ db: database.db, log: recordedLog(), secrets: testSecrets, transport: null }, id);
}

test("H2: an operator without a mail server reads links as long as they work", async () => {
  expect(await typed("list")).toBe("There is no mail.");
  await keep("ann@clan.test", new Date(Date.now() + 60_000));
  await keep("bob@clan.test", new Date(Date.now() + 1_000_000));
  const all = await typed("list");
  expect(all).toMatch(/^\S+ {2}kept {2}ann@clan\.test {2}Reset\n {2}Open this:\n\n {2}https:\/\/clan\.test\/reset\n/);
  expect(all).toContain("bob@clan.test");
  expect(await typed("list", "ann@clan.test")).not.toContain("bob@clan.test");

  await removeEndedBodies(database.db, new Date(Date.now() + 61_000));
  expect(await typed("list", "ann@clan.test")).toMatch(/Reset\n {2}Its text cannot be shown/);
  expect(await typed("list", "bob@clan.test")).toContain("https://clan.test/reset");
});

test.each([[[]], [["show"]], [["list", "a", "b"]]])("mail %j is not understood", async (args) => {
  await expect(typed(...args)).rejects.toThrow("mail needs list");
});
