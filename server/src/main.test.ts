import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "./testing/postgres.ts";
import { testSecret } from "./testing/secrets.ts";

// Whole servers are started, several to a test; a busy machine takes its time over that.
vi.setConfig({ testTimeout: 60_000 });

const main = fileURLToPath(new URL("main.ts", import.meta.url));
const npmStart = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const execute = promisify(execFile);
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) await end(child, "SIGTERM");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs the server as an operator would, and collects what it says. */
function run(env: Record<string, string>, before: string[] = [], file = main) {
  const child = spawn(process.execPath, [...before, file], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += String(chunk)));
  child.stderr.on("data", (chunk) => (said.err += String(chunk)));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => said.out.includes("ready") && resolve());
    child.once("exit", () => reject(new Error(`stopped: ${said.err}`)));
  });
  return { child, said, ready };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

async function failed(env: Record<string, string>): Promise<{ code: number | null; err: string }> {
  const { child, said, ready } = run(env);
  ready.catch(() => {});
  const [code] = (await once(child, "close")) as [number | null];
  return { code, err: said.err };
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return String(typeof address === "object" ? address?.port : 0);
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clanhall start "));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return join(folder, "data");
}

test("an operator with nothing but a folder gets one line and a working server, and the second start says it is taken", async () => {
  const env = { PORT: await freePort(), CLANHALL_DATA: dataFolder() };
  const first = run(env);
  await first.ready;
  expect(first.said).toEqual({ out: `Clanhall is ready at http://localhost:${env.PORT}\n`, err: "" });
  expect((await fetch(`http://localhost:${env.PORT}/health`)).status).toBe(200);
  expect(statSync(join(env.CLANHALL_DATA, "sealing.key")).mode & 0o777).toBe(0o600);

  const second = await failed({ ...env, PORT: await freePort() });
  expect(second.code).toBe(1);
  expect(second.err).toContain("Another Clanhall is already running");
  expect(second.err.trim().split("\n")).toHaveLength(1);

  expect(await end(first.child, "SIGINT")).toBe(0);
  const third = run(env);
  await third.ready;
  expect(await end(third.child, "SIGTERM")).toBe(0);
});

test("npm start runs the built server, which answers as its sources do", { timeout: 180_000 }, async () => {
  const PUBLIC_URL = "https://hall.example";
  const askAll = async (file: string) => {
    const env = { PORT: await freePort(), PUBLIC_URL, CLANHALL_DATA: dataFolder() };
    const { child, said, ready } = run(env, [], file);
    await ready;
    const read = async (path: string) => (await fetch(`http://localhost:${env.PORT}${path}`)).text();
    // Passwords are judged in a worker thread, and the account is kept in the tables that the migrations made.
    const signUp = async (password: string) => {
      const body = JSON.stringify({ email: "kara@hall.example", password });
      const headers = { "content-type": "application/json" };
      return (await fetch(`http://localhost:${env.PORT}/auth/v1/signup`, { method: "POST", headers, body })).status;
    };
    const answers = {
      document: await read("/api/openapi.json"),
      landing: await read("/"),
      settings: await read("/api/config"),
      weak: await signUp("password123"),
      strong: await signUp("otter lantern gravel 42"),
    };
    return { ...answers, line: said.out.trimEnd().split("\n").at(-1), code: await end(child, "SIGTERM") };
  };
  const [built, sources] = [await askAll(npmStart), await askAll(main)];
  // Not by toEqual, which would show both documents.
  expect(JSON.stringify(built) === JSON.stringify(sources)).toBe(true);
  expect(built).toMatchObject({ weak: 422, strong: 200, line: `Clanhall is ready at ${PUBLIC_URL}`, code: 0 });
  expect(JSON.parse(built.document)).toMatchObject({ paths: { "/health": { get: { operationId: "getHealth" } } } });

  // Also what only some requests load.
  const dist = new URL("../dist/", import.meta.url);
  const parts = readdirSync(dist).filter((file) => file.endsWith(".js") && file !== "main.js");
  const load = `for (const file of ${JSON.stringify(parts)}) await import(new URL(file, ${JSON.stringify(dist.href)}).href)`;
  await expect(execute(process.execPath, ["--input-type=module", "--eval", load])).resolves.toMatchObject({
    stderr: "",
  });
  expect(parts.length).toBeGreaterThan(5);
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
    DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${await freePort()}/clanhall`,
    CLANHALL_SECRET: testSecret,
  });
  expect(away.code).toBe(1);
  expect(away.err.trim().split("\n")).toHaveLength(1);
  expect(away.err).toContain("127.0.0.1");
  expect(away.err).not.toContain("hunter2");
});

test("a request in flight is finished before the server stops, however often it is told", async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const { child, ready } = run({ PORT: port, DATABASE_URL: database.url, CLANHALL_SECRET: testSecret });
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
  const port = await freePort();
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
  const { child, said, ready } = run({ PORT: port, DATABASE_URL: database.url, CLANHALL_SECRET: testSecret }, preload);
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
