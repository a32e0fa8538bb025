import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const documents = globSync(["*.md", "docs/**/*.md", "deploy/**/*.md"], { cwd: root });
/** A file as the documents write it, from the top folder on. */
const namedFiles = /`((?:bench|contract|deploy|docs|drills|e2e|scripts|server|web)\/[^`\s]+\.\w+)`/g;
/** Stands for a name that somebody chooses. */
const placeholder = /NNNN|</;

test("every file that a document names is there", () => {
  const named = documents.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(namedFiles)].map(([, file = ""]) => ({ path, file })),
  );
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(({ file }) => !placeholder.test(file) && globSync(file, { cwd: root }).length === 0);
  expect(missing).toEqual([]);
});
