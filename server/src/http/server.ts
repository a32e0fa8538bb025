import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { childWhenNeeded } from "./logging.ts";

/** Stands for every address that cannot be decoded, so that it is answered like any other unknown one. */
const undecodable = "/%EF%BF%BD";

/** Milliseconds a client gets for its headers and for its whole request; looked at several times in between. */
const patience = 10_000;

/** Bytes of a request's line and headers together. */
const longestHead = 16_384;

/** A server with its limits set: Fastify's own would let a slow or endless client stay for ever. */
export function createServer(log: FastifyBaseLogger, proxies: number, slowest = patience): FastifyInstance {
  const server = Fastify({
    loggerInstance: log,
    childLoggerFactory: childWhenNeeded,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = "/" }) => (isDecodable(url) ? url : undecodable),
    // The client's address is believed only through as many proxies as the settings say stand before us.
    trustProxy: (_address: string, hop: number) => hop < proxies,
    bodyLimit: 256 * 1024,
    requestTimeout: slowest,
    // Node looks twice before it gives up a client that does not read its answer: it is gone within thirty seconds.
    connectionTimeout: 1.3 * slowest,
    keepAliveTimeout: slowest,
    forceCloseConnections: "idle",
    // What still arrives while we stop is answered like anything else; Fastify would refuse it.
    return503OnClosing: false,
    // As long as a whole head may be: past this length Fastify answers by itself, in its own words and without our headers.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestHead },
    http: { headersTimeout: slowest, connectionsCheckingInterval: slowest / 5, maxHeaderSize: longestHead },
  });
  endConnectionsOnClose(server);
  return server;
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
