import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";

export function newRequestId(): string {
  return randomBytes(9).toString("base64url");
}

/** The id a person can quote stands in the answer's head as well as in its error body and in the log. */
export function tellRequestId(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
}
