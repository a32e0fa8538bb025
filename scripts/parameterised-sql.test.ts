import ts from "typescript";
import { expect, test } from "vitest";
import { findNodes, readProductSources } from "./source-files.ts";

/**
 * Statements whose text is not written out where it is sent. Each is made of names that stand in our own code, of months
 * that we count, or of a migration's file; `sql.lit` writes a number, and the rate limiter and the query builder hand over their own text beside
 * its values.
 */
const knownTexts = [
  "server/src/access/queries.ts: CompiledQuery.raw(text)",
  "server/src/db/embedded/open.ts: client.query(pg_advisory_unlock_shared ← advisoryLocks.visitors)",
  "server/src/db/embedded/open.ts: client.query(pg_try_advisory_lock ← others, advisoryLocks.visitors)",
  "server/src/db/embedded/open.ts: client.query(statement)",
  "server/src/db/migrate.ts: client.query(create table ← migrationsTable)",
  "server/src/db/migrate.ts: client.query(file.sql)",
  "server/src/db/migrate.ts: client.query(insert into ← migrationsTable)",
  "server/src/db/migrate.ts: client.query(pg_advisory_lock ← advisoryLocks.migrations)",
  "server/src/db/migrate.ts: client.query(select number ← migrationsTable)",
  "server/src/db/migrate.ts: client.query(text)",
  "server/src/db/parts.ts: CompiledQuery.raw(text)",
  "server/src/db/prepared.ts: client.query(text as string)",
  "server/src/db/prepared.ts: client.query({ name: nameOf(text), text, values: values as unknown[] })",
  "server/src/db/reads.ts: client.query({ ...progress, values: [lsn, timeline, system] })",
  "server/src/db/reads.ts: pool.query(position)",
  "server/src/events/listen-for-events.ts: client.query(listen ← eventChannel)",
  "server/src/features/entries/due.queries.ts: sql.lit(from)",
];

/** What takes SQL as text instead of as a template whose values travel apart from it. */
const takesText = /^(?:.*\.query|sql\.(?:raw|lit)|CompiledQuery\.raw|.*\.(?:rawQuery|unsafe))$/su;

function findTexts(path: string, text: string): string[] {
  return findNodes({ path, text }, ts.isCallExpression).flatMap((call) => {
    const callee = call.expression.getText();
    const [statement] = call.arguments;
    if (!takesText.test(callee) || !statement || isWrittenOut({ path, text }, statement)) return [];
    return [`${path}: ${callee}(${describe(statement)})`];
  });
}

/** A text, or a name that stands for one text wherever it is given in the file. */
function isWrittenOut(source: { path: string; text: string }, statement: ts.Expression): boolean {
  if (!ts.isIdentifier(statement)) return ts.isStringLiteralLike(statement);
  const given = findNodes(source, isBinding).filter(({ name }) => name.getText() === statement.text);
  return given.length > 0 && given.every(({ initializer, parent }) => isConstant(parent) && isText(initializer));
}

function isBinding(node: ts.Node): node is ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement {
  return ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
}

function isConstant(list: ts.Node): boolean {
  return ts.isVariableDeclarationList(list) && (list.flags & ts.NodeFlags.Const) !== 0;
}

function isText(value: ts.Expression | undefined): boolean {
  return value !== undefined && ts.isStringLiteralLike(value);
}

function describe(statement: ts.Expression): string {
  if (!ts.isTemplateExpression(statement)) return statement.getText();
  const verb = /pg_\w+|listen|create table|insert into|select number/u.exec(statement.getText())?.[0] ?? "?";
  return `${verb} ← ${statement.templateSpans.map(({ expression }) => expression.getText()).join(", ")}`;
}

test("S41: what people send travels apart from the SQL, in every statement that serves them", () => {
  const sources = readProductSources(["server/src"]).filter(({ path }) => !path.startsWith("server/src/cli/"));
  expect(sources.length).toBeGreaterThan(200);
  const telling = sources.filter(({ text }) => /query|raw|lit|unsafe/iu.test(text));
  expect(telling.flatMap(({ path, text }) => findTexts(path, text)).toSorted()).toEqual(knownTexts);
}, 60_000);

test.each([
  "sql.raw(name)",
  "sql.raw(`select ${name}`)",
  "sql.lit(body.name)",
  'db.executeQuery(CompiledQuery.raw("select " + name))',
  "pool.query(`select * from users where name = '${name}'`)",
  "(await connect()).query(text, [])",
  'const text = "select " + name; pool.query(text)',
  'let text = "select 1"; pool.query(text)',
  'const text = "select 1"; const ask = (text) => pool.query(text)',
])("S41: the check notices %s", (code) => {
  expect(findTexts("a.queries.ts", code)).toHaveLength(1);
});

test.each([
  "sql`select ${name}`.execute(db)",
  'pool.query("select $1", [name])',
  'const text = "select $1"; pool.query(text, [name])',
  "useQuery(name)",
])("S41: the check lets %s pass", (code) => {
  expect(findTexts("a.ts", code)).toEqual([]);
});
