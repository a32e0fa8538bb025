import { defineConfig } from "vite";
import { assetFileNames } from "./build/asset-names.ts";

/** Builds the server-rendered pages into one file that needs nothing but Node. */
export default defineConfig({
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: {
    ssr: "src/public-pages/render.tsx",
    outDir: "dist/server",
    target: "node24",
    minify: false,
    cssTarget: ["chrome120", "firefox121", "safari17"],
    cssMinify: "lightningcss",
    // The app's build writes the files that these pages name, so both must call them alike.
    rolldownOptions: { output: { entryFileNames: "render.js", assetFileNames } },
  },
});
