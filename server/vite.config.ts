import { dirname, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

const out = `${import.meta.dirname}/dist`;

/** A file of ours finds its neighbours where they are: migrations, the built web, and what worker threads run. */
const ownFolders: Plugin = {
  name: "own-folders",
  transform: {
    filter: { id: `${import.meta.dirname}/src/**`, code: /import\.meta\.(url|dirname)/ },
    handler(code, id) {
      const file = JSON.stringify(relative(out, id));
      const folder = JSON.stringify(relative(out, dirname(id)));
      const placed = code
        .replaceAll("import.meta.url", `new URL(${file}, import.meta.url).href`)
        .replaceAll(
          "import.meta.dirname",
          `process.getBuiltinModule("node:path").join(import.meta.dirname, ${folder})`,
        );
      // No line is added or taken away.
      return { code: placed, map: null };
    },
  },
};

/** Node's HTTP as `require` gives it: an import reads every export of it, and one of them loads a whole HTTP client. */
const plainHttp: Plugin = {
  name: "plain-http",
  enforce: "pre",
  resolveId: { filter: { id: /^node:https?$/ }, handler: (id) => `\0plain-${id}` },
  load: {
    filter: { id: /^\0plain-node:/ },
    handler: (id) => `module.exports = process.getBuiltinModule("${id.slice("\0plain-".length)}")`,
  },
};

/** Builds the server into few files: to find, to read and to compile 1,500 takes longer than to start. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [plainHttp, ownFolders],
  // Programs for one machine, those that start threads from files of their own, and one whose files have to be loaded in
  // the order they were written for.
  ssr: { noExternal: true, external: ["@node-rs/argon2", "pino", "piscina", "@simplewebauthn/server"] },
  build: {
    ssr: "src/main.ts",
    target: "node24",
    minify: false,
    sourcemap: true,
    // All in one folder, which the paths above start from.
    rolldownOptions: { output: { chunkFileNames: "[name]-[hash].js" } },
  },
});
