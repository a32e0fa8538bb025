import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { statusOfError } from "@clanhall/contract/errors";
import { tokenScopes } from "@clanhall/contract/permissions";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { acceptsIdempotencyKey } from "../../http/idempotency.ts";
import { sharedApp } from "../../testing/test-app.ts";

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: object;
}
interface Content {
  content?: Record<string, { schema?: unknown }>;
}
interface Operation {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: Content;
  description?: string;
  responses: Record<string, Content & { $ref?: string; description?: string; headers?: object }>;
}
type Document = Record<string, unknown> & {
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
};

const linter = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
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
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
}

/** The same without references. */
function resolve(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolve);
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return resolve(find(String(value.$ref)));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
}

test("the OpenAPI document is written once, and whoever has it already gets none", async () => {
  const first = await world.visitor.get("/api/openapi.json");
  expect(first.headers["content-type"]).toBe("application/json; charset=utf-8");
  const headers = { "if-none-match": String(first.headers.etag) };
  const again = await world.app.server.inject({ method: "GET", url: "/api/openapi.json", headers });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("every call of the product is in the OpenAPI document, with who may make it", () => {
  expect(document.openapi).toBe("3.1.0");
  for (const { endpoint, operation } of listCalls()) {
    expect(operation).toHaveProperty("x-access", endpoint.access);
  }
  const body = document.paths["/api/me/login-activity"]?.put?.requestBody?.content?.["application/json"]?.schema;
  expect(resolve(body)).toMatchObject({ type: "object", required: ["adblock"], additionalProperties: false });
});

test("the linter that client generators go by finds nothing", () => {
  const folder = mkdtempSync(join(tmpdir(), "clanhall-openapi-"));
  try {
    const file = join(folder, "openapi.json");
    // The address of a test server is one that nobody should publish.
    writeFileSync(file, JSON.stringify({ ...document, servers: [{ url: "https://clanhall.test" }] }));
    const args = ["lint", "--extends=recommended", "--format=json", file];
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { status, stdout } = spawnSync(process.execPath, [linter, ...args], { cwd: folder, env, encoding: "utf8" });
    const { totals, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect([status, totals]).toEqual([0, { errors: 0, warnings: 0, ignored: 0 }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("every call has an id of its own and one subject", () => {
  const ids = listCalls().map(({ operation }) => operation.operationId);
  expect(ids).toEqual(expect.arrayContaining(["listMyClans", "createClan", "putEntries"]));
  expect(new Set(ids).size).toBe(ids.length);
  const subjects = document.tags.map(({ name }) => name);
  for (const { path, operation } of listCalls()) {
    expect(operation.tags, path).toHaveLength(1);
    expect(subjects, path).toEqual(expect.arrayContaining(operation.tags));
  }
  expect(document.paths["/api/clans/{clanId}/members"]?.get?.tags).toEqual(["Members"]);
});

test("with its references followed, it asks for and answers exactly what the server checks", () => {
  const write = (schema: z.ZodType, io: "input" | "output") => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    return rest;
  };
  for (const { endpoint, path, operation } of listCalls()) {
    const { body, response, content } = endpoint;
    const asked = operation.requestBody?.content?.["application/json"]?.schema;
    expect(resolve(asked), path).toEqual(body && write(body, "input"));
    const answered = content ? undefined : write(response, "output");
    // Records with known keys are written in another way.
    if (JSON.stringify(answered)?.includes('"propertyNames":{')) continue;
    expect(resolve(operation.responses["200"]?.content?.["application/json"]?.schema), path).toEqual(answered);
  }
});

test("a schema that the contract names is written once", () => {
  const { schemas = {} } = document.components;
  expect(schemas).toMatchObject({ Clan: { type: "object" }, ClanDraft: { type: "object" }, Uuid: { format: "uuid" } });
  const resolved = Object.values(schemas).map((schema) => JSON.stringify(resolve(schema)));
  expect(new Set(resolved).size).toBe(resolved.length);
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  expect(JSON.stringify(document).length / operations).toBeLessThan(1_750);
});

test("a parameter that calls take alike is written once, and each call refers to one of its own name", () => {
  const { parameters = {} } = document.components;
  expect(parameters).toMatchObject({ clanId: { name: "clanId", in: "path", required: true } });
  expect(JSON.stringify(document.paths)).not.toContain('"name":"clanId"');
  for (const { endpoint, path, operation } of listCalls()) {
    const taken = operation.parameters.map((parameter) => resolve(parameter) as Parameter);
    const named = [endpoint.params, endpoint.query].flatMap((part) => Object.keys(part?.shape ?? {}));
    expect(
      taken.filter((parameter) => parameter.in !== "header").map(({ name }) => name),
      path,
    ).toEqual(named);
  }
});

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
    listCalls().flatMap(({ endpoint }) => (acceptsIdempotencyKey(endpoint) ? [endpoint] : [])),
  );
});

test("a call whose answer has an ETag takes it back, and may answer that nothing changed", () => {
  const reference = "#/components/parameters/IfNoneMatch";
  expect(find(reference)).toMatchObject({ name: "If-None-Match", in: "header", required: false });
  expect(find("#/components/headers/ETag")).toHaveProperty("schema");
  for (const { endpoint, path, operation } of listCalls()) {
    const { 200: done, 304: unchanged } = operation.responses;
    expect(unchanged, path).toEqual(endpoint.etag && { description: "Not changed" });
    expect(done?.headers, path).toEqual(endpoint.etag && { ETag: { $ref: "#/components/headers/ETag" } });
    expect(
      operation.parameters.some(({ $ref }) => $ref === reference),
      path,
    ).toBe(endpoint.etag !== undefined);
  }
  for (const path of [
    "/api/clans/{clanId}/members",
    "/api/clans/{clanId}/days/{day}",
    "/api/scoreboards/{scoreboardId}/standings",
    "/api/public/scoreboards/{token}",
    "/api/openapi.json",
  ]) {
    expect(document.paths[path]?.get?.responses, path).toHaveProperty("304");
  }
});

test("filters that take a list say how it is written and what may be in it", () => {
  const parametersOf = (path: string) =>
    (document.paths[path]?.get?.parameters ?? []).map((parameter) => resolve(parameter) as Parameter);
  const descriptionOf = (path: string, name: string) =>
    parametersOf(path).find((parameter) => parameter.name === name)?.description;
  for (const end of ["", "/summary", "/changes", ".csv", ".json"]) {
    const path = `/api/clans/{clanId}/entries${end}`;
    for (const name of ["member_id", "activity_id", "entered_by"]) {
      expect(descriptionOf(path, name), path).toMatch(/^Ids of .*, separated by commas\.$/);
    }
    expect(descriptionOf(path, "group"), path).toContain("has a backslash before it");
    expect(descriptionOf(path, "source"), path).toBe("Any of ui, import, api, self, discord, separated by commas.");
    expect(descriptionOf(path, "states"), path).toMatch(
      /^Any of value, excused, missing, late, edited, separated by commas\. Missing cells are listed only if named/,
    );
    expect(descriptionOf(path, "to"), path).toContain("366 days");
  }
  for (const end of ["standings", "standings.csv", "explain"]) {
    expect(descriptionOf(`/api/scoreboards/{scoreboardId}/${end}`, "period"), end).toMatch(/^The first day of/);
  }
  expect(resolve(find("#/components/schemas/CellDraft"))).toMatchObject({
    properties: {
      value: { description: expect.stringContaining("clears the cell") },
      excused: { description: expect.any(String) },
      base_version: { description: expect.stringContaining("the last writer wins") },
    },
  });
});

test("every part of an address has its parameter, and every parameter a schema", () => {
  for (const { path, operation } of listCalls()) {
    const own = operation.parameters.map((parameter) => resolve(parameter) as Parameter);
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
    const { 200: done, 304: _unchanged, "4XX": other, ...refused } = operation.responses;
    expect(done?.description, path).toBe("Done");
    expect(other, path).toEqual(refused.default);
    for (const [status, { $ref = "" }] of Object.entries(refused)) {
      const code = $ref.split("/").at(-1) ?? "";
      const statuses: Record<string, number | "default"> = { ...statusOfError, refused: "default" };
      expect(find($ref), `${path} ${status}`).toMatchObject({ content: { "application/json": {} } });
      expect(String(statuses[code]), path).toBe(status);
    }
    expect("401" in refused, path).toBe(endpoint.access !== "public");
    expect("429" in refused, path).toBe(endpoint.token !== undefined || endpoint.cost === "heavy");
    expect(operation.description ?? "", path).toMatch(endpoint.cost === "heavy" ? /^At most 2 heavy calls/ : /^$/);
  }
  expect(find("#/components/responses/rate_limited")).toHaveProperty(["headers", "Retry-After"]);
});

test("no reference of the document leads nowhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = ""]) => name);
  expect(references.length).toBeGreaterThan(100);
  expect([...new Set(references)].filter((reference) => find(reference) === undefined)).toEqual([]);
});
