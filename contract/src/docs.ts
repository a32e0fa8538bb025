import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const getOpenApi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  access: "public",
  summary: "This description of the API, as OpenAPI 3.1.",
  response: z.record(z.string(), z.unknown()),
});

export const getApiDocs = endpoint({
  method: "GET",
  path: "/api/docs",
  access: "public",
  summary: "The same description as a page to read.",
  response: z.void(),
  content: "text/html",
});
