import type { ESTree, Plugin } from "vite";

const needed = new Set(["method", "path"]);

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * The browser calls endpoints by method and path; their schemas are the server's business and would bring zod into the
 * first script. Forms that validate import the schemas themselves.
 */
export function slimEndpoints(): Plugin {
  return {
    name: "slim-endpoints",
    apply: "build",
    transform: {
      filter: { id: /\/contract\/src\/.+\.ts$/, code: /from "zod"|endpoint\(/ },
      handler(code) {
        const edits = this.parse(code).body.flatMap((statement) => editsOf(statement, code));
        return edits.reduceRight(
          (slim, { start, end, text }) => `${slim.slice(0, start)}${text}${slim.slice(end)}`,
          code,
        );
      },
    },
  };
}

function editsOf(statement: ESTree.Statement, code: string): Edit[] {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  // Endpoints that are alike are made by a function.
  if (declaration?.type === "FunctionDeclaration") {
    const returned = declaration.body?.body.map((inner) => (inner.type === "ReturnStatement" ? inner.argument : null));
    return returned?.flatMap((call) => (isEndpoint(call) ? [slimmed(call, code)] : [])) ?? [];
  }
  if (declaration?.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== "ObjectExpression" && init?.type !== "CallExpression") return [];
    return [isEndpoint(init) ? slimmed(init, code) : droppable(init, code)];
  });
}

function isEndpoint(call: ESTree.Expression | null | undefined): call is ESTree.CallExpression {
  if (call?.type !== "CallExpression" || call.arguments[0]?.type !== "ObjectExpression") return false;
  return call.callee.type === "Identifier" && call.callee.name === "endpoint";
}

function slimmed({ start, end, arguments: [description] }: ESTree.CallExpression, code: string): Edit {
  const properties = description?.type === "ObjectExpression" ? description.properties : [];
  const kept = properties.filter(
    (property) => property.type === "Property" && property.key.type === "Identifier" && needed.has(property.key.name),
  );
  const text = kept.map((property) => code.slice(property.start, property.end)).join(",");
  return { start, end, text: `/* @__PURE__ */ endpoint({${text}})` };
}

/** Tells the bundler that making a schema does nothing else, so that one nobody reads is left out. */
function droppable({ start, end }: ESTree.CallExpression | ESTree.ObjectExpression, code: string): Edit {
  return { start, end, text: `/* @__PURE__ */ (() => (${code.slice(start, end)}))()` };
}
