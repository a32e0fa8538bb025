import { once } from "node:events";
import { statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "./testing/postgres.ts";
import { endServer, endServers, findFreePort, newDataFolder, runServer } from "./testing/run-server.ts";
import { testSecret } from "./testing/secrets.ts";

// Whole servers are started, several to a test; a busy machine takes its time over that.
vi.setConfig({ testTimeout: 60_000 });

afterEach(endServers);

async function failed(env: Record<string, string>): Promise<{ code: number | null; err: string }> {
  const { child, said, ready } = runServer(env);
  ready.catch(() => {});
  const [code] = (await once(child, "close")) as [number | null];
  return { code, err: said.err };
}

test("an operator with nothing but a folder gets one line and a working server, and the second start says it is taken", async () => {
  const env = { PORT: await findFreePort(), CLANHALL_DATA: newDataFolder() };
  const first = runServer(env);
  await first.ready;
  expect(first.said).toEqual({ out: `Clanhall is ready at http://localhost:${env.PORT}\n`, err: "" });
  expect((await fetch(`http://localhost:${env.PORT}/health`)).status).toBe(200);
  expect(statSync(join(env.CLANHALL_DATA, "sealing.key")).mode & 0o777).toBe(0o600);

  const second = await failed({ ...env, PORT: await findFreePort() });
  expect(second.code).toBe(1);
  expect(second.err).toContain("Another Clanhall is already running");
  expect(second.err.trim().split("\n")).toHaveLength(1);

  expect(await endServer(first.child, "SIGINT")).toBe(0);
  const third = runServer(env);
  await third.ready;
  expect(await endServer(third.child, "SIGTERM")).toBe(0);
});

test("every unusable setting is named at once", async () => {
  const { code, err } = await failed({ PORT: "abc", DATABASE_URL: "mysql://x", LOG_LEVEL: "loud" });
  expect(code).toBe(1);
  for (const name of ["PORT", "DATABASE_URL", "LOG_LEVEL"]) expect(err).toContain(name);
  expect(err).not.toContain("at ");
});

test("H2: a start on a database of one's own asks for CLANHALL_SECRET in one sentence", async () => {
  const { code, err } = await failed({ DATABASE_URL: "postgres://me:hunter2@127.0.0.1/clanhall" });
  expect(code).toBe(1);
  expect(err).toMatch(/^With DATABASE_URL, CLANHALL_SECRET is needed [^.]+openssl rand -hex 32[^.]+\.\n$/);
});

test("a port that is taken, and a database that is not there, are one sentence each", async () => {
  const database = await createTestDatabase();
  const taken = createServer().listen(0, "localhost");
  await once(taken, "listening");
  const address = taken.address();
  const port = String(typeof address === "object" ? address?.port : 0);
  const { code, err } = await failed({ PORT: port, DATABASE_URL: database.url, CLANHALL_SECRET: testSecret });
  expect(code).toBe(1);
  expect(err.trim()).toBe(`Port ${port} is taken. Stop the program that uses it, or set PORT to another number.`);
  taken.close();
  await database.close();

  const away = await failed({
    DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${await findFreePort()}/clanhall`,
    CLANHALL_SECRET: testSecret,
  });
  expect(away.code).toBe(1);
  expect(away.err.trim().split("\n")).toHaveLength(1);
  expect(away.err).toContain("127.0.0.1");
  expect(away.err).not.toContain("hunter2");
});

test("a request in flight is finished before the server stops, however often it is told", async () => {
  const database = await createTestDatabase();
  const port = await findFreePort();
  const { child, ready } = runServer({ PORT: port, DATABASE_URL: database.url, CLANHALL_SECRET: testSecret });
  await ready;
  const socket = connect(Number(port), "localhost");
  const head =
    "PUT /api/me/login-activity HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n";
  socket.write(`${head}{"adblock"`);
  await fetch(`http://localhost:${port}/health`);
  let heard = "";
  socket.on("data", (chunk) => (heard += String(chunk)));
  child.kill("SIGTERM");
  child.kill("SIGINT");
  await expect
    .poll(() =>
      fetch(`http://localhost:${port}/health`).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
  socket.write(":true}");
  const [code] = (await once(child, "exit")) as [number];
  expect(heard).toMatch(/^HTTP\/1\.1 401/);
  expect(code).toBe(0);
  await database.close();
});

test("S65: what nobody caught is logged and people are served on, until there is too much of it", async () => {
  const database = await createTestDatabase();
  const port = await findFreePort();
  // On each signal one error nobody expects: in a timer, in a promise, in a stream.
  const errors = `
    import { Readable } from "node:stream";
    const kinds = [
      () => setTimeout(() => { throw new Error("in a timer") }),
      () => void Promise.reject(new Error("in a promise")),
      () => Readable.from([1]).destroy(new Error("in a stream")),
    ];
    let count = 0;
    process.on("SIGUSR2", () => kinds[count++ % kinds.length]());`;
  const preload = ["--import", `data:text/javascript,${encodeURIComponent(errors)}`];
  const { child, said, ready } = runServer(
    { PORT: port, DATABASE_URL: database.url, CLANHALL_SECRET: testSecret },
    preload,
  );
  await ready;
  const ask = async () => (await fetch(`http://localhost:${port}/health`)).status;
  const logged = () => (said.out + said.err).match(/an error was caught by nobody/g)?.length ?? 0;
  const exited = once(child, "exit");
  for (let count = 1; count <= 10; count++) {
    child.kill("SIGUSR2");
    await expect.poll(logged, { timeout: 10_000 }).toBe(count);
    expect(await ask()).toBe(200);
  }
  for (const kind of ["in a timer", "in a promise", "in a stream"]) expect(said.out + said.err).toContain(kind);
  child.kill("SIGUSR2");
  expect((await exited)[0]).toBe(1);
  await database.close();
});
