import type { FastifyBaseLogger } from "fastify";

const windowMs = 60_000;
const mostInWindow = 10;

/**
 * What to do with an error nobody caught: one of them must not take everybody's requests with it, but a process that
 * keeps producing them is not to be trusted and gives up.
 */
export function createCrashHandler(log: Pick<FastifyBaseLogger, "fatal">, giveUp: () => void) {
  let recent: number[] = [];
  return (err: unknown, now = Date.now()): void => {
    log.fatal({ err }, "an error was caught by nobody");
    recent = [...recent.filter((time) => now - time < windowMs), now];
    if (recent.length > mostInWindow) giveUp();
  };
}
