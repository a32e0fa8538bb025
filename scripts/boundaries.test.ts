import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, expect, test } from "vitest";
import config from "../.dependency-cruiser.mjs";

/** For every rule, one import that it must refuse. */
const violations: Record<string, [from: string, to: string]> = {
  "no-cycles": ["contract/src/a.ts", "contract/src/a.ts"],
  "contract-stands-alone": ["contract/src/a.ts", "server/src/app.ts"],
  "server-not-web": ["server/src/app.ts", "web/src/main.ts"],
  "web-not-server": ["web/src/main.ts", "server/src/app.ts"],
  "journeys-from-outside": ["e2e/a.spec.ts", "web/src/lib/a.ts"],
  "web-lib-and-ui-are-leaves": ["web/src/lib/a.ts", "web/src/features/clans/a.ts"],
  "web-features-below-pages": ["web/src/features/clans/a.ts", "web/src/pages/a.ts"],
  "web-pages-below-app": ["web/src/pages/a.ts", "web/src/app/a.ts"],
  "web-features-are-strangers": ["web/src/features/clans/a.ts", "web/src/features/invites/a.ts"],
  "public-face-is-small": ["web/src/public-pages/a.ts", "node_modules/@mantine/core/index.js"],
  "server-layers": ["server/src/http/a.ts", "server/src/features/clans/clans.queries.ts"],
  "server-features-meet-in-queries": [
    "server/src/features/clans/a.ts",
    "server/src/features/invites/invites.service.ts",
  ],
  "queries-are-leaves": ["server/src/features/clans/clans.queries.ts", "server/src/errors.ts"],
  "sql-only-in-queries": ["server/src/features/clans/clans.routes.ts", "node_modules/kysely/index.js"],
  "product-knows-no-tests": ["server/src/app.ts", "server/src/testing/test-app.ts"],
};

const folder = mkdtempSync(join(tmpdir(), "boundaries-"));
afterAll(() => rmSync(folder, { recursive: true }));

function plant(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test.each(config.forbidden.map(({ name }) => name))("the rule %s refuses a planted violation", async (name) => {
  const [from, to] = violations[name] ?? ["", ""];
  const root = mkdtempSync(join(folder, "tree-"));
  plant(root, to, "export const planted = 1;\n");
  plant(root, from, `export { planted } from "./${relative(dirname(from), to)}";\n`);

  const { output } = await cruise([from], {
    ...config.options,
    baseDir: root,
    ruleSet: config,
    validate: true,
  } as object);

  const found = (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  expect(found).toContain(name);
});
