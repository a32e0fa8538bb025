import { Server } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Milliseconds for kept connections to bring one more request. */
const patience = 1_000;

/**
 * A kept connection that is cut may have a request on its way, which would fail. So a stopping instance takes no new
 * ones, and each that is there may bring one more request, whose answer says that it was the last.
 */
export function drainOnClose(server: FastifyInstance, longest = patience): void {
  server.addHook("preClose", async () => {
    // Whoever has knocked until now is let in first: closing the door breaks off what still waits before it.
    await nextTurn();
    // An HTTP server's own close would cut idle connections as well.
    if (server.server.listening) Server.prototype.close.call(server.server);
    const since = Date.now();
    while ((await countConnections(server)) > 0 && Date.now() - since < longest) await pause(20);
  });
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}
