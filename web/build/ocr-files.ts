import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Only in the answer that carries the worker: no page may run WebAssembly. The server sends the same. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Model, character set, recoder and version. Without the word lists it is half as large and guesses fewer values. */
const neededParts = [17, 21, 22, 23];

/** Puts the recognition of screenshots into a folder of its own; nothing of it is loaded before somebody opens that. */
export function ocrFiles(): Plugin {
  let found: ReturnType<typeof readFiles> | null = null;
  const get = () => (found ??= readFiles());
  return {
    name: "ocr-files",
    config: () => ({ define: { "import.meta.env.VITE_OCR_FOLDER": JSON.stringify(`/${get().folder}`) } }),
    generateBundle() {
      if (this.environment.name !== "client") return;
      const { folder, files } = get();
      for (const [name, source] of files) this.emitFile({ type: "asset", fileName: `${folder}${name}`, source });
    },
    configureServer(server) {
      const { folder, files } = get();
      server.middlewares.use(`/${folder.slice(0, -1)}`, (request, response, next) => {
        const name = request.url?.slice(1) ?? "";
        const content = files.get(name);
        if (!content) return next();
        const type = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
        response.setHeader("content-type", name.endsWith(".traineddata") ? "application/octet-stream" : type);
        if (name === "worker.js") response.setHeader("content-security-policy", workerPolicy);
        response.end(content);
      });
    },
  };
}

function readFiles() {
  const packages = createRequire(import.meta.url);
  const core = dirname(packages.resolve("tesseract.js-core/package.json"));
  const worker = join(dirname(packages.resolve("tesseract.js/package.json")), "dist", "worker.min.js");
  const data = join(dirname(packages.resolve("@tesseract.js-data/eng/package.json")), "4.0.0_best_int");
  const files = new Map<string, Buffer>([
    // Its map is not shipped.
    ["worker.js", Buffer.from(readFileSync(worker, "utf8").replace(/\n\/\/# sourceMappingURL=.*/, ""))],
    ...["tesseract-core-simd-lstm.js", "tesseract-core-simd-lstm.wasm"].map((name): [string, Buffer] => [
      name,
      readFileSync(join(core, name)),
    ]),
    ["eng.traineddata", trim(gunzipSync(readFileSync(join(data, "eng.traineddata.gz"))))],
  ]);
  const hash = createHash("sha256");
  for (const content of files.values()) hash.update(content);
  return { folder: `assets/ocr-${hash.digest("base64url").replaceAll(/[-_]/g, "x").slice(0, 7)}/`, files };
}

/** The container is a count, the offset of each part (-1: not there), and the parts in the order of their offsets. */
function trim(container: Buffer): Buffer {
  const count = container.readInt32LE(0);
  const offsets = Array.from({ length: count }, (_, part) => Number(container.readBigInt64LE(4 + part * 8)));
  const starts = [...offsets.filter((offset) => offset >= 0), container.length].toSorted((a, b) => a - b);
  const head = Buffer.alloc(4 + count * 8, 0xff);
  head.writeInt32LE(count, 0);
  const parts: Buffer[] = [];
  let end = head.length;
  for (const part of neededParts) {
    const start = offsets[part] ?? -1;
    if (start < 0) throw new Error(`The language data has no part ${part}`);
    const content = container.subarray(
      start,
      starts.find((other) => other > start),
    );
    head.writeBigInt64LE(BigInt(end), 4 + part * 8);
    parts.push(content);
    end += content.length;
  }
  return Buffer.concat([head, ...parts]);
}
