import type { ESTree, Plugin } from "vite";

const needed = new Set(["method", "path"]);

/**
 * The browser calls endpoints by method and path; their schemas are the server's business and would bring zod into the
 * first script. Forms that validate import the schemas themselves.
 */
export function slimEndpoints(): Plugin {
  return {
    name: "slim-endpoints",
    apply: "build",
    transform: {
      filter: { id: /\/contract\/src\/[^/]+\.ts$/, code: /\bendpoint\(/ },
      handler(code) {
        const descriptions = this.parse(code).body.flatMap((statement) => descriptionsIn(statement));
        return descriptions.reduceRight((slim, node) => slimmed(slim, node), code);
      },
    },
  };
}

function descriptionsIn(statement: ESTree.Statement): ESTree.ObjectExpression[] {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== "CallExpression" || init.callee.type !== "Identifier") return [];
    const [description] = init.callee.name === "endpoint" ? init.arguments : [];
    return description?.type === "ObjectExpression" ? [description] : [];
  });
}

function slimmed(code: string, { start, end, properties }: ESTree.ObjectExpression): string {
  const kept = properties.filter(
    (property) => property.type === "Property" && property.key.type === "Identifier" && needed.has(property.key.name),
  );
  const text = kept.map((property) => code.slice(property.start, property.end)).join(",");
  return `${code.slice(0, start)}{${text}}${code.slice(end)}`;
}
