import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";

/** An answer with all of its headers but the request's id and the length. */
export interface ReadyAnswer {
  status: number;
  /** Names and values in turn, in a list of its own. */
  headers: string[];
  body: Buffer | null;
}

/** Finds what is ready in memory; null leaves the request to the framework. */
export type FindReady = (request: IncomingMessage) => ReadyAnswer | null;

/**
 * Answers what is ready before the framework's life cycle begins, which costs such a small answer a quarter of its
 * throughput, until the server stops. Returns how many it has answered. The listener is wrapped, because with a server
 * factory of ours Fastify would bind one address of `localhost` alone.
 */
export function preRoute(app: FastifyInstance, findReady: FindReady): () => number {
  // Whoever wants a line per answer gets it from the framework's own hooks.
  if (["debug", "trace"].includes(app.log.level)) return () => 0;
  let answered = 0;
  let isOpen = true;
  app.addHook("preClose", async () => {
    isOpen = false;
  });
  for (const handle of app.server.listeners("request") as RequestListener[]) {
    app.server.off("request", handle);
    app.server.on("request", (request, response) => {
      const ready = isOpen ? findReady(request) : null;
      if (!ready) return handle.call(app.server, request, response);
      answered += 1;
      const { status, headers, body } = ready;
      headers.push("x-request-id", randomUUID());
      if (body) headers.push("content-length", String(body.length));
      return void response.writeHead(status, headers).end(body ?? undefined);
    });
  }
  return () => answered;
}

/** The same answer through the framework. */
export function sendReady(reply: FastifyReply, { status, headers, body }: ReadyAnswer): FastifyReply {
  // Set on every answer, and absent from one that may be framed.
  reply.removeHeader("x-frame-options");
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? "", headers[index + 1]);
  return reply.code(status).send(body ?? undefined);
}
