import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = fileURLToPath(new URL("..", import.meta.url));

interface Source {
  path: string;
  text: string;
}

/** The product's own code: what is shipped, without its tests and what they stand on. */
export function readProductSources(folders: string[]): Source[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((path) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(path))
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(root, path), "utf8") }));
}

/** Every node of a file that fits, however deep it stands. */
export function findNodes<Found extends ts.Node>({ path, text }: Source, fits: (node: ts.Node) => node is Found) {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (fits(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind));
  return found;
}
