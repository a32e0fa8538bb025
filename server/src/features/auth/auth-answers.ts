import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { isDatabaseAway } from "../../db/database-away.ts";
import { ApiError } from "../../errors.ts";
import { logRefusal } from "../../http/answers.ts";
import { AuthError } from "./auth-error.ts";

const versionHeader = "x-supabase-api-version";
/** From this version on the client reads `code` and `message`. */
const firstDatedVersion = "2024-01-01";

/** Fastify's own refusals, in the contract's words. */
const frameworkErrors: Record<string, [number, string, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "request_entity_too_large", "The request is too large"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "validation_failed", "Send the request as application/json"],
};

function toAuthError(error: FastifyError | Error): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof ApiError) return fromApiError(error);
  if (isDatabaseAway(error)) {
    const message = "The service is not available right now. Please try again shortly.";
    return new AuthError(503, "unexpected_failure", message, { retryAfter: 2 });
  }
  const known = "code" in error ? frameworkErrors[error.code] : undefined;
  if (known) return new AuthError(...known);
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status < 500) return new AuthError(400, "validation_failed", "The request could not be read");
  return new AuthError(500, "unexpected_failure", "Something went wrong on our side");
}

/** Inside the auth service only the workers and the reader of JSON bodies throw the product's own error. */
function fromApiError({ code, status, message, extras: { retryAfter } }: ApiError): AuthError {
  if (code !== "unavailable") return new AuthError(400, "bad_json", message);
  return new AuthError(status, "unexpected_failure", message, retryAfter === undefined ? {} : { retryAfter });
}

/** Clients that name a version get the shape of that version; those that name none get the one from before versions. */
function sendAuthError(reply: FastifyReply, { status, code, message, extras }: AuthError): FastifyReply {
  const version = reply.request.headers[versionHeader];
  const isDated = typeof version === "string" && /^\d{4}-\d\d-\d\d$/.test(version) && version >= firstDatedVersion;
  if (isDated) reply.header(versionHeader, firstDatedVersion);
  if (extras.retryAfter !== undefined) reply.header("retry-after", extras.retryAfter);
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .send({
      ...(isDated ? { code, message } : { code: status, error_code: code, msg: message }),
      ...(extras.reason && { reason: extras.reason }),
      ...(extras.reasons && { weak_password: { reasons: extras.reasons } }),
      ...(status >= 500 && { error_id: reply.request.id }),
    });
}

export function handleAuthErrors(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) =>
    sendAuthError(reply, new AuthError(404, "not_found", "There is nothing at this address")),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toAuthError(error);
    if (error instanceof ApiError || answer === error) logRefusal(request, answer);
    else if (answer.status >= 500) request.log.error({ err: error }, "auth request failed");
    return sendAuthError(reply, answer);
  });
}
