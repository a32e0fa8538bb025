import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { PublicFace } from "@clanhall/contract/public-page";

/** What a build of the web leaves for the server. */
export interface BuiltWeb {
  /** Folder of the browser's files; those under `assets/` carry a hash in their name. */
  folder: string;
  /** Files at fixed addresses: icons, the manifest, robots.txt. */
  rootFiles: string[];
  appTemplate: string;
  publicFace: PublicFace;
  enhanceScript: string;
  /** Script and styles of the app, for pages that want them fetched ahead. */
  appFiles: string[];
}

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
}

const dist = new URL("../../../web/dist/", import.meta.url);

export async function loadBuiltWeb(): Promise<BuiltWeb> {
  const [entries, appTemplate, manifestText, { publicFace }] = await Promise.all([
    readdir(new URL("client/", dist), { withFileTypes: true }),
    readFile(new URL("client/index.html", dist), "utf8"),
    readFile(new URL("client/.vite/manifest.json", dist), "utf8"),
    import(new URL("server/public-face.js", dist).href) as Promise<{ publicFace: PublicFace }>,
  ]);
  const manifest = JSON.parse(manifestText) as Record<string, ManifestChunk>;
  return {
    folder: fileURLToPath(new URL("client", dist)),
    rootFiles: entries.filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name)).map(({ name }) => name),
    appTemplate,
    publicFace,
    enhanceScript: `/${getChunk(manifest, "src/public-pages/enhance.ts").file}`,
    appFiles: listFiles(manifest, "index.html"),
  };
}

function getChunk(manifest: Record<string, ManifestChunk>, key: string): ManifestChunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The web build has no ${key}. Run "npm run build" and start again.`);
  return chunk;
}

/** A chunk's own files and, once each, those of everything it imports at load. */
function listFiles(manifest: Record<string, ManifestChunk>, key: string, seen = new Set<string>()): string[] {
  const { file, css = [], imports = [] } = getChunk(manifest, key);
  for (const path of [file, ...css]) seen.add(`/${path}`);
  for (const name of imports) if (!seen.has(`/${getChunk(manifest, name).file}`)) listFiles(manifest, name, seen);
  return [...seen];
}
