import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

/** How keys and tokens look that open something. */
const secretLooks = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[\w+/]{40}/u,
  /\beyJ[\w-]{20,}\.eyJ[\w-]{20,}\.[\w-]{40,}/u,
  /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/u,
  /\bgh[opsur]_\w{36}\b/u,
  /\bgithub_pat_\w{40,}/u,
  /\bxox[abp]-[\w-]{20,}/u,
  /\bsk_live_\w{20,}/u,
  /\bnpm_[A-Za-z\d]{36}\b/u,
  /\bclh_[\w-]{43}(?![\w-])/u,
  /discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[\w-]{60,}/u,
  /\b(?:postgres(?:ql)?|smtps?):\/\/[^\s:@/]+:[\w-]{24,}@/u,
  /^[A-Z_]*(?:SECRET|TOKEN|PASSWORD|KEY)[A-Z_]*=["']?[^\s"'#$]{8,}/mu,
];

/** Everything that is handed on with the product; folders of installed, built or stored things are not. */
function listTexts(): string[] {
  const isAside = (name: string) =>
    /^(?:node_modules|dist|data|data-demo|test-results|playwright-report|\.git|\.cache)$/u.test(name);
  const files = globSync(["**/*", ".*", ".ci/*"], { cwd: root, exclude: isAside });
  return files.filter((path) =>
    /(?:\.(?:[mc]?[jt]sx?|json|md|sql|ya?ml|sh|service|example|html|css)|\/\w+|^\.\w+)$/u.test(path),
  );
}

function findSecret(text: string): string | null {
  return secretLooks.map((look) => look.exec(text)?.[0] ?? null).find((found) => found !== null) ?? null;
}

test("S59: nothing in the tree is a key, a token or a password that opens anything", () => {
  const texts = listTexts();
  expect(texts.length).toBeGreaterThan(1_000);
  for (const name of ["package.json", "deploy/clanhall.env.example", "server/src/settings.ts", ".npmrc", ".ci/run"]) {
    expect(texts).toContain(name);
  }
  const found = texts.flatMap((path) => {
    const secret = findSecret(readText(path));
    return secret ? [`${path}: ${secret}`] : [];
  });
  expect(found).toEqual([]);
}, 60_000);

test("S59: what holds an installation's secrets is never handed on", () => {
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["data/", ".env", "deploy/clanhall.env"]));
});

const random = "x7Kq2".repeat(20);
test.each([
  `-----BEGIN PRIVATE KEY-----\n${random}`,
  `const token = "eyJ${random.slice(0, 30)}.eyJ${random.slice(0, 30)}.${random.slice(0, 43)}";`,
  `clh_${random.slice(0, 43)}`,
  `https://discord.com/api/webhooks/123456789012345678/${random.slice(0, 68)}`,
  `CLANHALL_SECRET=${random}`,
  `postgres://clanhall:${random}@db.example/clanhall`,
])("S59: the check notices %s", (text) => {
  expect(findSecret(text)).not.toBeNull();
});

function readText(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return "";
  }
}
