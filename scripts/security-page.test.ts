import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/security.md"), "utf8");

interface Row {
  id: string;
  state: string;
  files: string[];
}

const rows = [...page.matchAll(/^\| ([SHMLF]\d{1,2}) +\| .+ \| (holds|drilled|open) +\| (.+) \|$/gm)].map(
  ([, id = "", state = "", proof = ""]): Row => ({
    id,
    state,
    files: [...proof.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
  }),
);

/** Whether a test or a drill in the file is named by the id, alone or among others. */
function isProvedIn(file: string, id: string): boolean {
  if (!existsSync(join(root, file))) return false;
  return new RegExp(`["\`](?:[SHMLF]\\d{1,2}, )*${id}\\b`).test(readFileSync(join(root, file), "utf8"));
}

test("every row that holds names the tests that prove it", () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { id, state, files } of rows.filter((row) => row.state !== "open")) {
    expect(files, `${id} ${state}`).not.toEqual([]);
    expect(
      files.filter((file) => !isProvedIn(file, id)),
      id,
    ).toEqual([]);
  }
});

/** As they stand in the names of tests: `S12, M5: …`. */
const idsInName = /["`]((?:(?:S\d\d|[HML][1-9]\d?), )*(?:S\d\d|[HML][1-9]\d?))[: ]/g;

test("every attack that a test is named by has its row", () => {
  const ids = new Set(rows.map(({ id }) => id));
  const named = new Set(
    listTests().flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(idsInName)].flatMap(([, found = ""]) => found.split(", ")),
    ),
  );
  expect(named.size).toBeGreaterThan(80);
  expect([...named].filter((id) => !ids.has(id))).toEqual([]);
});

function listTests(): string[] {
  return ["contract/src", "server/src", "web/src", "e2e", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes("node_modules"))
      .map((path) => join(root, folder, path)),
  );
}
