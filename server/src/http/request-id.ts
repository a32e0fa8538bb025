import type { FastifyInstance } from "fastify";

/** The id a person can quote stands in the answer's head as well as in its error body and in the log. */
export function tellRequestId(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
}
