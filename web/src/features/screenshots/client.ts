import type { Gray } from "./picture.ts";
import { EngineError } from "./types.ts";

/** A word as the engine read it, in pixels of the image that it was given. */
export interface Word {
  text: string;
  /** 0 to 100. */
  confidence: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Recognizer {
  /** Mode 6 reads one block line by line, mode 11 finds scattered text. */
  recognize: (image: Gray, mode: 6 | 11, whitelist?: string) => Promise<Word[]>;
  end: () => void;
}

const unsupported = "Your browser cannot read pictures. Paste the numbers instead";
const offline = "You are offline. Reading pictures needs 2 MB once; connect and try again";
/** A refused program makes the worker silent; it sends no error. */
const silenceMs = 30_000;
const folder: string = import.meta.env.VITE_OCR_FOLDER ?? "/assets/ocr/";

/** Speaks the messages of the library's worker; its own client would load from elsewhere and is ten times as large. */
export async function startRecognizer(signal?: AbortSignal): Promise<Recognizer> {
  const worker = createWorker();
  const send = connect(worker, signal);
  const base = new URL(folder, location.href).href;
  try {
    await send("load", { options: { lstmOnly: true, corePath: `${base}tesseract-core-simd-lstm.js`, logging: false } });
    const options = { langPath: base, gzip: false, cacheMethod: "none", lstmOnly: true };
    await send("loadLanguage", { langs: "eng", options });
    await send("initialize", { langs: "eng", oem: 1, config: {} });
  } catch (error) {
    worker.terminate();
    if (signal?.aborted || !navigator.onLine) throw signal?.aborted ? error : new EngineError("offline", offline);
    throw new EngineError("unsupported", unsupported);
  }
  return {
    async recognize(image, mode, whitelist = "") {
      const options = {
        tessedit_pageseg_mode: String(mode),
        tessedit_char_whitelist: whitelist,
        debug_file: "/dev/null",
      };
      const output = { text: false, blocks: false, hocr: false, tsv: true };
      const answer = await send("recognize", { image: toPgm(image), options, output });
      return readTokens((answer as { tsv?: string } | null)?.tsv ?? "");
    },
    end: () => worker.terminate(),
  };
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => string;
  };
}
let policy: ReturnType<TrustedTypes["createPolicy"]> | null = null;

function createWorker(): Worker {
  const address = `${folder}worker.js`;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  // Whatever is asked, the answer is this one address. The name can be taken once.
  policy ??= trustedTypes?.createPolicy("ocr-worker", { createScriptURL: () => address }) ?? null;
  try {
    return new Worker(policy ? policy.createScriptURL(address) : address);
  } catch {
    throw new EngineError("unsupported", unsupported);
  }
}

interface Answer {
  jobId: string;
  status: "resolve" | "reject" | "progress";
  data: unknown;
}

/** Sends one message and waits for its answer, as long as the worker shows signs of life. */
function connect(worker: Worker, signal?: AbortSignal) {
  let count = 0;
  return (action: string, payload: object) =>
    new Promise<unknown>((resolve, reject) => {
      const jobId = String((count += 1));
      const fail = () => finish(() => reject(new EngineError("unsupported", unsupported)));
      const stop = () => finish(() => reject(signal?.reason as Error));
      let timer = setTimeout(fail, silenceMs);
      function finish(end: () => void): void {
        clearTimeout(timer);
        worker.removeEventListener("message", receive);
        worker.removeEventListener("error", fail);
        signal?.removeEventListener("abort", stop);
        end();
      }
      function receive({ data }: MessageEvent<Answer>): void {
        clearTimeout(timer);
        timer = setTimeout(fail, silenceMs);
        if (data.jobId !== jobId || data.status === "progress") return;
        if (data.status === "resolve") finish(() => resolve(data.data));
        else fail();
      }
      worker.addEventListener("message", receive);
      worker.addEventListener("error", fail);
      signal?.addEventListener("abort", stop);
      if (signal?.aborted) stop();
      // A worker has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      else worker.postMessage({ workerId: "ocr", jobId, action, payload });
    });
}

function toPgm({ width, height, data }: Gray): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + data.length);
  file.set(head);
  file.set(data, head.length);
  return file;
}

/** Lines of level 5 are tokens: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function readTokens(table: string): Word[] {
  return table.split("\n").flatMap((line) => {
    const [level, , , , , , left, top, width, height, confidence, text = ""] = line.split("\t");
    if (level !== "5" || text.trim() === "") return [];
    return [
      {
        text: text.trim(),
        confidence: Number(confidence),
        left: Number(left),
        top: Number(top),
        width: Number(width),
        height: Number(height),
      },
    ];
  });
}
