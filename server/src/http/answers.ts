import type { ErrorCode } from "@clanhall/contract/errors";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { isDatabaseAway } from "../db/wait-for-database.ts";
import { ApiError, unavailable } from "../errors.ts";

/** Fastify's own errors in our format. */
const frameworkErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["payload_too_large", "The request is too large"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "Send the request as application/json"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["validation_failed", "The request's length does not match its header"],
};

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseAway(error) || isTooLate(error)) return unavailable();
  const known = "code" in error ? frameworkErrors[error.code] : undefined;
  if (known) return new ApiError(...known);
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status < 500) return new ApiError("validation_failed", "The request could not be read");
  return new ApiError("internal", "Something went wrong on our side");
}

/** The handler took so long that nobody waits for it any more. */
function isTooLate(error: FastifyError | Error): boolean {
  return "code" in error && error.code === "FST_ERR_HANDLER_TIMEOUT";
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const { details, current, changed, retryAfter } = error.extras;
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .send({
      error: error.code,
      message: error.message,
      ...(details && { details }),
      ...(current !== undefined && { current }),
      ...changed,
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
      request_id: reply.request.id,
    });
}

/** What was refused on purpose, such as a full queue, is logged without a stack. */
export function logRefusal(request: FastifyRequest, { status, message }: { status: number; message: string }): void {
  if (status >= 500) request.log.warn({ status, reason: message }, "request refused");
}

/** Every error leaves as the same shape; what is not ours is logged whole and answered bare. */
export const errorAnswers = fastifyPlugin(
  async (app: FastifyInstance) => {
    app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply) => {
      const answer = toApiError(error);
      if (answer === error) logRefusal(request, answer);
      else if (answer.status >= 500) request.log.error({ err: error }, "request failed");
      return sendError(reply, answer);
    });
  },
  { name: "errors" },
);
