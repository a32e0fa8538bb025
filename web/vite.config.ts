import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
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

export default defineConfig({
  plugins: [react(), generatedStyles(), slimEndpoints(), compressAssets()],
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
      input: { app: "index.html", enhance: "src/public-pages/enhance.ts" },
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // A neutral name: content blockers go by file names, and a blocked chunk would be an error on the page.
        codeSplitting: { groups: [{ name: "usage", test: /node_modules[\\/](posthog-js|@posthog)/ }] },
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(answeredByServer.map((path) => [path, server])) },
});
