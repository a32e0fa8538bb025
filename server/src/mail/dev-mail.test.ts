import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/postgres.ts";
import { testSecrets } from "../testing/secrets.ts";
import { devMailRoutes } from "./dev-mail.ts";
import { queueMail } from "./queue-mail.ts";

import Fastify, { type FastifyInstance } from "fastify";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: FastifyInstance;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = Fastify();
  devMailRoutes(app, database.db, testSecrets);
  id = await write({
    to: "ann@clan.test",
    subject: "<b>Raid</b>",
    text: "Open https://clan.test/ & come",
    html: '<a href="https://clan.test/">come</a><script>alert(1)</script>',
  });
  await write({ to: "bob@clan.test", subject: "Later", text: "x", html: "x" });
});
function write(mail: Parameters<typeof queueMail>[2]) {
  return database.db.transaction().execute((tx) => queueMail(tx, testSecrets, mail));
}
afterAll(async () => {
  await app.close();
  await database.close();
});

test("a developer sees the newest mails first, as text", async () => {
  const { body, headers } = await app.inject("/dev/mail");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(body).toContain("&lt;b&gt;Raid&lt;/b&gt;");
  expect(body.indexOf("bob@clan.test")).toBeLessThan(body.indexOf("ann@clan.test"));
});

test("a developer reads one mail, its page locked into a frame without scripts", async () => {
  const { body } = await app.inject(`/dev/mail/${id}`);
  expect(body).toContain("Open https://clan.test/ &amp; come");
  expect(body).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;base/);
  expect(body).not.toContain("<script");
});

test("a mail that does not exist is not found", async () => {
  for (const unknown of ["nonsense", "00000000-0000-4000-8000-000000000000"]) {
    const { body } = await app.inject(`/dev/mail/${unknown}`);
    expect(body).toContain("Mail not found");
  }
});

test("a test reads the mails to one address", async () => {
  const all = await app.inject("/dev/mail.json");
  expect(all.json()).toHaveLength(2);
  const hers = await app.inject("/dev/mail.json?to=ann%40clan.test");
  expect(hers.json()).toMatchObject([{ id, recipient: "ann@clan.test", state: "waiting" }]);
});
