import { readOrder, send } from "./messages.ts";
import { reasonOf } from "./unit.ts";

const defaultTimeLimitMs = 300_000;
const broken = new Map(readOrder()?.broken);

/**
 * What several units need: made when the first of them asks for it, and once. The time it takes is not theirs, and
 * when it cannot be made only they fail.
 */
export function fixture<Value>(
  what: string,
  make: () => Promise<Value>,
  timeLimitMs = defaultTimeLimitMs,
): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= prepare(what, make, timeLimitMs));
}

async function prepare<Value>(what: string, make: () => Promise<Value>, timeLimitMs: number): Promise<Value> {
  const known = broken.get(what);
  if (known !== undefined) throw new Error(`${what}: ${known}`);
  const began = performance.now();
  send({ kind: "preparing", what, timeLimitMs });
  try {
    const value = await make();
    send({ kind: "prepared", what, ms: performance.now() - began });
    return value;
  } catch (error) {
    const why = reasonOf(error);
    send({ kind: "unprepared", what, why });
    throw new Error(`${what}: ${why}`, { cause: error });
  }
}
