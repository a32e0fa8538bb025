import { LRUCache } from "lru-cache";
import { ApiError } from "../../../errors.ts";
import { defineTask } from "../../../workers/task.ts";
import type { WorkerPool } from "../../../workers/worker-pool.ts";
import type { drawPicture, Image } from "./worker.ts";

const task = defineTask<typeof drawPicture>(new URL("./worker.ts", import.meta.url), "drawPicture");

/** Pictures that may wait to be drawn, of all accounts together. */
const waitingMax = 20;
/** Drawn pictures that are kept: about ten megabytes. */
const keptMax = 100;

interface Requester {
  account: string;
  isFirst?: boolean;
}

export type ImageRenderer = ReturnType<typeof createImageRenderer>;

/** Draws each version of a picture once, however many ask for it. */
export function createImageRenderer(workers: WorkerPool) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: keptMax });
  let pending = 0;

  async function drawNew(image: Image, requester: Requester): Promise<Buffer> {
    if (pending >= waitingMax + workers.threads) throw tooMany();
    pending += 1;
    try {
      return Buffer.from(await workers.run(task, image, requester));
    } finally {
      pending -= 1;
    }
  }

  return {
    /** The key identifies everything that is drawn, such as a board's version. */
    draw(key: string, toImage: () => Image, requester: Requester): Promise<Buffer> {
      const known = kept.get(key);
      if (known) return known;
      const drawing = drawNew(toImage(), requester);
      kept.set(key, drawing);
      drawing.catch(() => kept.delete(key));
      return drawing;
    },
  };
}

function tooMany(): ApiError {
  const message = "Many pictures are being drawn right now. Please try again in a few seconds.";
  return new ApiError("unavailable", message, { retryAfter: 5 });
}
