import type { Endpoint } from "@clanhall/contract/endpoint";
import { type ErrorCode, statusOfError } from "@clanhall/contract/errors";
import { pages, productName } from "@clanhall/contract/pages";
import { tokenScopes } from "@clanhall/contract/permissions";
import { z } from "zod";
import { callsPerMinute } from "../../access/api-tokens.ts";
import { heavyCallsAtOnce } from "../../http/call-limits.ts";
import { acceptsIdempotencyKey } from "../../http/idempotency.ts";
import { groupBySubject, readContractNames, subjectOf } from "./names.ts";

const keyName = "IdempotencyKey";
const keyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same request with the same key is done once, and answered the same again.",
  schema: { type: "string", minLength: 1, maxLength: 100, pattern: "^[!-~]+$" },
};

const etagName = "ETag";
const etagHeader = {
  description: "Changes with the answer. Send it back as If-None-Match.",
  schema: { type: "string" },
};
const etagParameterName = "IfNoneMatch";
const etagParameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of the answer that the caller has already",
  schema: { type: "string" },
};

const heavyNote = `At most ${heavyCallsAtOnce} heavy calls at a time for each account, or for each network where nobody is logged in.`;

const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access token of a person's session",
  },
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "clh_…",
    description: `An API token of a clan that has the scope named; ${callsPerMinute} calls a minute`,
    "x-scopes": tokenScopes,
  },
};

const errorSchema = {
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

/** Scalars with long patterns that nearly every schema has. */
const scalars: [name: string, schema: z.ZodType][] = [
  ["Uuid", z.uuid()],
  ["DateTime", z.iso.datetime()],
];

/** The OpenAPI 3.1 document, made from the schemas that check the requests themselves. */
export async function toOpenApi(endpoints: Endpoint[], version: string, publicUrl: string) {
  const names = await readContractNames();
  const { shared, parametersOf } = shareParameters(endpoints);
  const inline: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = { operationId: names.operationIdOf(endpoint), ...toOperation(endpoint, parametersOf(endpoint)) };
    inline[path] = { ...inline[path], [endpoint.method.toLowerCase()]: operation };
  }
  const parts = {
    paths: inline,
    parameters: { [keyName]: keyParameter, [etagParameterName]: etagParameter, ...shared },
  };
  const { paths, parameters, schemas } = shareSchemas(parts, [...scalars, ...names.schemas]);
  return {
    openapi: "3.1.0",
    info: {
      title: `${productName} API`,
      version,
      license: { name: "Terms of use", url: new URL(pages.terms.path, publicUrl).href },
    },
    servers: [{ url: publicUrl }],
    tags: groupBySubject(endpoints).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...schemas },
      parameters,
      headers: { [etagName]: etagHeader },
      responses: toRefusals(endpoints),
      securitySchemes,
    },
  };
}

function toOperation(endpoint: Endpoint, parameters: (Parameter | Reference)[]) {
  const { access, token, cost, etag, summary, body, response, content } = endpoint;
  const answer = content ? { [content]: {} } : { "application/json": { schema: toSchema(response, "output") } };
  const callers = [{ bearer: [] }, ...(token ? [{ token: [token] }] : [])];
  return {
    summary,
    ...(cost === "heavy" && { description: heavyNote }),
    tags: [subjectOf(endpoint)],
    "x-access": access,
    security: access === "public" ? [] : callers,
    parameters: [
      ...parameters,
      ...(acceptsIdempotencyKey(endpoint) ? [referToParameter(keyName)] : []),
      ...(etag ? [referToParameter(etagParameterName)] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: toSchema(body, "input") } } },
    }),
    responses: {
      200: {
        description: "Done",
        ...(etag && { headers: { [etagName]: { $ref: `#/components/headers/${etagName}` } } }),
        content: answer,
      },
      ...(etag && { 304: { description: "Not changed" } }),
      ...Object.fromEntries(listRefusals(endpoint).map((code) => [statusOfError[code], referToRefusal(code)])),
      "4XX": referToRefusal("refused"),
      default: referToRefusal("refused"),
    },
  };
}

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: object;
}

interface Reference {
  $ref: string;
}

/** What each call takes in its address. What several take alike is written once; of those with one name, the most usual. */
function shareParameters(endpoints: Endpoint[]) {
  const inline = new Map(
    endpoints.map((endpoint) => [
      endpoint,
      [...toParameters(endpoint.params, "path"), ...toParameters(endpoint.query, "query")],
    ]),
  );
  const alike = Map.groupBy([...inline.values()].flat(), (parameter) => JSON.stringify(parameter));
  const usual = [...alike].filter(([, { length }]) => length > 1).toSorted(([, a], [, b]) => a.length - b.length);
  // Of several with one name the last stays.
  const texts = new Map(usual.flatMap(([text, [parameter]]) => (parameter ? [[parameter.name, text]] : [])));
  const refer = (parameter: Parameter) =>
    texts.get(parameter.name) === JSON.stringify(parameter) ? referToParameter(parameter.name) : parameter;
  return {
    shared: Object.fromEntries([...texts].map(([name, text]) => [name, alike.get(text)?.[0]])),
    parametersOf: (endpoint: Endpoint) => inline.get(endpoint)?.map(refer) ?? [],
  };
}

function referToParameter(name: string): Reference {
  return { $ref: `#/components/parameters/${name}` };
}

function toParameters(schema: z.ZodObject | undefined, location: Parameter["in"]): Parameter[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, part]) => {
    const { description, ...shape } = toSchema(part, "input");
    const required = location === "path" || !z.safeParse(part, undefined).success;
    return { name, in: location, required, ...(description && { description }), schema: shape };
  });
}

function toSchema(schema: z.core.$ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", override: nameProperties });
  return rest;
}

/** A record whose keys are all known is written as an object with these properties. */
function nameProperties({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { propertyNames, required, additionalProperties } = jsonSchema;
  if (typeof propertyNames !== "object" || !propertyNames.enum || !required || !additionalProperties) return;
  delete jsonSchema.propertyNames;
  jsonSchema.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, additionalProperties]));
  jsonSchema.additionalProperties = false;
}

/** Writes each schema that has a name once, and refers to it wherever the same is asked for or answered. */
function shareSchemas(
  parts: Record<"paths" | "parameters", Record<string, unknown>>,
  named: [name: string, schema: z.ZodType][],
) {
  const names = findNames(new Set(listTexts(parts)), named);
  const schemas: Record<string, unknown> = {};
  const shareInside = (value: object): object =>
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, share(inner)]));
  const share = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(share);
    if (typeof value !== "object" || value === null) return value;
    const name = mayHaveName(value) ? names.get(JSON.stringify(value)) : undefined;
    if (name === undefined) return shareInside(value);
    schemas[name] ??= shareInside(value);
    return { $ref: `#/components/schemas/${name}` };
  };
  return { paths: shareInside(parts.paths), parameters: shareInside(parts.parameters), schemas };
}

/** What each named schema looks like when written, if it occurs. Where request and answer differ, both have a name. */
function findNames(texts: Set<string>, named: [name: string, schema: z.ZodType][]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, schema] of named) {
    const [output, input] = [toSchema(schema, "output"), toSchema(schema, "input")];
    if (!mayHaveName(input)) continue;
    const [answer, request] = [JSON.stringify(output), JSON.stringify(input)];
    if (texts.has(answer)) names.set(answer, name);
    if (texts.has(request) && request !== answer) names.set(request, texts.has(answer) ? `${name}Input` : name);
  }
  return names;
}

function listTexts(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(listTexts);
  return mayHaveName(value) ? [JSON.stringify(value), ...inner] : inner;
}

/** What is as short as its reference stays where it is. */
function mayHaveName(schema: { type?: unknown; pattern?: unknown }): boolean {
  return schema.type === "object" || schema.pattern !== undefined;
}

const retryAfter = {
  "Retry-After": { description: "Seconds until another try makes sense", schema: { type: "integer" } },
};

/** Each refusal that a call names under its code, and one for all others. */
function toRefusals(endpoints: Endpoint[]) {
  const codes = new Set(endpoints.flatMap(listRefusals));
  const refusals = [...codes].map((code) => {
    const headers = code === "rate_limited" || code === "unavailable" ? { headers: retryAfter } : {};
    return [code, { ...toRefusal(code.replaceAll("_", " ")), ...headers }];
  });
  return { ...Object.fromEntries(refusals), refused: toRefusal("refused, or failed") };
}

function toRefusal(description: string) {
  const schema = { $ref: "#/components/schemas/Error" };
  return { description, content: { "application/json": { schema } } };
}

/** The refusals that a caller of this one should be ready for. */
function listRefusals(endpoint: Endpoint): ErrorCode[] {
  const { access, token, cost, method, params, query, body } = endpoint;
  const codes: ErrorCode[] = [];
  if (query ?? body) codes.push("validation_failed");
  if (access !== "public") codes.push("unauthorized", "forbidden");
  if (params) codes.push("not_found");
  if (acceptsIdempotencyKey(endpoint) || (method !== "GET" && body)) codes.push("conflict");
  if (body) codes.push("payload_too_large", "unsupported_media_type");
  if (method !== "GET" && typeof access === "object") codes.push("locked");
  if (token || cost === "heavy") codes.push("rate_limited");
  return [...codes, "unavailable"];
}

function referToRefusal(name: ErrorCode | "refused") {
  return { $ref: `#/components/responses/${name}` };
}
