import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { assetFileNames, scriptFileNames } from "./build/asset-names.ts";
import { cssLayers } from "./build/css-layers.ts";
import { compressAssets } from "./build/compress-assets.ts";
import { generatedStyles } from "./build/generated-styles.ts";
import { ocrFiles } from "./build/ocr-files.ts";
import { slimEndpoints } from "./build/slim-endpoints.ts";

const server = `http://localhost:${process.env.PORT ?? 3000}`;
/** What the server answers itself, also while the app runs on the development server. */
const answeredByServer = [
  "^/(api|auth|health|dev|discord)(/|$)",
  "^/$",
  "^/(privacy|terms)(\\.html)?$",
  "^/scoreboard/",
];

/** Files of these folders. */
function inFolders(...folders: string[]): RegExp {
  return new RegExp(`(${folders.join("|")})/`.replaceAll("/", String.raw`[\\/]`));
}

/** What public pages read as well: they must not wait for the app. */
const shared =
  /contract[\\/]src[\\/](pages|theme-choice|endpoint|account|system|rules[\\/]fold-text)\.ts$|web[\\/]src[\\/]lib[\\/]shared[\\/]|vite[\\/]preload-helper/;

/** What most screens of the signed-in need. None of it has a schema: few screens validate, and zod is large. */
const common = new RegExp(
  [
    "node_modules/@tanstack/(query-core|react-query)/",
    "web/src/lib/(etag-cache|files|format|hooks|media|mutations|paged)\\.tsx?$",
    `web/src/domain/(${[
      "clan-crest|clan-day|clan-home|clan-page|clan-screens|clans|decisions|first-steps|formats|named-clan|no-clan",
      "permissions|player-link|profile|single-keys|standing-card",
    ].join("|")})\\.`,
    "contract/src/(attention|clan-home|clans|dashboard|days|entries|games|invites|my-standing|permissions|requests|scoreboards)\\.ts$",
    "contract/src/fields/field\\.ts$",
    "contract/src/rules/(avatar|cell-text|clan-day|locale|names|score-text|scoring)\\.ts$",
    "web/src/ui/[^/]+$",
  ]
    .join("|")
    .replaceAll("/", String.raw`[\\/]`),
);

export default defineConfig({
  plugins: [react(), generatedStyles(), cssLayers(), slimEndpoints(), ocrFiles(), compressAssets()],
  build: {
    outDir: "dist/client",
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: "es2023",
    cssTarget: ["chrome120", "firefox121", "safari17"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        app: "index.html",
        enhance: "src/public-pages/enhance.ts",
        board: "src/public-pages/board/enhance-board.ts",
        // A file of its own, so that it can be measured by itself.
        screenshots: "src/features/screenshots/read-pictures.ts",
      },
      preserveEntrySignatures: "allow-extension",
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        entryFileNames: scriptFileNames,
        chunkFileNames: scriptFileNames,
        assetFileNames,
        codeSplitting: {
          // One piece per folder, however the pages share its files: many small files compress worse.
          includeDependenciesRecursively: false,
          groups: [
            // A neutral name: content blockers go by file names, and a blocked chunk would be an error on the page.
            { name: "usage", test: /node_modules[\\/](posthog-js|@posthog)/ },
            { name: "shared", test: shared },
            // What every page of the app needs.
            { name: "shell", tags: ["$initial"], test: inFolders("node_modules", "web/src/(app|domain|lib|ui)") },
            { name: "login", test: /web[\\/]src[\\/](ui[\\/]core|features[\\/]auth)[\\/][^\\/]+$/ },
            // Filters have it where nothing is edited.
            { name: "combobox", test: /web[\\/]src[\\/]ui[\\/]forms[\\/](combobox|time-zones)/ },
            // Screens without a day to choose do not wait for the calendar.
            { name: "days", test: /web[\\/]src[\\/](ui[\\/]day-field|lib[\\/]read-date)/ },
            { name: "forms", test: inFolders("web/src/ui/forms") },
            {
              name: "lists",
              test: /web[\\/]src[\\/]ui[\\/]lists[\\/]|@tanstack[\\/](virtual-core|react-virtual)[\\/]|contract[\\/]src[\\/]csv\.ts$/,
            },
            { name: "charts", test: inFolders("web/src/ui/charts") },
            // What most screens share comes in one file: on a slow line every further one costs a way there and back.
            { name: "common", test: common },
            { name: "schemas", test: /node_modules[\\/]zod[\\/]|contract[\\/]src[\\/]text\.ts$/ },
            // What a list of players or activities is checked by, before it is sent.
            {
              name: "drafts",
              test: /contract[\\/]src[\\/](members|clan-drafts|fields[\\/](member-fields|activity-fields|labels))\.ts$|web[\\/]src[\\/]domain[\\/]members\.ts$/,
            },
            // The shell names every file of every page: few people are app admins, so theirs are few.
            { name: "admin", test: inFolders("web/src/features/(app-admins|users|games)") },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(answeredByServer.map((path) => [path, server])) },
});
