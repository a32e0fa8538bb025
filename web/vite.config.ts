import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { assetFileNames, scriptFileNames } from "./build/asset-names.ts";
import { cssLayers } from "./build/css-layers.ts";
import { compressAssets } from "./build/compress-assets.ts";
import { generatedStyles } from "./build/generated-styles.ts";
import { slimEndpoints } from "./build/slim-endpoints.ts";

const server = `http://localhost:${process.env.PORT ?? 3000}`;
/** What the server answers itself, also while the app runs on the development server. */
const answeredByServer = [
  "^/(api|auth|health|dev|discord)(/|$)",
  "^/$",
  "^/(privacy|terms)(\\.html)?$",
  "^/scoreboard/",
];

/** All but what the public face shares, which must not wait for the app. */
const shell =
  /node_modules|contract[\\/]src[\\/]permissions\.ts$|web[\\/]src[\\/](app|domain|lib(?![\\/](home-address|requested-sign-out|nav-entries|create-analytics|private-addresses|stored)\.ts)|ui)/;
/** What both faces read; in one piece, because files this small are not worth compressing. */
const bothFaces =
  /contract[\\/]src[\\/](pages|themes|endpoint|account)\.ts$|web[\\/]src[\\/]lib[\\/](home-address|requested-sign-out|nav-entries|create-analytics|private-addresses|stored)\.ts$/;
const wayIn =
  /web[\\/]src[\\/](ui[\\/]core[\\/](button|icon|field|select|checkbox|notice|use-form)|lib[\\/](auth-fields|auth-refusal|refusal-text)|features[\\/]auth[\\/](auth-card|provider-buttons|redirects))(\.module\.css|\.tsx?)$/;
/** The steps that few visitors see: a forgotten password, a confirmation, a second factor. */
const loginSteps = /web[\\/]src[\\/]features[\\/]auth[\\/](ask-for-link|code-form|resend|second-factor)\.tsx$/;
const parts =
  /web[\\/]src[\\/](ui[\\/](async-section|avatar|badge|bin-dialog|card|confirm-dialog|conflict-notice|copy-button|data-list|data-list-rows|data-list-state|date-field|dialog|drag-handle|empty-state|filter-bar|focus|icon-badge|lazy-[a-z-]+|list|list-states|menu|pager|popover|relative-time|search-box|search-filters|skeleton|switch|tabs|textarea|use-now|use-reorder)|lib[\\/](download|format|mutations|save-file|schema-rule|use-key-of))(\.module\.css|\.tsx?)$/;
/** What the clan's own screens read of the contract. */
const clanWords = /contract[\\/]src[\\/](clan-day|clans|dashboard|days|time-zones)\.ts$/;
/** What the screens of app admins are made of, with their dialogs. */
const adminParts = /web[\\/]src[\\/]features[\\/](app-admins|users|games|audit[\\/]admin-)|contract[\\/]src[\\/]admin/;

export default defineConfig({
  plugins: [react(), generatedStyles(), cssLayers(), slimEndpoints(), compressAssets()],
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
      },
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        entryFileNames: scriptFileNames,
        chunkFileNames: scriptFileNames,
        assetFileNames,
        codeSplitting: {
          groups: [
            // A neutral name: content blockers go by file names, and a blocked chunk would be an error on the page.
            { name: "usage", test: /node_modules[\\/](posthog-js|@posthog)/ },
            // What every page needs, and what the way in needs, stay in one piece each however other pages share them:
            // many small files compress worse.
            { name: "shell", tags: ["$initial"], test: shell, includeDependenciesRecursively: false },
            { name: "both-faces", test: bothFaces, includeDependenciesRecursively: false },
            { name: "way-in", test: wayIn, includeDependenciesRecursively: false },
            { name: "login-steps", test: loginSteps, includeDependenciesRecursively: false },
            // So do the small parts that most screens of signed-in people are made of.
            { name: "parts", test: parts, includeDependenciesRecursively: false },
            { name: "clan-words", test: clanWords, includeDependenciesRecursively: false },
            // The shell names every file of every page: few people are app admins, so theirs are few.
            { name: "admin-parts", test: adminParts, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(answeredByServer.map((path) => [path, server])) },
});
