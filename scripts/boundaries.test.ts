import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, expect, test } from "vitest";
import config from "../.dependency-cruiser.mjs";

/** For every rule, imports that it must refuse. */
const violations: [rule: string, from: string, to: string][] = [
  ["no-cycles", "contract/src/a.ts", "contract/src/a.ts"],
  ["contract-stands-alone", "contract/src/a.ts", "server/src/app.ts"],
  ["server-not-web", "server/src/app.ts", "web/src/main.ts"],
  ["web-not-server", "web/src/main.ts", "server/src/app.ts"],
  ["journeys-from-outside", "e2e/a.spec.ts", "web/src/lib/a.ts"],
  ["lib-and-ui-are-leaves", "web/src/lib/a.ts", "web/src/domain/a.ts"],
  ["lib-not-ui", "web/src/lib/a.ts", "web/src/ui/a.ts"],
  ["domain-below-features", "web/src/domain/a.ts", "web/src/features/clans/a.ts"],
  ["features-below-pages", "web/src/features/clans/a.ts", "web/src/pages/a.ts"],
  ["pages-below-app", "web/src/pages/a.ts", "web/src/app/a.ts"],
  ["features-apart", "web/src/features/clans/a.ts", "web/src/features/invites/a.ts"],
  ["kit-css-is-private", "web/src/features/clans/a.ts", "web/src/ui/core/a.module.css"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "node_modules/@tanstack/react-query/build/index.js"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "node_modules/posthog-js/dist/module.js"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "node_modules/zod/index.js"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "web/src/ui/a.ts"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "web/src/ui/core/button.tsx"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "web/src/domain/a.ts"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "web/src/features/clans/a.ts"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "web/src/pages/a.ts"],
  ["public-face-is-small", "web/src/public-pages/a.ts", "web/src/app/a.ts"],
  ["infrastructure-below-features", "server/src/clan/a.ts", "server/src/features/clans/index.ts"],
  ["infrastructure-below-features", "server/src/clan/a.ts", "server/src/serve.ts"],
  ["features-meet-in-index", "server/src/features/clans/a.ts", "server/src/features/entries/entries.queries.ts"],
  ["features-go-down-1", "server/src/features/audit/a.ts", "server/src/features/auth/index.ts"],
  ["features-go-down-2", "server/src/features/entries/a.ts", "server/src/features/members/index.ts"],
  ["features-go-down-3", "server/src/features/activities/a.ts", "server/src/features/clans/index.ts"],
  ["features-go-down-4", "server/src/features/members/a.ts", "server/src/features/scoreboards/index.ts"],
  ["features-go-down-5", "server/src/features/decisions/a.ts", "server/src/features/joining/index.ts"],
  ["features-go-down-6", "server/src/features/webhooks/a.ts", "server/src/features/dashboard/index.ts"],
  ["features-go-down-7", "server/src/features/discord/a.ts", "server/src/features/clans/index.ts"],
  ["features-go-down-8", "server/src/features/clans/a.ts", "server/src/features/account/index.ts"],
  ["features-go-down-9", "server/src/features/account/a.ts", "server/src/features/users/index.ts"],
  ["features-go-down-10", "server/src/features/users/a.ts", "server/src/features/app-admins/index.ts"],
  ["features-have-a-level", "server/src/app.ts", "server/src/features/guilds/guilds.routes.ts"],
  ["entry-points-only", "server/src/cli/a.ts", "server/src/features/clans/create.ts"],
  ["entry-points-only", "server/src/serve.ts", "server/src/features/clans/create.ts"],
  ["queries-are-leaves", "server/src/features/clans/clans.queries.ts", "server/src/errors.ts"],
  ["sql-only-in-queries", "server/src/features/clans/clans.routes.ts", "node_modules/kysely/dist/index.js"],
  ["sql-only-in-queries", "server/src/features/clans/clans.routes.ts", "node_modules/pg/esm/index.mjs"],
  ["product-knows-no-tests", "server/src/app.ts", "server/src/testing/test-app.ts"],
];

const root = mkdtempSync(join(tmpdir(), "boundaries-"));
afterAll(() => rmSync(root, { recursive: true }));

/** What is found in one tree that holds all of them. */
let found: (string | undefined)[][];
beforeAll(async () => {
  for (const path of violations.flatMap(([, from, to]) => [from, to])) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "export const planted = 1;\n");
  }
  // Of a type only: a rule that refuses this one refuses every import.
  for (const [, from, to] of violations)
    appendFileSync(join(root, from), `import type { planted } from "./${relative(dirname(from), to)}";\n`);
  const options = { ...config.options, baseDir: root, ruleSet: config, validate: true } as object;
  const { output } = await cruise(["contract", "server", "web", "e2e"], options);
  found = (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => [rule.name, from, to]);
});

test.each(violations)("the rule %s refuses an import in %s of %s", (...violation) => {
  expect(found).toContainEqual(violation);
});

test("every rule has a planted violation", () => {
  expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(config.forbidden.map(({ name }) => name)));
});
