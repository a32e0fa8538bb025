import { readdirSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { pages } from "@clanhall/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ env: { PUBLIC_URL: "https://clan.example", SUPPORT_CONTACT: "help@clan.example" } });
});
afterAll(() => world.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  world.app.server.inject({ method: "GET", url, headers });

test.each([
  ["/", "<title>Clanhall</title>", "index,follow"],
  ["/login", "<title>Login – Clanhall</title>", "index,follow"],
  ["/clan-admin/42", "<title>Clan Admin – Clanhall</title>", "index,follow"],
  ["/clan-admin", "<title>Clan Admin – Clanhall</title>", "index,follow"],
  ["/clan", "<title>Clan Home – Clanhall</title>", "index,follow"],
  ["/help", "<title>Help – Clanhall</title>", "index,follow"],
  ["/privacy", "<title>Privacy – Clanhall</title>", "index,follow"],
  ["/nowhere", "<title>Not Found – Clanhall</title>", "noindex,nofollow"],
  ["/scoreboard/abc", "<title>Scoreboard – Clanhall</title>", "noindex,nofollow"],
])("a link preview of %s reads the right head without any script", async (path, title, robots) => {
  const { body } = await get(path);
  expect(body).toContain(title);
  expect(body).toContain(`<meta name="robots" content="${robots}">`);
  expect(body).toContain(`<link rel="canonical" href="https://clan.example${path}">`);
  expect(body).toContain('<meta property="og:image" content="https://clan.example/social-card.png">');
  expect(body.match(/<title>/g)).toHaveLength(1);
});

test.each(["/", "/login", "/privacy", "/nowhere"])("%s names the address its server lives at", async (path) => {
  const { body } = await get(path, { host: "127.0.0.1:3000" });
  expect(body).toContain('<meta name="clanhall-address" content="https://clan.example">');
});

test("public pages say where visits are counted, if they are, and what is shown inside of another site does not", async () => {
  expect((await get("/")).body).not.toContain("data-analytics");
  const env = { ANALYTICS_KEY: "k", ANALYTICS_HOST: "https://counts.example" };
  const counting = await createTestApp({ env });
  const read = async (url: string) => (await counting.visitor.get(url)).body;
  for (const path of ["/", "/privacy", "/nowhere", "/scoreboard/abc"]) {
    expect(await read(path), path).toContain('data-analytics="k https://counts.example"');
  }
  expect(await read("/scoreboard/abc?embed=1")).not.toContain("data-analytics");
  await counting.close();
});

test("every file that a page names is there", async () => {
  for (const path of ["/", "/login", "/privacy", "/scoreboard/abc"]) {
    const named = (await get(path)).body.matchAll(/\/assets\/[\w.-]+/g);
    const files = new Set(Array.from(named, ([file]) => file));
    expect(files.size, path).toBeGreaterThan(2);
    for (const file of files) expect((await get(file)).statusCode, `${file} on ${path}`).toBe(200);
  }
});

test("a slash at the end of an address makes no second page of it", async () => {
  expect((await get("/login/")).body).toContain('<link rel="canonical" href="https://clan.example/login">');
});

test("every screen of the app has its document", async () => {
  for (const { path, face } of Object.values(pages)) {
    if (face === "public") continue;
    const answer = await get(path.replace(/\$\w+/, "7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111"));
    expect(answer.statusCode, path).toBe(200);
    expect(answer.body, path).toContain('<div id="app"');
    expect(answer.body, path).not.toMatch(/<!--head-->|__CSP_NONCE__/);
    expect(answer.body, path).toMatch(/modulepreload" crossorigin href="\/assets\/[a-z-]+-page-/);
  }
});

test("what a screen waits for comes with its document: how to call the server, and the bar of a clan", async () => {
  const { body: login } = await get("/login");
  const { body: dashboard } = await get("/dashboard");
  const { body: grid } = await get("/daily-activity");
  const hasFile = (name: string) =>
    expect.stringMatching(`modulepreload" crossorigin href="/assets/${name}-[\\w-]{7}.js`);
  expect(login).not.toEqual(hasFile("endpoints"));
  expect(dashboard).toEqual(hasFile("endpoints"));
  expect(dashboard).not.toEqual(hasFile("clan-bar"));
  expect(grid).toEqual(hasFile("clan-bar"));
  // Few screens validate: they wait for what that needs.
  expect(grid).not.toEqual(hasFile("schemas"));
});

test("a stranger's path cannot write into the page", async () => {
  const { body } = await get("/%22%3E%3Cscript%3Ealert(1)%3C/script%3E?x=</title><script>");
  expect(body).not.toContain("<script>alert");
  expect(body).not.toContain("x=</title>");
});

test("an unknown address is a 404: a page for people, JSON for programs", async () => {
  const page = await get("/nowhere");
  expect(page.statusCode).toBe(404);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  const call = await get("/api/nowhere");
  expect(call.statusCode).toBe(404);
  expect(call.json()).toMatchObject({ error: "not_found" });
  expect((await world.app.server.inject({ method: "POST", url: "/nowhere" })).json()).toMatchObject({
    error: "not_found",
  });
});

test("A9: below /admin the app answers, and checks who is there first", async () => {
  for (const path of ["/admin/nowhere", "/administration"]) {
    const { statusCode, body } = await get(path);
    expect(statusCode, path).toBe(404);
    expect(body, path).toContain('<div id="app"');
    expect(body, path).toContain('<meta name="robots" content="noindex,nofollow">');
  }
});

test("public pages come compressed, and unchanged ones not at all", async () => {
  const plain = await get("/privacy", { "accept-encoding": "identity" });
  const packed = await get("/privacy", { "accept-encoding": "gzip, br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  const again = await get("/privacy", { "if-none-match": String(packed.headers.etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe("");
});

test("shared pictures that reach the server are not read, and lead to the dialog", async () => {
  const { share_target } = (await get("/manifest.webmanifest")).json() as { share_target: { action: string } };
  const answer = await world.app.server.inject({
    method: "POST",
    url: share_target.action,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    payload: Buffer.alloc(3_000_000, 1),
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/daily-activity?import=screenshots"]);
  expect((await get("/share-worker.js")).headers["content-type"]).toContain("javascript");
});

test("an installed app finds the icons its manifest names", async () => {
  const { icons } = (await get("/manifest.webmanifest")).json() as { icons: { src: string }[] };
  expect(icons.length).toBeGreaterThan(0);
  for (const { src } of icons) expect((await get(src)).statusCode, src).toBe(200);
  expect((await get("/index.html")).statusCode).toBe(404);
});

test("/privacy.html and /terms.html are the same texts", async () => {
  for (const path of ["/privacy", "/terms"]) expect((await get(`${path}.html`)).body).toBe((await get(path)).body);
});

test("the landing page loads its files for ever", async () => {
  const { body } = await get("/");
  const script = /<script type="module" src="([^"]+)"/.exec(body)?.[1] ?? "";
  const file = await get(script);
  expect(file.statusCode).toBe(200);
  expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await get("/assets/nothing.js")).statusCode).toBe(404);
  expect((await get("/assets/..%2f..%2fserver/render.js")).statusCode).not.toBe(200);
  expect((await get("/.vite/manifest.json")).statusCode).toBe(404);
});

test("WebAssembly may run in the worker that reads screenshots, and in no document", async () => {
  const folder = readdirSync(new URL("../../../web/dist/client/assets/", import.meta.url)).find((name) =>
    name.startsWith("ocr-"),
  );
  const worker = await get(`/assets/${folder}/worker.js`, { "accept-encoding": "br" });
  expect(worker.headers).toMatchObject({
    "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    "content-type": expect.stringContaining("/javascript"),
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const program = await get(`/assets/${folder}/tesseract-core-simd-lstm.wasm`, { "accept-encoding": "br" });
  expect(program.headers).toMatchObject({ "content-type": "application/wasm", "content-encoding": "br" });
  const data = await get(`/assets/${folder}/eng.traineddata`, { "accept-encoding": "br" });
  expect(data.headers["content-encoding"]).toBe("br");
  const others = ["/assets/ocr-0000000/worker.js", `/assets/${folder}/tesseract-core-simd-lstm.js`];
  const paths = Object.values(pages).map(({ path }) => path.replace(/\$\w+/, "7b1f0d55-61d6-4f0c-9a43-0a7f5fd2c111"));
  for (const path of [...paths, ...others, "/nowhere", "/api/docs", "/scoreboard/abc?embed=1"]) {
    const { headers } = await get(path);
    expect(headers["content-security-policy"], path).not.toMatch(/wasm|unsafe/);
  }
});

test.each([
  ["https://discord.gg/abc", "https://discord.gg/abc"],
  ["javascript:alert(1)", "/"],
  ["discord.gg/abc", "/"],
  ["", "/"],
])("with the Discord setting %j visitors are sent to %s", async (setting, target) => {
  const other = await createTestApp({ env: { DISCORD_URL: setting } });
  const answer = await other.visitor.get("/discord");
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe(target);
  await other.close();
});
