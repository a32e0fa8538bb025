import { statusOfError } from "@clanhall/contract/errors";
import { tokenScopes } from "@clanhall/contract/permissions";
import { beforeAll, expect, test } from "vitest";
import { takesKey } from "../../http/idempotency.ts";
import { sharedApp } from "../../testing/test-app.ts";

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  schema: object;
}
interface Operation {
  security: Record<string, string[]>[];
  parameters: Parameter[];
  responses: Record<string, { $ref?: string; description?: string }>;
}
type Document = Record<string, unknown> & { paths: Record<string, Record<string, Operation>> };

const world = await sharedApp();
let document: Document;
beforeAll(async () => {
  document = (await world.visitor.get("/api/openapi.json")).json();
});

function listCalls() {
  return world.app.routes.flatMap(({ method, endpoint }) => {
    if (!endpoint || method === "HEAD") return [];
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not described`);
    return [{ endpoint, path, operation }];
  });
}

function find(reference: string): unknown {
  const steps = reference.replace("#/", "").split("/");
  return steps.reduce<unknown>((place, step) => (place as Record<string, unknown> | undefined)?.[step], document);
}

test("a program learns of each call who may make it, and of a token's calls which scope it takes", () => {
  for (const { endpoint, path, operation } of listCalls()) {
    const callers = endpoint.token ? [{ bearer: [] }, { token: [endpoint.token] }] : [{ bearer: [] }];
    expect(operation.security, path).toEqual(endpoint.access === "public" ? [] : callers);
  }
  expect(find("#/components/securitySchemes")).toMatchObject({
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    token: { type: "http", scheme: "bearer", "x-scopes": [...tokenScopes] },
  });
});

test("the key for repeated requests is asked for exactly where it is taken", () => {
  const reference = "#/components/parameters/IdempotencyKey";
  expect(find(reference)).toMatchObject({ name: "Idempotency-Key", in: "header", required: false });
  const keyed = listCalls().filter(({ operation }) => operation.parameters.some(({ $ref }) => $ref === reference));
  expect(keyed.length).toBeGreaterThan(20);
  expect(keyed.map(({ endpoint }) => endpoint)).toEqual(
    listCalls().flatMap(({ endpoint }) => (takesKey(endpoint) ? [endpoint] : [])),
  );
});

test("every part of an address has its parameter, and every parameter a schema", () => {
  for (const { path, operation } of listCalls()) {
    const own = operation.parameters.filter(({ $ref }) => !$ref);
    const inPath = own.filter((parameter) => parameter.in === "path" && parameter.required).map(({ name }) => name);
    expect(new Set(inPath), path).toEqual(new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
    expect(
      own.every(({ schema }) => typeof schema === "object"),
      path,
    ).toBe(true);
    expect(new Set(own.map((parameter) => parameter.in + parameter.name)).size, path).toBe(own.length);
  }
});

test("every refusal that a call names is described, with its status", () => {
  for (const { endpoint, path, operation } of listCalls()) {
    const { 200: done, ...refused } = operation.responses;
    expect(done?.description, path).toBe("Done");
    for (const [status, { $ref = "" }] of Object.entries(refused)) {
      const code = $ref.split("/").at(-1) ?? "";
      const statuses: Record<string, number | "default"> = { ...statusOfError, refused: "default" };
      expect(find($ref), `${path} ${status}`).toMatchObject({ content: { "application/json": {} } });
      expect(String(statuses[code]), path).toBe(status);
    }
    expect("401" in refused, path).toBe(endpoint.access !== "public");
    expect("429" in refused || !endpoint.token, path).toBe(true);
  }
  expect(find("#/components/responses/rate_limited")).toHaveProperty(["headers", "Retry-After"]);
});

test("no reference of the document leads nowhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = ""]) => name);
  expect(references.length).toBeGreaterThan(100);
  expect([...new Set(references)].filter((reference) => find(reference) === undefined)).toEqual([]);
});
