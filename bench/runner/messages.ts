import type { Figure } from "./unit.ts";

/** What a process that measures says to the one that started it. */
export type Message =
  | { kind: "began"; id: string }
  | { kind: "preparing"; what: string; timeLimitMs: number }
  | { kind: "prepared"; what: string; ms: number }
  | { kind: "unprepared"; what: string; why: string }
  | { kind: "done"; figures: Figure[] }
  | { kind: "failed"; why: string };

/** What such a process is asked to do. */
export interface Order {
  ids: string[];
  isMany: boolean;
  /** How often, where somebody said so. */
  rounds: number | null;
  folder: string;
  /** Fixtures that could not be made, with the reason; they are not tried again. */
  broken: [what: string, why: string][];
}

const variable = "CLANHALL_MEASURE";

export function orderToEnv(order: Order): Record<string, string> {
  // Whatever makes a temporary folder makes it in ours, and so nothing is left behind.
  return { [variable]: JSON.stringify(order), TMPDIR: order.folder };
}

/** Null in a process that a person started. */
export function readOrder(): Order | null {
  const text = process.env[variable];
  return text === undefined ? null : (JSON.parse(text) as Order);
}

export function send(message: Message): void {
  process.send?.(message);
}
