/** What was worked out, and what was known when the work began. */
interface Kept<Value> {
  value: Value;
  /** How many changes had been heard of. */
  changes: number;
  /** When, in milliseconds. */
  at: number;
}

export interface KeptAnswer<Value> {
  peek: () => Kept<Value> | null;
  isRunning: () => boolean;
  /** An answer that is good enough, worked out at most once however many wait for it. */
  get: (isEnough: (kept: Kept<Value>) => boolean) => Promise<Kept<Value>>;
}

/** Keeps the last answer of some work. A failure is told to those who wait and kept for nobody. */
export function keepAnswer<Value>(
  work: (before: Value | null) => Promise<Value>,
  countChanges: () => number,
): KeptAnswer<Value> {
  let kept: Kept<Value> | null = null;
  let running: Promise<Kept<Value>> | null = null;

  async function run(): Promise<Kept<Value>> {
    const known = { changes: countChanges(), at: Date.now() };
    try {
      const value = await work(kept?.value ?? null);
      kept = { value, ...known };
      return kept;
    } finally {
      running = null;
    }
  }

  return {
    peek: () => kept,
    isRunning: () => running !== null,
    async get(isEnough) {
      if (kept && isEnough(kept)) return kept;
      // What runs already may have begun before the change that brings the caller here; what begins now has not.
      if (running) await running.catch(() => undefined);
      if (kept && isEnough(kept)) return kept;
      running ??= run();
      return running;
    },
  };
}
