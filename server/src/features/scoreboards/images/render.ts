import { ApiError } from "../../../errors.ts";
import { defineTask } from "../../../workers/task.ts";
import type { WorkerPool } from "../../../workers/worker-pool.ts";
import type { drawPicture, Order } from "./worker.ts";

const task = defineTask<typeof drawPicture>(new URL("./worker.ts", import.meta.url), "drawPicture");

/** Pictures that may wait to be drawn, whoever asks for them. */
const waitingMax = 20;
/** Drawn pictures that are kept: some ten megabytes. */
const keptMax = 100;

interface Asker {
  account: string;
  isFirst?: boolean;
}

export type Pictures = ReturnType<typeof createImageRenderer>;

/** Draws the picture of each version of a board once, however many ask for it. */
export function createImageRenderer(workers: WorkerPool) {
  const kept = new Map<string, Promise<Buffer>>();
  let asked = 0;

  async function draw(order: Order, asker: Asker): Promise<Buffer> {
    if (asked >= waitingMax + workers.threads) throw tooMany();
    asked += 1;
    try {
      return Buffer.from(await workers.run(task, order, asker));
    } finally {
      asked -= 1;
    }
  }

  return {
    /** The key names all that is drawn, such as a board's version. */
    draw(key: string, order: () => Order, asker: Asker): Promise<Buffer> {
      const drawing = kept.get(key) ?? draw(order(), asker);
      // Set anew, so that what was asked for last comes last.
      kept.delete(key);
      kept.set(key, drawing);
      drawing.catch(() => kept.delete(key));
      const [oldest] = kept.keys();
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
      return drawing;
    },
  };
}

function tooMany(): ApiError {
  const message = "Many pictures are being drawn right now. Please try again in a few seconds.";
  return new ApiError("unavailable", message, { retryAfter: 5 });
}
