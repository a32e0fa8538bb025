import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { newRequestId } from "./request-id.ts";

/** A server with its limits set: Fastify's own would let a slow or endless client stay for ever. */
export function createServer(log: FastifyBaseLogger, proxies: number): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // The client's address is believed only through as many proxies as the settings say stand before us.
    trustProxy: (_address: string, hop: number) => hop < proxies,
    bodyLimit: 256 * 1024,
    requestTimeout: 10_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 10_000,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: true },
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
  });
}
