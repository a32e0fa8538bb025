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
      filter: { id: /\/contract\/src\/[^/]+\.ts$/, code: /from "zod"/ },
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
  if (declaration?.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== "CallExpression") return [];
    const isEndpoint = init.callee.type === "Identifier" && init.callee.name === "endpoint";
    const [description] = isEndpoint ? init.arguments : [];
    return description?.type === "ObjectExpression" ? [slimmed(description, code)] : [droppable(init, code)];
  });
}

function slimmed({ start, end, properties }: ESTree.ObjectExpression, code: string): Edit {
  const kept = properties.filter(
    (property) => property.type === "Property" && property.key.type === "Identifier" && needed.has(property.key.name),
  );
  const text = kept.map((property) => code.slice(property.start, property.end)).join(",");
  return { start, end, text: `{${text}}` };
}

/** Tells the bundler that making a schema does nothing else, so that one nobody reads is left out. */
function droppable({ start, end }: ESTree.CallExpression, code: string): Edit {
  return { start, end, text: `/* @__PURE__ */ (() => ${code.slice(start, end)})()` };
}
