import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, expect, test } from "vitest";
import { endServer, endServers, findFreePort, newDataFolder, runServer } from "./testing/run-server.ts";

const npmStart = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const execute = promisify(execFile);

afterEach(endServers);

test("npm start runs the built server, which answers as its sources do", { timeout: 180_000 }, async () => {
  const PUBLIC_URL = "https://hall.example";
  const askAll = async (file?: string) => {
    const env = { PORT: await findFreePort(), PUBLIC_URL, CLANHALL_DATA: newDataFolder() };
    const { child, said, ready } = runServer(env, [], file);
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
    return { ...answers, line: said.out.trimEnd().split("\n").at(-1), code: await endServer(child, "SIGTERM") };
  };
  const [built, sources] = [await askAll(npmStart), await askAll()];
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
