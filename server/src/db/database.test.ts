import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/postgres.ts";
import { openDatabase, readDatabaseUrl, waitForStart } from "./database.ts";
import { createPool } from "./pool.ts";

const silent = { info() {}, warn() {}, error() {} };

test("an own PostgreSQL is used as it is, and stays when Clanhall stops", async () => {
  const own = await createTestDatabase();
  const database = await openDatabase({ dataFolder: null, databaseUrl: own.url, databasePool: 2 }, silent);
  const { rows } = await database.pool.query(
    "select date '2024-02-29' as day, 5::bigint as big, 1.25::numeric as exact, '{2024-02-29}'::date[] as days",
  );
  expect(rows).toEqual([{ day: "2024-02-29", big: 5, exact: 1.25, days: ["2024-02-29"] }]);
  await database.close();
  expect((await own.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await own.close();
});

test("a large result is taken in small pieces, between which others have their turn", async () => {
  const own = await createTestDatabase();
  const client = await own.pool.connect();
  const { stream } = client.connection;
  const pieces: number[] = [];
  let piece = 0;
  stream.on("data", (chunk: Buffer) => (piece += chunk.length));
  let isReading = true;
  const countTurns = () => {
    pieces.push(piece);
    piece = 0;
    if (isReading) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const { rows } = await client.query("select n, repeat('x', 200) as text from generate_series(1, 40000) n");
  isReading = false;
  expect(rows).toHaveLength(40_000);
  // Ten megabytes: a socket that is left alone hands over two of them at once.
  expect(Math.max(...pieces)).toBeLessThanOrEqual(2 * 65_536);
  client.release();
  await own.close();
});

test("after a lost connection the next statement gets a new one", async () => {
  const own = await createTestDatabase();
  const ended = own.pool.query("select pg_terminate_backend(pg_backend_pid())");
  await expect(ended).rejects.toThrow("terminating connection");
  expect((await own.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await own.close();
});

test("a lost connection is noted, unless we are about to stop ourselves", async () => {
  const own = await createTestDatabase();
  const noted: string[] = [];
  const log = { ...silent, warn: (_details: object, message: string) => noted.push(message) };
  const pool = createPool(readDatabaseUrl(own.url), 1, log);
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  await own.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await expect.poll(() => noted).toContain("An idle database connection was lost");
  noted.length = 0;
  const client = await pool.connect();
  client.release();
  const ended = pool.end();
  pool.emit("error", new Error("terminating connection"), client);
  await ended;
  expect(noted).toEqual([]);
  await own.close();
});

test("a database that cannot be reached is named without its password", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const address = closed.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await new Promise((resolve) => closed.close(resolve));

  const attempt = waitForStart(readDatabaseUrl(`postgres://ann:secret@127.0.0.1:${port}/clan`), 0);
  await expect(attempt).rejects.toThrow(
    new RegExp(`^The database clan on 127\\.0\\.0\\.1, port ${port}, cannot be used`),
  );
  await expect(attempt).rejects.not.toThrow("secret");
});

test.each([
  ["postgres://db.example.test/clan", "verify-full"],
  ["postgres://192.0.2.7/clan?sslmode=require", "verify-full"],
  ["postgres://db.example.test/clan?sslmode=disable", "disable"],
  ["postgres://[2001:db8::1]/clan", "verify-full"],
  ["postgres://localhost/clan", null],
  ["postgres://127.0.0.1/clan", null],
  ["postgres://postgres:5432/clan", null],
  ["postgres://localhost/clan?host=/var/run/postgresql", null],
])("S60: the way to %s is encrypted as %s", (url, mode) => {
  const { connectionString = "" } = readDatabaseUrl(url);
  expect(new URL(connectionString).searchParams.get("sslmode")).toBe(mode);
});

/** Somebody on the way who answers the question for encryption, and keeps what they are told. */
async function listenBetween(answer: (socket: Socket, note: (heard: Buffer) => void) => void) {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (question) => {
      heard.push(question);
      answer(socket, (more) => heard.push(more));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `postgres://ann:hunter2@127.0.0.1:${port}/clan?sslmode=require`,
    heard: () => Buffer.concat(heard).toString("latin1"),
    close: () => server.close(),
  };
}

test("S60: a database that cannot be spoken to in secret is told nothing", async () => {
  const between = await listenBetween((socket, note) => {
    socket.on("data", note);
    socket.write("N");
  });
  await expect(waitForStart(readDatabaseUrl(between.url), 0)).rejects.toThrow("does not support SSL");
  expect(between.heard()).toHaveLength(8);
  between.close();
});

test("S60: a certificate that nobody we trust has signed is refused before a name or password is sent", async () => {
  // The mail server of the tests brings a certificate that it signed itself.
  const secureContext = new SMTPServer({ disabledCommands: ["STARTTLS"] }).secureContext.get("*");
  const between = await listenBetween((socket, note) => {
    socket.write("S");
    const secret = new TLSSocket(socket, { isServer: true, ...(secureContext && { secureContext }) });
    secret.on("error", () => {}).on("data", note);
  });
  await expect(waitForStart(readDatabaseUrl(between.url), 0)).rejects.toThrow(/certificate.*sslrootcert/);
  expect(between.heard()).toHaveLength(8);
  between.close();
});
