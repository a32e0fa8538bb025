import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { findNodes, readProductSources, root } from "./source-files.ts";

const run = promisify(execFile);

/** A folder that is checked as ours is, with these files in it. */
function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "clanhall-linters-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const path of [".oxlintrc.json", "scripts/plain-words.mjs"]) cpSync(join(root, path), join(folder, path));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** What a check prints; whether it refuses the folder is in the exit code. */
async function check(script: string, args: string[], folder: string): Promise<{ code: number; stdout: string }> {
  try {
    const { stdout } = await run(process.execPath, [script, ...args], { cwd: folder });
    return { code: 0, stdout };
  } catch (error) {
    return error as { code: number; stdout: string };
  }
}

const catastrophic = [
  "/(a+)+$/u",
  "/(a*)*b/u",
  "/(a|a)*$/u",
  "/(a|aa)+$/u",
  "/(?:(?:a?|b?)c)*d/u",
  "/^(\\w+\\s?)*$/u",
  "/^([a-zA-Z0-9])(([-.]|_+)?([a-zA-Z0-9]+))*@x$/u",
  "/^(([a-z])+.)+[A-Z]([a-z])+$/u",
  "/(?=(a+)+$)b/u",
  "/^(?:[^<]|<[^>]*>|<)*$/u",
  "/(x+x+)+y/u",
  "/(?:\\d+|[0-9a-f]+)*g/u",
  "/^(?:\\p{L}|é)*$/u",
  "/(?:a{1,9}){2,}b/u",
  "/<[^>]*>/u",
];

const harmless = [
  "/a{1,9}b+c*/u",
  '/^(?:[^"\\\\]|\\\\.)*$/u',
  "/^(\\d+,)*\\d+$/u",
  '/^(?:"[^"]*"|[^>"])*>/u',
  "/^-?\\d{1,3}(([.,])\\d{2,3}(\\2\\d{2,3})*\\2\\d{3}|[.,]\\d{3})$/u",
  "/(?<year>\\d{4})-(?!00)\\d\\d/u",
  "/^[\\w-]{43}$/u",
];

test("S50: the linter refuses every pattern that some text keeps busy, and no other", async () => {
  const patterns = [...catastrophic, ...harmless];
  const text = patterns.map((pattern, index) => `export const p${index} = ${pattern};\n`).join("");
  const folder = plant({ "server/src/planted.ts": text });
  const { code, stdout } = await check(join(root, "node_modules/oxlint/bin/oxlint"), ["-f", "unix"], folder);
  expect(code).toBe(1);
  const refused = new Set(
    [...stdout.matchAll(/planted\.ts:(\d+):.+\[Error\/regexp\(/g)].map(([, line]) => Number(line)),
  );
  expect(patterns.filter((_, index) => refused.has(index + 1))).toEqual(catastrophic);
}, 60_000);

test("S50: nothing that people write becomes a pattern", () => {
  const sources = readProductSources(["contract/src", "server/src", "web/src"]);
  const made = sources.flatMap((source) =>
    findNodes(source, isMade).map((call) => `${source.path}: ${call.arguments?.[0]?.getText()}`),
  );
  expect(made).toEqual([
    expect.stringMatching(/^server\/src\/features\/bulletins\/stored-content\.ts: .*\bbulletinTags\b/),
  ]);
}, 60_000);

function isMade(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === "RegExp";
}

const random = "x7Kq2".repeat(20);
const secrets = {
  "key.ts": `-----BEGIN PRIVATE KEY-----\n${random}\n-----END PRIVATE KEY-----`,
  "session.ts": `const token = "eyJ${random.slice(0, 30)}.eyJ${random.slice(0, 30)}.${random.slice(0, 43)}";`,
  "api.md": `clh_${random.slice(0, 43)}`,
  "webhook.json": `"https://discord.com/api/webhooks/123456789012345678/${random.slice(0, 68)}"`,
  "deploy/clanhall.env": `CLANHALL_SECRET=${random}`,
  "database.sh": `postgres://clanhall:${random}@db.example/clanhall`,
  ".npmrc": `//registry.example/:_authToken=npm_${random.slice(0, 36)}`,
  ".ci/run": `export GITHUB_TOKEN=ghp_${random.slice(0, 36)}`,
};

test("S59: the linter finds keys, tokens and passwords in every kind of file, and names none in the open", async () => {
  const folder = plant(secrets);
  const { code, stdout } = await check(join(root, "scripts/check-secrets.mjs"), [], folder);
  expect(code).toBe(1);
  for (const path of Object.keys(secrets)) expect(stdout, path).toContain(join(folder, path));
  expect(stdout).not.toContain(random.slice(0, 30));
}, 60_000);

test("S59: a folder without any passes", async () => {
  const folder = plant({ "settings.ts": 'export const secret = process.env["CLANHALL_SECRET"];\n' });
  expect(await check(join(root, "scripts/check-secrets.mjs"), [], folder)).toMatchObject({ code: 0 });
}, 60_000);

test("S59: what holds an installation's secrets is never handed on", () => {
  const ignored = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["data/", ".env", "deploy/clanhall.env"]));
});

test("the linter refuses names with words that the glossary has others for, and the words alone", async () => {
  const folder = plant({
    "server/src/wish-list.ts": "export const list = 1;\n",
    "web/src/a.ts": 'export const toldAt = 1;\nexport const lookup = "the place that was told";\n',
  });
  const { code, stdout } = await check(join(root, "node_modules/oxlint/bin/oxlint"), ["--format=unix"], folder);
  expect(code).toBe(1);
  const found = [...stdout.matchAll(/"(\w+)" in ([\w-]+):/g)].map(([, word = "", name = ""]) => `${word} in ${name}`);
  expect(new Set(found)).toEqual(new Set(["told in toldAt", "wish in wish-list"]));
});

test("the linter refuses what only a page has in the server, whose types are checked beside a page's", async () => {
  const text = "export const shown = document.title;\nexport const kept = localStorage.length;\n";
  const folder = plant({ "server/src/planted.ts": text, "bench/planted.ts": text });
  const { stdout } = await check(join(root, "node_modules/oxlint/bin/oxlint"), ["--format=unix"], folder);
  const found = [...stdout.matchAll(/(\w+)\/(?:src\/)?planted\.ts:(\d+):.+no-restricted-globals/g)];
  expect(found.map(([, where, line]) => `${where} ${line}`)).toEqual(["server 1", "server 2"]);
});
