import type { KnipConfig } from "knip";

/** What only tests use is dead too: with --production, tests and their helpers do not count. */
const isProduction = process.argv.includes("--production");

const config: KnipConfig = {
  // An export that is used in its own file is not dead, only louder than it has to be; without --production that counts.
  ignoreExportsUsedInFile: isProduction,
  workspaces: {
    ".": {
      entry: ["scripts/*.{mjs,ts}", "bench/{run,bare-*,board-instance}.ts"],
      project: ["scripts/**", "bench/**", "drills/**"],
      // Secretlint is handed the name of its rules; the client is for a program that a test writes and compiles; the
      // bench draws its screenshots with the fonts.
      ignoreDependencies: [
        "@sparticuz/chromium",
        "@secretlint/secretlint-rule-preset-recommend",
        "openapi-fetch",
        "@fontsource/.*",
      ],
      // The drills break a disk with what Linux brings along.
      ignoreBinaries: ["mkfs.ext4", "mount", "umount", "perl", "truncate"],
    },
    contract: {
      // Its package exports every file, so that each would count as used.
      includeEntryExports: isProduction,
      entry: ["src/**/*.test.ts"],
      project: ["src/**!", "!src/**/*.test.ts!"],
      // The second is read when the web is built.
      ignore: isProduction ? ["src/testing/**", "src/rules/dark-colors.ts"] : [],
    },
    server: {
      entry: [
        "src/main.ts!",
        // npm run clanhall; otherwise found in package.json
        ...(isProduction ? ["src/cli/clanhall.ts!"] : []),
        "src/testing/{postgres,fail-on-console,cheap-passwords,run-installations}.ts",
        "src/**/*.test.ts",
      ],
      project: ["src/**!", "!src/testing/**!", "!src/**/*.test.ts!"],
      ignoreDependencies: ["@types/smtp-server", "@fontsource/.*"],
      ignoreIssues: { "src/db/tables.generated.ts": ["types"] },
    },
    web: {
      entry: [
        "index.html!",
        ...(isProduction ? ["build/{generated,app}-styles.ts!"] : []),
        "src/public-pages/{enhance.ts,render.tsx,board/enhance-board.ts}!",
        "build/make-icons.mjs",
        "src/testing/{clean,edit}-in-page.ts",
        "src/**/*.test.{ts,tsx}",
      ],
      project: ["src/**!", "build/**", "*.{ts,mjs}", "!src/testing/**!", "!src/**/*.test.{ts,tsx}!"],
      // The styles that the build makes name the font; the build copies files of the recognition.
      ignoreDependencies: ["@?tesseract.js.*", ...(isProduction ? ["@fontsource-variable/fraunces"] : [])],
    },
    e2e: {
      entry: ["*.spec.ts"],
      project: ["**/*.ts"],
    },
  },
};

export default config;
