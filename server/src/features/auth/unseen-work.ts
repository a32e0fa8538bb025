import type { FastifyInstance } from "fastify";

export type UnseenWork = (work: () => Promise<void>) => void;

/**
 * For work whose length would tell what was found, such as whether an address has an account: the answer does not
 * wait for it, the server's stop does.
 */
export function createUnseenWork(server: FastifyInstance): UnseenWork {
  const running = new Set<Promise<void>>();
  server.addHook("onClose", async () => {
    await Promise.all(running);
  });
  return (work) => {
    const run = work()
      .catch((error: unknown) => server.log.error({ err: error }, "auth work behind an answer failed"))
      .finally(() => running.delete(run));
    running.add(run);
  };
}
