import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startJobs } from "../jobs/start-jobs.ts";
import { createTestHandlers } from "../testing/job-handlers.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { recordedLog } from "../testing/recorded-log.ts";
import { testSecrets } from "../testing/secrets.ts";
import { startSmtpServer } from "../testing/smtp.ts";
import { deleteOldMails, deliverMail } from "./deliver-mail.ts";
import { composeMail } from "./layout.ts";
import { createMailTransport } from "./mail-transport.ts";
import { claimMail, findMail } from "./queries.ts";
import { queueMail, requeueOverdueMails } from "./queue-mail.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const from = "Clanhall <hall@clan.test>";
const soon = { timeout: 10_000, interval: 25 };
const message = composeMail({
  subject: "Raid at eight",
  title: "Raid at eight",
  paragraphs: ["Bring torches."],
  reason: "You asked for reminders.",
});

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function write(to = "ann@clan.test", changes: Partial<typeof message & { endsAt: Date }> = {}) {
  return database.db.transaction().execute((tx) => queueMail(tx, testSecrets, { to, ...message, ...changes }));
}

function deliveryTo(smtpUrl: string | null, log = recordedLog()) {
  return { db: database.db, log, secrets: testSecrets, transport: createMailTransport({ smtpUrl, from }) };
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test("a mail reaches its reader as text and as a page soon after the commit", async () => {
  const smtp = await startSmtpServer();
  const log = recordedLog();
  const handlers = await createTestHandlers(database.db, log, { mail: { smtpUrl: smtp.url, from } });
  const jobs = await startJobs({ connection: database.connection, log, handlers });
  const id = await write();
  await vi.waitFor(async () => expect(await findMail(database.db, id)).toMatchObject({ state: "sent" }), soon);
  await jobs.stop();
  await smtp.close();
  expect(smtp.received).toHaveLength(1);
  const [{ recipients, source } = { recipients: [], source: "" }] = smtp.received;
  expect(recipients).toEqual(["ann@clan.test"]);
  expect(source).toContain("From: Clanhall <hall@clan.test>\r\nTo: ann@clan.test\r\nSubject: Raid at eight\r\n");
  expect(source).toContain(`Message-ID: <${id}@clan.test>\r\n`);
  expect(source).toMatch(/Content-Type: text\/plain[^]*Bring torches[^]*Content-Type: text\/html[^]*Bring torches/);
  expect(source).not.toContain("List-Unsubscribe");
  expect(JSON.stringify(log.lines)).not.toMatch(/torches|ann@clan/);
});

test("a mail whose transaction is rolled back was never written", async () => {
  const failing = database.db.transaction().execute(async (tx) => {
    await queueMail(tx, testSecrets, { to: "bob@clan.test", ...message });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const { rowCount } = await database.pool.query("select from mails where recipient = 'bob@clan.test'");
  expect(rowCount).toBe(0);
});

test("a mail waits while the mail server is down and then arrives once, however often its job runs", async () => {
  const { port, url, close } = await startSmtpServer();
  await close();
  const id = await write();
  await expect(deliverMail(deliveryTo(url), id)).rejects.toThrow("ECONNREFUSED");
  expect(await findMail(database.db, id)).toMatchObject({ state: "waiting", attempts: 1, claimed_until: null });
  expect((await findMail(database.db, id))?.last_error).toContain("ECONNREFUSED");

  const smtp = await startSmtpServer({ port });
  await deliverMail(deliveryTo(url), id);
  await deliverMail(deliveryTo(url), id);
  await smtp.close();
  expect(smtp.received).toHaveLength(1);
  expect(await findMail(database.db, id)).toMatchObject({ state: "sent", attempts: 2, last_error: null });
});

test("of two instances that deliver the same mail one sends it, the other comes back later", async () => {
  const smtp = await startSmtpServer();
  const id = await write();
  const results = await Promise.allSettled([1, 2, 3].map(() => deliverMail(deliveryTo(smtp.url), id)));
  await smtp.close();
  expect(smtp.received).toHaveLength(1);
  expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
});

test("a delivery that died with its process is repeated after its claim has run out", async () => {
  const smtp = await startSmtpServer();
  const id = await write();
  await claimMail(database.db, id, new Date(), minutesFromNow(3));
  await expect(deliverMail(deliveryTo(smtp.url), id)).rejects.toThrow("has not ended yet");
  await deliverMail(deliveryTo(smtp.url), id, minutesFromNow(4));
  await smtp.close();
  expect(smtp.received).toHaveLength(1);
});

test("a mail the server cannot take just now is tried again", async () => {
  const answers = [{ code: 450, message: "Mailbox busy" }];
  const smtp = await startSmtpServer({ refuse: () => answers.pop() ?? null });
  const id = await write();
  await expect(deliverMail(deliveryTo(smtp.url), id)).rejects.toThrow("Mailbox busy");
  await deliverMail(deliveryTo(smtp.url), id);
  await smtp.close();
  expect(smtp.received).toHaveLength(1);
});

test("a mail to nobody fails at once", async () => {
  const smtp = await startSmtpServer({ refuse: () => ({ code: 550, message: "No such person" }) });
  const id = await write();
  const log = recordedLog();
  await deliverMail(deliveryTo(smtp.url, log), id);
  await smtp.close();
  expect(await findMail(database.db, id)).toMatchObject({ state: "failed", attempts: 1, sent_at: null });
  expect((await findMail(database.db, id))?.last_error).toContain("No such person");
  expect(log.messages("error")).toEqual(["mail given up"]);
});

test("a refused sign-in is the operator's mistake and costs no mail", async () => {
  const smtp = await startSmtpServer();
  const id = await write();
  const wrongPassword = smtp.url.replace("smtp://", "smtp://hall:wrong@");
  await expect(deliverMail(deliveryTo(wrongPassword), id)).rejects.toThrow("Wrong password");
  expect(await findMail(database.db, id)).toMatchObject({ state: "waiting" });
  await smtp.close();
});

test("a server that takes the mail and falls silent is given up for now", async () => {
  const smtp = await startSmtpServer({ isSilentAfterData: true });
  const patience = { connectionTimeout: 1_000, greetingTimeout: 1_000, socketTimeout: 100 };
  const transport = createMailTransport({ smtpUrl: smtp.url, from }, patience);
  const id = await write();
  await expect(deliverMail({ ...deliveryTo(null), transport }, id)).rejects.toThrow("Timeout");
  expect(await findMail(database.db, id)).toMatchObject({ state: "waiting", claimed_until: null });
  await smtp.close();
});

test("a mail that could not be delivered for a day is given up", async () => {
  const { url, close } = await startSmtpServer();
  await close();
  const id = await write();
  await expect(deliverMail(deliveryTo(url), id, minutesFromNow(23 * 60))).rejects.toThrow("ECONNREFUSED");
  await deliverMail(deliveryTo(url), id, minutesFromNow(25 * 60));
  expect(await findMail(database.db, id)).toMatchObject({ state: "failed", attempts: 2 });
});

test("without a mail server the mail is kept and the log shows it", async () => {
  const log = recordedLog();
  const id = await write();
  await deliverMail(deliveryTo(null, log), id);
  expect(await findMail(database.db, id)).toMatchObject({ state: "kept", sent_at: null });
  expect(log.lines).toEqual([
    expect.objectContaining({
      level: "info",
      details: expect.objectContaining({ recipient: "ann@clan.test", subject: "Raid at eight", text: message.text }),
    }),
  ]);
});

test.for([
  "ann@clan.test\r\nBcc: eve@evil.test",
  "ann@clan.test, eve@evil.test",
  "Eve <eve@evil.test>",
  "ann",
  "a b@c",
])("nobody can smuggle a second recipient in: %j", async (recipient) => {
  await expect(write(recipient)).rejects.toThrow("must be one plain address");
});

test.for(["Hi\r\nBcc: eve@evil.test", "Hi\nBcc: eve@evil.test", "Hi\rX", "Hi\u0000", "Hi\u2028X"])(
  "nobody can smuggle a header line in: %j",
  async (subject) => {
    await expect(write("ann@clan.test", { subject })).rejects.toThrow("must be one line");
  },
);

test.for([
  "https://clan.test/a\r\nBcc: eve@evil.test",
  "https://clan.test/a>, <mailto:eve@evil.test",
  "https://clan.test/a b",
  "javascript:alert(1)",
])("nobody can smuggle anything in beside the address that stops mails: %j", async (unsubscribeUrl) => {
  const mail = { to: "ann@clan.test", ...message, unsubscribeUrl };
  const sending = database.db.transaction().execute((tx) => queueMail(tx, testSecrets, mail));
  await expect(sending).rejects.toThrow("plain http(s) address");
});

test("a mail that lost its job with the queue is asked for again and arrives", async () => {
  const own = await createTestDatabase();
  const id = await own.db
    .transaction()
    .execute((tx) => queueMail(tx, testSecrets, { to: "cleo@clan.test", ...message }));
  await own.pool.query("delete from pgboss.job");
  expect(await requeueOverdueMails(own.db)).toBe(0);
  expect(await requeueOverdueMails(own.db, minutesFromNow(5))).toBe(1);
  const log = recordedLog();
  const handlers = await createTestHandlers(own.db, log);
  const jobs = await startJobs({ connection: own.connection, log, handlers });
  await vi.waitFor(async () => expect(await findMail(own.db, id)).toMatchObject({ state: "kept" }), soon);
  await jobs.stop();
  await own.close();
});

test("mails are deleted after ninety days", async () => {
  const [old, young] = [await write(), await write()];
  await database.pool.query("update mails set created_at = now() - interval '91 days' where id = $1", [old]);
  await deleteOldMails(database.db, recordedLog());
  expect(await findMail(database.db, old)).toBeNull();
  expect(await findMail(database.db, young)).not.toBeNull();
});

test("H2: the body of a mail is sealed, and gone once the mail was sent or given up", async () => {
  const refusal = { code: 550, message: "No such person" };
  const smtp = await startSmtpServer({ refuse: (recipient) => (recipient === "gone@clan.test" ? refusal : null) });
  const ids = [await write(), await write("gone@clan.test")];
  const readAll = async () => {
    const { rows } = await database.pool.query<{ line: string }>("select m::text as line from mails m");
    return rows.map(({ line }) => line).join("\n");
  };
  expect(await readAll()).not.toContain("torches");
  for (const id of ids) {
    expect((await findMail(database.db, id))?.sealed_body).not.toBeNull();
    await deliverMail(deliveryTo(smtp.url), id);
    expect((await findMail(database.db, id))?.sealed_body).toBeNull();
  }
  expect(smtp.received).toHaveLength(1);
  await smtp.close();
});

test("H2: no body lives longer than its link, whether it was kept or still waits", async () => {
  const smtp = await startSmtpServer();
  const [kept, waiting] = [
    await write("ann@clan.test", { endsAt: minutesFromNow(60) }),
    await write("ann@clan.test", { endsAt: minutesFromNow(60) }),
  ];
  await deliverMail(deliveryTo(null), kept);
  await deleteOldMails(database.db, recordedLog(), minutesFromNow(59));
  expect((await findMail(database.db, kept))?.sealed_body).not.toBeNull();
  await deleteOldMails(database.db, recordedLog(), minutesFromNow(61));
  expect(await findMail(database.db, kept)).toMatchObject({ state: "kept", sealed_body: null });

  await deliverMail(deliveryTo(smtp.url), waiting, minutesFromNow(61));
  expect(await findMail(database.db, waiting)).toMatchObject({ state: "failed", last_error: "Its link has ended" });
  expect(smtp.received).toEqual([]);
  await smtp.close();
});
