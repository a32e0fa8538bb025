import type { FastifyReply } from "fastify";

/** Heavy calls of one account, or of one network where nobody is signed in, at a time. */
const atOnceMax = 2;

export interface HeavyLimit {
  /** Does the work of a heavy call, unless the caller has as many under way as allowed. */
  run: <Answer>(caller: string, reply: FastifyReply, work: () => Promise<Answer>) => Promise<Answer | typeof tooMany>;
}

/** Returned when a caller has too many heavy calls under way. */
export const tooMany = Symbol("too many at a time");
export const tooManyMessage = "You have two of these running already. Wait until one is done, then try again.";
export const tooManySeconds = 1;

/** Counts calls that cost much from before their work begins until their answer is sent, also where it is a long file. */
export function createHeavyLimit(): HeavyLimit {
  const running = new Map<string, number>();
  const leave = (caller: string) => {
    const left = (running.get(caller) ?? 1) - 1;
    if (left > 0) running.set(caller, left);
    else running.delete(caller);
  };

  return {
    async run(caller, reply, work) {
      const others = running.get(caller) ?? 0;
      if (others >= atOnceMax) return tooMany;
      running.set(caller, others + 1);
      try {
        return await work();
      } finally {
        // Somebody who hangs up does not get a place for as long as the work goes on.
        if (reply.raw.closed || reply.raw.destroyed) leave(caller);
        else reply.raw.once("close", () => leave(caller));
      }
    },
  };
}
