import type { Endpoint } from "@clanhall/contract/endpoint";
import { statusOfError } from "@clanhall/contract/errors";
import { productName } from "@clanhall/contract/pages";
import { z } from "zod";

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
    retry_after: { type: "number", description: "Seconds until another try makes sense" },
    request_id: { type: "string" },
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
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        token: { type: "http", scheme: "bearer", description: "An API token of a clan, clh_…, with the scope named" },
      },
    },
  };
}

function toOperation({ access, token, summary, params, query, body, response, content }: Endpoint) {
  const answer = content ? { [content]: {} } : { "application/json": { schema: toSchema(response, "output") } };
  return {
    summary,
    "x-access": access,
    ...(access !== "public" && { security: [{ bearer: [] }, ...(token ? [{ token: [token] }] : [])] }),
    parameters: [...toParameters(params, "path"), ...toParameters(query, "query")],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: toSchema(body, "input") } } },
    }),
    responses: {
      200: { description: "Done", content: answer },
      default: {
        description: "Refused, or failed",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
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
