import type { Endpoint } from "@clanhall/contract/endpoint";
import { type ErrorCode, statusOfError } from "@clanhall/contract/errors";
import { takesKey } from "../../http/idempotency.ts";

export const errorSchema = {
  type: "object",
  required: ["error", "message", "request_id"],
  properties: {
    error: { type: "string", enum: Object.keys(statusOfError) },
    message: { type: "string", description: "A sentence for a person" },
    details: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
    current: { description: "The row as it is now, when the caller's version was stale" },
    changed_by: { type: ["string", "null"], description: "Who changed the row last, beside `current`" },
    changed_at: { type: ["string", "null"], format: "date-time", description: "When the row was changed last" },
    retry_after: { type: "number", description: "Seconds until another try makes sense" },
    request_id: { type: "string" },
  },
};

const retryAfter = {
  "Retry-After": { description: "Seconds until another try makes sense", schema: { type: "integer" } },
};

/** Every refusal under its code, and one for those that a call does not name. */
export const refusals = {
  ...Object.fromEntries(Object.keys(statusOfError).map((code) => [code, toRefusal(code.replaceAll("_", " "))])),
  rate_limited: { ...toRefusal("rate limited"), headers: retryAfter },
  unavailable: { ...toRefusal("unavailable"), headers: retryAfter },
  refused: toRefusal("refused, or failed"),
};

function toRefusal(description: string) {
  const schema = { $ref: "#/components/schemas/Error" };
  return { description, content: { "application/json": { schema } } };
}

/** The refusals that a caller of this one should be ready for. */
export function refusalsOf(endpoint: Endpoint) {
  const { access, token, method, params, query, body } = endpoint;
  const codes: ErrorCode[] = [];
  if (query ?? body) codes.push("validation_failed");
  if (access !== "public") codes.push("unauthorized", "forbidden");
  if (params) codes.push("not_found");
  if (takesKey(endpoint) || (method !== "GET" && body)) codes.push("conflict");
  if (body) codes.push("payload_too_large", "unsupported_media_type");
  if (method !== "GET" && typeof access === "object") codes.push("locked");
  if (token) codes.push("rate_limited");
  codes.push("unavailable");
  return {
    ...Object.fromEntries(codes.map((code) => [statusOfError[code], refer(code)])),
    default: refer("refused"),
  };
}

function refer(name: ErrorCode | "refused") {
  return { $ref: `#/components/responses/${name}` };
}
