import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Heavy calls of one account, or of one network where nobody is signed in, at a time. */
const atOnceMax = 2;

export interface HeavyLimit {
  /** Whether a heavy call may go on, asked by its token alone before its body is read and its caller is looked up. */
  admit: (request: FastifyRequest) => Promise<boolean>;
  /** Does the work of a heavy call, unless the caller has as many under way as allowed. */
  run: <Answer>(caller: string, reply: FastifyReply, work: () => Promise<Answer>) => Promise<Answer | typeof tooMany>;
}

/** Returned when a caller has too many heavy calls under way. */
export const tooMany = Symbol("too many at a time");
export const tooManyMessage = "You have two of these running already. Wait until one is done, then try again.";
export const tooManySeconds = 1;

/**
 * Counts calls that cost much from before their work begins until their answer is sent, also where it is a long file.
 * A refusal takes as long as it asks to wait: whoever asks again at once would keep the server busy with refusals.
 */
export function createHeavyLimit(): HeavyLimit {
  const running = new Map<string, number>();
  const enter = (key: string) => running.set(key, (running.get(key) ?? 0) + 1);
  const leave = (key: string) => {
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
  };
  const hasRoom = async (key: string) => {
    const isFull = () => (running.get(key) ?? 0) >= atOnceMax;
    if (isFull()) await pause(tooManySeconds * 1000);
    return !isFull();
  };

  return {
    admit: async ({ headers: { authorization } }) => authorization === undefined || hasRoom(authorization),
    async run(caller, reply, work) {
      if (!(await hasRoom(caller))) return tooMany;
      const { authorization } = reply.request.headers;
      const keys = authorization === undefined ? [caller] : [caller, authorization];
      for (const key of keys) enter(key);
      const end = () => {
        for (const key of keys) leave(key);
      };
      try {
        return await work();
      } finally {
        // Somebody who hangs up does not get a place for as long as the work goes on.
        if (reply.raw.closed || reply.raw.destroyed) end();
        else reply.raw.once("close", end);
      }
    },
  };
}
