import { randomUUID } from "node:crypto";
import { Server } from "node:net";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { usualBodyLimit } from "./input.ts";
import { childWhenNeeded } from "./logging.ts";

/** Stands for every address that cannot be decoded, so that it is answered like any other unknown one. */
const undecodable = "/%EF%BF%BD";

/** Milliseconds a client gets for its headers and for its whole request; checked several times in between. */
const slowestMs = 10_000;

/** Bytes of a request's line and headers together. */
const longestHead = 16_384;

/** A server with its limits set: Fastify's own would let a slow or endless client stay for ever. */
export function createServer(log: FastifyBaseLogger, proxies: number, slowest = slowestMs): FastifyInstance {
  const server = Fastify({
    loggerInstance: log,
    childLoggerFactory: childWhenNeeded,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = "/" }) => (isDecodable(url) ? url : undecodable),
    // The client's address is believed only through as many proxies as the settings say stand before us.
    trustProxy: (_address: string, hop: number) => hop < proxies,
    bodyLimit: usualBodyLimit,
    requestTimeout: slowest,
    // Many statements that are slow together: who waits for them is told so, before the silent connection is cut.
    handlerTimeout: 1.2 * slowest,
    // Node checks twice before it gives up a client that does not read its answer: it is gone within thirty seconds.
    connectionTimeout: 1.3 * slowest,
    keepAliveTimeout: slowest,
    forceCloseConnections: "idle",
    // What still arrives while we stop is answered like anything else; Fastify would refuse it.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // As long as a whole head may be: past this length Fastify answers by itself, without our headers and error format.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestHead },
    http: { headersTimeout: slowest, connectionsCheckingInterval: slowest / 10, maxHeaderSize: longestHead },
  });
  endConnectionsOnClose(server);
  return server;
}

/** Input and answers are parsed by the contract. Compilers for Fastify's own schemas would only take long to load. */
function noSchemas(): never {
  throw new Error("A route has a JSON schema; describe it in the contract instead");
}

/** A connection whose last request ends during the stop would otherwise hold it up until it has idled long enough. */
function endConnectionsOnClose(server: FastifyInstance): void {
  let isClosing = false;
  server.addHook("preClose", async () => {
    isClosing = true;
  });
  server.addHook("onSend", (_request, reply, _payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done();
  });
}

function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds in which a kept connection may send one more request while the server stops. */
const drainMs = 1_000;

/**
 * A kept connection that is cut may have a request on its way, which would fail. So a stopping instance takes no new
 * ones, and each that is there may bring one more request, whose answer says that it was the last.
 */
export function drainOnClose(server: FastifyInstance, longest = drainMs): void {
  server.addHook("preClose", async () => {
    // Connections that wait to be accepted are accepted first: closing the listener would break them off.
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
