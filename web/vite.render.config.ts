import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PublicPages } from "@clanhall/contract/public-scoreboards";
import { defineConfig, type Plugin } from "vite";
import { assetFileNames } from "./build/asset-names.ts";

/** The texts of all documents beside the program that renders them: a server starts without loading it. */
const texts: Plugin = {
  name: "texts",
  async writeBundle({ dir = "" }) {
    const built = (await import(pathToFileURL(join(dir, "render.js")).href)) as { publicPages: PublicPages };
    await writeFile(join(dir, "texts.json"), JSON.stringify(built.publicPages));
  },
};

/** Builds the server-rendered pages into one file that needs nothing but Node. */
export default defineConfig({
  publicDir: false,
  plugins: [texts],
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
