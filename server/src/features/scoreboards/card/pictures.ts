import { Worker } from "node:worker_threads";
import type { Piece } from "./drawing.ts";

/** What to draw, and how large. */
export interface Order {
  piece: Piece;
  width: number;
  height: number;
}

interface Drawn {
  id: number;
  png?: Uint8Array;
  error?: string;
}

/** Draws pictures one after the other. */
export interface Pictures {
  draw(order: Order): Promise<Buffer>;
  close(): Promise<void>;
}

/** The thread starts with the first picture, so that nobody pays for one who never asks for any. */
export function openPictures(): Pictures {
  const waiting = new Map<number, { resolve: (png: Buffer) => void; reject: (error: Error) => void }>();
  let worker: Worker | null = null;
  let asked = 0;

  const failAll = (error: Error) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(new URL("./picture-worker.ts", import.meta.url));
    started.unref();
    started.on("error", failAll);
    started.on("exit", () => failAll(new Error("The thread that draws pictures has ended")));
    started.on("message", ({ id, png, error }: Drawn) => {
      const asker = waiting.get(id);
      waiting.delete(id);
      if (png) asker?.resolve(Buffer.from(png));
      else asker?.reject(new Error(`A picture could not be drawn: ${error}`));
    });
    return started;
  };

  return {
    draw(order) {
      worker ??= start();
      const id = (asked += 1);
      const drawn = new Promise<Buffer>((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ id, ...order }, []);
      return drawn;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
