import { globSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltWeb } from "./built-web.ts";

let production: TestApp;
let port: number;
beforeAll(async () => {
  production = await createTestApp({ env: { NODE_ENV: "production", PORT: "0" } });
  await production.app.server.listen({ port: 0, host: "127.0.0.1" });
  const address = production.app.server.server.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterAll(() => production.close());

/** Sent as it is written: a client that tidies addresses would hide what anybody can ask for. */
function ask(path: string, method = "GET"): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, agent: false }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => (body += String(chunk)));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    sent.on("error", reject).end();
  });
}

const nowhere = `
  /.git/HEAD /.git/config /.gitignore /.env /.npmrc /.htaccess /.vite/manifest.json /.DS_Store
  /package.json /package-lock.json /node_modules/fastify/package.json /tsconfig.base.json /README.md
  /server/src/main.ts /src/main.tsx /@vite/client /@fs/etc/passwd /data/postgres/PG_VERSION /dist/
  /index.html /index.html.br /manifest.json /assets/ /assets/.vite/manifest.json
  /dev /dev/mail /dev/mail.json /metrics /debug /debug/pprof /server-status /actuator /admin.php /phpinfo.php
  /backup.sql /dump.sql /clanhall.ndjson.gz /documentation /swagger /swagger.json /graphql
  /assets/../index.html /assets/../.vite/manifest.json /assets/../../server/render.js /assets/../../../package.json
  /assets/%2e%2e/index.html /assets/..%2findex.html /assets/%2e%2e%2f%2e%2e%2fpackage.json /assets//etc/passwd
  /assets/..%5cindex.html /assets/%00 //etc/passwd /%2e%2e/%2e%2e/etc/passwd`;

test.each(nowhere.trim().split(/\s+/))("S58: in production there is nothing at %s", async (path) => {
  const { status, body } = await ask(path);
  expect([400, 403, 404]).toContain(status);
  expect(body).not.toMatch(/"dependencies"|root:x:|"isEntry"|\[core\]|publicPages/);
});

test.each(["TRACE", "TRACK", "PROPFIND", "DEBUG"])("S58: nobody gets an echo or a listing by %s", async (method) => {
  for (const path of ["/", "/api/config", "/health"]) {
    const answer = await ask(path, method).catch((error: Error) => ({ status: 0, body: error.message }));
    expect([0, 400, 404, 405, 501], path).toContain(answer.status);
  }
});

test("S58: no file that browsers may fetch is a source map or leads to one", async () => {
  const { folder } = await loadBuiltWeb();
  const files = globSync("**/*", { cwd: folder });
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const scripts = files.filter((file) => /\.(?:js|css)$/.test(file));
  expect(scripts.length).toBeGreaterThan(10);
  for (const file of scripts) expect(readFileSync(join(folder, file), "utf8"), file).not.toContain("sourceMappingURL=");
});

test("S58: production has no route that development adds", async () => {
  const development = await createTestApp({ beside: production });
  const list = ({ app }: TestApp) => app.routes.map(({ method, url }) => `${method} ${url}`);
  const added = list(development).filter((route) => !list(production).includes(route));
  expect(added.filter((route) => !/^(?:GET|HEAD) \/dev\/mail/.test(route))).toEqual([]);
  expect(list(production).filter((route) => /dev|debug|metrics/i.test(route))).toEqual([]);
  await development.close();
});
