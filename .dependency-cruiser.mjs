/** The server's features: each may use those above it in this list, and none beside it. */
const levels = [
  ["audit", "auth", "docs", "metrics", "system"],
  ["games", "bulletins", "invites", "tokens", "entries"],
  ["activities"],
  ["members", "scoreboards"],
  ["decisions", "joining"],
  ["webhooks", "notifications", "dashboard", "search"],
  ["discord"],
  ["clans"],
  ["account"],
  ["users"],
  ["app-admins"],
];

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
    "lib-and-ui-are-leaves",
    "app → pages → features → domain → ui, lib",
    { path: "^web/src/(lib|ui)/" },
    { path: "^web/src/(app|pages|features|domain|public-pages)/" },
  ],
  [
    "lib-not-ui",
    "What is drawn uses lib, never the other way round",
    { path: "^web/src/lib/" },
    { path: "^web/src/ui/" },
  ],
  [
    "domain-below-features",
    "What several features need of clans, members and days knows none of them",
    { path: "^web/src/domain/" },
    { path: "^web/src/(app|pages|features|public-pages)/" },
  ],
  ["features-below-pages", "app → pages → features", { path: "^web/src/features/" }, { path: "^web/src/(app|pages)/" }],
  ["pages-below-app", "app → pages → features", { path: "^web/src/pages/" }, { path: "^web/src/app/" }],
  [
    "features-apart",
    "A page composes features; what two of them need is in domain",
    { path: "^web/src/features/([^/]+)/" },
    { path: "^web/src/features/([^/]+)/", pathNot: "^web/src/features/$1/" },
  ],
  [
    "kit-css-is-private",
    "The kit is used by its components, not by its classes",
    { path: "^web/src/(features|domain|pages|app)/" },
    { path: "^web/src/ui/.+\\.css$" },
  ],
  [
    "public-face-is-small",
    "No component library, router, query client or schema on the public face, and nothing of the app but its look",
    { path: "^web/src/public-pages/", pathNot: "\\.test\\." },
    {
      path: [
        "node_modules/(@tanstack|@supabase|posthog-js|zod)/",
        "^web/src/(ui/(?!core/(base|tokens|fonts|themes|logo)\\.)|domain/|features/|pages/|app/)",
      ],
    },
  ],
  [
    "infrastructure-below-features",
    "main → app → features → what knows no feature",
    { path: "^server/src/(access|clan|outbox|http|db|mail|sms|events|jobs|workers)/" },
    { path: "^server/src/(features/|app\\.ts|main\\.ts|serve\\.ts|job-handlers\\.ts)" },
  ],
  [
    "features-meet-in-index",
    "What a feature does for others stands in its index; all else is its own",
    { path: "^server/src/features/([^/]+)/" },
    {
      path: "^server/src/features/",
      pathNot: ["^server/src/features/$1/", "^server/src/features/[^/]+/index\\.ts$"],
    },
  ],
  ...levels.slice(0, -1).map((features, level) => [
    `features-go-down-${level + 1}`,
    "A feature uses those of the levels below its own",
    { path: `^server/src/features/(${features.join("|")})/` },
    {
      path: `^server/src/features/(${levels.slice(level).flat().join("|")})/`,
      pathNot: "^server/src/features/$1/",
    },
  ]),
  [
    "features-have-a-level",
    "A new feature is put into the table of levels",
    { path: "^server/src/" },
    { path: "^server/src/features/", pathNot: `^server/src/features/(${levels.flat().join("|")})/` },
  ],
  [
    "entry-points-only",
    "Whoever starts the product uses what features offer",
    { path: "^server/src/(app\\.ts|main\\.ts|serve\\.ts|job-handlers\\.ts|cli/)", pathNot: "\\.test\\.ts$" },
    { path: "^server/src/features/", pathNot: "(index|routes|plugin)\\.ts$" },
  ],
  [
    "queries-are-leaves",
    "Queries know the database, what is read of every clan, and the queries beside them",
    { path: "^server/src/(features/[^/]+|[^/]+)/.*queries\\.ts$" },
    {
      path: "^server/src/",
      pathNot: ["^server/src/(clan|db)/", "^server/src/$1/.*queries\\.ts$"],
    },
  ],
  [
    "sql-only-in-queries",
    "SQL lives in queries",
    {
      path: "^server/src/",
      pathNot: ["[/.]queries\\.ts$", "^server/src/(clan|db|jobs|events|cli|testing)/", "\\.test\\.ts$"],
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
    exclude: { path: "^(contract|server|web|e2e)/(dist|data)/" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
    tsConfig: { fileName: "web/tsconfig.json" },
  },
};
