/**
 * The architecture as rules by pattern: a new feature is covered the day it appears.
 * @type {[name: string, comment: string, from: object, to: object][]}
 */
const rules = [
  ["no-cycles", "Cycles hide which file depends on which", {}, { circular: true }],
  [
    "contract-stands-alone",
    "The contract imports nothing of ours",
    { path: "^contract/" },
    { path: "^(server|web|e2e)/" },
  ],
  ["server-not-web", "Web and server meet in the contract", { path: "^server/" }, { path: "^(web|e2e)/" }],
  ["web-not-server", "Web and server meet in the contract", { path: "^web/" }, { path: "^(server|e2e)/" }],
  ["journeys-from-outside", "Journeys see what a browser sees", { path: "^e2e/" }, { path: "^(server|web)/src/" }],
  [
    "web-lib-and-ui-are-leaves",
    "lib and ui know nothing of features",
    { path: "^web/src/(lib|ui)/" },
    { path: "^web/src/(app|pages|features|public-pages)/" },
  ],
  [
    "web-features-below-pages",
    "app → pages → features",
    { path: "^web/src/features/" },
    { path: "^web/src/(app|pages)/" },
  ],
  ["web-pages-below-app", "app → pages → features", { path: "^web/src/pages/" }, { path: "^web/src/app/" }],
  [
    "web-features-are-strangers",
    "A page composes features; they do not know each other",
    { path: "^web/src/features/([^/]+)/" },
    { path: "^web/src/features/([^/]+)/", pathNot: "^web/src/features/$1/" },
  ],
  [
    "public-face-is-small",
    "No component library, router or query client on the public face",
    { path: "^web/src/public-pages/", pathNot: "\\.test\\." },
    { path: "node_modules/(@tanstack|@supabase|posthog-js)" },
  ],
  [
    "server-layers",
    "main → app → features → http, access, db",
    { path: "^server/src/(clan|http|access|db|mail|sms|events|jobs|announcements|workers)/" },
    { path: "^server/src/(features|app\\.ts|main\\.ts)" },
  ],
  [
    "server-features-meet-in-queries",
    "Features meet only in each other's queries",
    { path: "^server/src/features/([^/]+)/" },
    { path: "^server/src/features/([^/]+)/", pathNot: ["^server/src/features/$1/", "\\.queries\\.ts$"] },
  ],
  [
    "queries-are-leaves",
    "Queries know the database and nothing else",
    { path: "^server/src/.+\\.queries\\.ts$" },
    { path: "^server/src/", pathNot: ["\\.queries\\.ts$", "^server/src/(clan|db)/"] },
  ],
  [
    "sql-only-in-queries",
    "SQL lives in *.queries.ts",
    {
      path: "^server/src/",
      pathNot: ["\\.queries\\.ts$", "^server/src/(clan|db|jobs|events|cli|testing)/", "\\.test\\.ts$"],
    },
    { path: "node_modules/(kysely|pg)/" },
  ],
  [
    "product-knows-no-tests",
    "Product code does not import test code",
    { path: "^(contract|server|web)/src/", pathNot: ["/testing/", "\\.test\\.tsx?$"] },
    { path: ["/testing/", "\\.test\\.tsx?$"] },
  ],
];

export default {
  forbidden: rules.map(([name, comment, from, to]) => ({ name, comment, severity: "error", from, to })),
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|data)/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
    tsConfig: { fileName: "web/tsconfig.json" },
  },
};
