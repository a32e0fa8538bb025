import type { Endpoint } from "@clanhall/contract/endpoint";
import { productName } from "@clanhall/contract/pages";
import { tokenScopes } from "@clanhall/contract/permissions";
import { z } from "zod";
import { callsPerMinute } from "../../access/api-tokens.ts";
import { takesKey } from "../../http/idempotency.ts";
import { errorSchema, refusals, refusalsOf } from "./openapi-answers.ts";

const keyName = "IdempotencyKey";
const keyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same request with the same key is done once, and answered the same again.",
  schema: { type: "string", minLength: 1, maxLength: 100, pattern: "^[!-~]+$" },
};
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

/** The OpenAPI 3.1 document, made from the schemas that check the requests themselves. */
export function toOpenApi(endpoints: Endpoint[], version: string, publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${productName} API`, version },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      parameters: { [keyName]: keyParameter },
      responses: refusals,
      securitySchemes,
    },
  };
}

function toOperation(endpoint: Endpoint) {
  const { access, token, summary, params, query, body, response, content } = endpoint;
  const answer = content ? { [content]: {} } : { "application/json": { schema: toSchema(response, "output") } };
  const callers = [{ bearer: [] }, ...(token ? [{ token: [token] }] : [])];
  return {
    summary,
    "x-access": access,
    security: access === "public" ? [] : callers,
    parameters: [
      ...toParameters(params, "path"),
      ...toParameters(query, "query"),
      ...(takesKey(endpoint) ? [{ $ref: `#/components/parameters/${keyName}` }] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: toSchema(body, "input") } } },
    }),
    responses: { 200: { description: "Done", content: answer }, ...refusalsOf(endpoint) },
  };
}

function toParameters(schema: z.ZodObject | undefined, place: "path" | "query") {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, part]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(part, undefined).success,
    schema: toSchema(part, "input"),
  }));
}

function toSchema(schema: z.core.$ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
