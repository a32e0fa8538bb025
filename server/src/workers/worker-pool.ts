import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { ApiError } from "../errors.ts";
import { createFairQueue } from "./fair-queue.ts";
import type { InputOf, ResultOf, Task, TaskAnswer } from "./task.ts";

interface Asker {
  /** Whose work it is: of one account or network one task runs at a time. */
  account: string;
  /** For public pages: goes first. */
  isFirst?: boolean;
}

interface PoolOptions {
  threads?: number;
  waitingMax?: number;
  /** A thread that needs more memory ends; the process stays. */
  heapMegabytes?: number;
}

type Work = (input: never) => Promise<TaskAnswer<unknown>>;

export interface WorkerPool {
  readonly threads: number;
  run: <W extends Work>(task: Task<W>, input: InputOf<W>, asker: Asker) => Promise<ResultOf<W>>;
  read: () => ReturnType<ReturnType<typeof createFairQueue>["read"]> & { timedOut: number };
  close: () => Promise<void>;
}

/** An idle thread ends after this time. */
const idleTimeout = 5 * 60_000;
/** Worker threads have a lower priority than the one that answers requests. Only Linux has a priority per thread. */
const niceIncrement = process.platform === "linux" ? 5 : 0;

/**
 * Threads for what takes longer than 20 ms of computing, so that no request keeps the event loop from the others.
 * They start when there is something to do.
 */
export function createWorkerPool(options: PoolOptions = {}): WorkerPool {
  const { threads = Math.min(4, Math.max(2, availableParallelism() - 1)) } = options;
  const { waitingMax = 200, heapMegabytes = 512 } = options;
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes };
  const pool = new Piscina({ minThreads: 0, maxThreads: threads, idleTimeout, niceIncrement, resourceLimits });
  // A thread that ended rejects its task and is replaced.
  pool.on("error", () => undefined);
  const queue = createFairQueue({ atOnce: threads, perKey: 1, waitingMax, busy });
  let timedOut = 0;

  async function runTask<W extends Work>(task: Task<W>, input: InputOf<W>): Promise<ResultOf<W>> {
    const signal = AbortSignal.timeout(task.timeLimitMs);
    try {
      const sent = { filename: fileURLToPath(task.file), name: task.name, signal };
      const answer = (await pool.run(input, sent)) as TaskAnswer<ResultOf<W>>;
      if ("value" in answer) return answer.value;
      throw new ApiError(answer.error.code, answer.error.message, answer.error.extras);
    } catch (error) {
      if (!signal.aborted || error instanceof ApiError) throw error;
      timedOut += 1;
      throw new ApiError("unavailable", "This took too long. Try again, or with less at a time.", { retryAfter: 30 });
    }
  }

  return {
    threads,
    run: (task, input, { account, isFirst }) => queue.run(account, () => runTask(task, input), isFirst),
    read: () => ({ ...queue.read(), timedOut }),
    close: () => pool.destroy(),
  };
}

function busy(): ApiError {
  return new ApiError("unavailable", "The server is busy. Please try again in a few seconds.", { retryAfter: 5 });
}
