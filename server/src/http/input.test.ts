import { runs } from "@clanhall/contract/testing/property-runs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { sharedApp } from "../testing/test-app.ts";

const world = await sharedApp();

const leaks = /\bat (file|\/)|select |insert |node_modules|Error:/i;

/** Every call of the contract with something in each part of its path. */
function listCalls() {
  return world.app.routes.flatMap(({ endpoint }) =>
    endpoint && !endpoint.content ? [{ method: endpoint.method, url: endpoint.path }] : [],
  );
}

test("S56: whatever arrives in a body, the answer is a refusal that tells nothing of our insides", async () => {
  const user = await world.user();
  const calls = listCalls().filter(({ method }) => method !== "GET");
  const body = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("", "null", "[]", "0", '""', "{}}", "\u0000"),
    fc.constant('{"adblock":true,"adblock":"x"}'),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), body, async (call, payload) => {
      const headers = { "content-type": "application/json", "x-dev-user-id": user.userId };
      const answer = await world.app.server.inject({ ...call, headers, payload });
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.body).not.toMatch(leaks);
    }),
    runs(200),
  );
});

test("S52: whatever stands in an address, the answer is no failure of ours", async () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("%", "%00", "..", "%2e%2e%2f", "%ff", "__proto__"),
  );
  const start = fc.constantFrom("/", "/api/", "/api/me/", "/assets/", "/scoreboard/", "/clan-admin/", "/dev/mail/");
  await fc.assert(
    fc.asyncProperty(start, part, part, async (prefix, path, query) => {
      const url = `${prefix}${path.replaceAll(/[\s?#]/g, "")}?q=${query.replaceAll(/[\s#]/g, "")}`;
      const answer = await world.app.server.inject({ method: "GET", url });
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.body).not.toContain("<script>alert");
    }),
    runs(300),
  );
});

test("S48: an address that cannot be decoded is an unknown one, with the protective headers", async () => {
  for (const url of ["/%", "/api/%ff", "/clan-admin/%E0%A4%A"]) {
    const answer = await world.app.server.inject({ method: "GET", url });
    expect(answer.statusCode, url).toBe(404);
    expect(answer.headers, url).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
  }
});

/** How the validation library talks about a value when nobody gave it better words. */
const libraryMessage = /Invalid |expected|received|Too (big|small)|Unrecognized|Must be|\bnull\b.*\bundefined\b/;
const wrongValues = [undefined, null, true, -1, 1.5, 1e15, "", "x", "x".repeat(5_000), [], [7], {}, { a: 1 }];

/** The schema of each field, inside of lists and objects too, up to a depth that no request has. */
function listSchemas(schema: z.ZodType, depth = 0): z.ZodType[] {
  if (depth > 8) return [];
  const { shape, element, innerType, options, in: input } = schema.def as unknown as Record<string, unknown>;
  const inner = [element, innerType, input, ...((options as unknown[]) ?? []), ...Object.values(shape ?? {})];
  return [schema, ...inner.filter((part) => part instanceof z.ZodType).flatMap((part) => listSchemas(part, depth + 1))];
}

test("whatever is wrong with a field, the message is a sentence of ours and not the library's", () => {
  const requests = world.app.routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []));
  const messages = new Set<string>();
  for (const { body, query, path } of requests) {
    for (const schema of [body, query].flatMap((part) => (part ? listSchemas(part) : []))) {
      for (const value of wrongValues) {
        for (const { message } of schema.safeParse(value).error?.issues ?? []) {
          expect(message, `${path} with ${JSON.stringify(value)}`).not.toMatch(libraryMessage);
          messages.add(message);
        }
      }
    }
  }
  expect(messages.size).toBeGreaterThan(50);
  for (const message of messages) expect(message).toMatch(/^.*\p{L}.* .*\p{L}.*/u);
});

test("a caller reads which kind of value belongs into a field", async () => {
  const owner = await world.user();
  const refusal = async (payload: object) => {
    const answer = await owner.send("POST", "/api/clans", payload);
    expect(answer.statusCode).toBe(400);
    return answer.json().details as { path: string; message: string }[];
  };
  expect(await refusal({ name: 7, week_start: "x" })).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: "name", message: "Enter a text." })]),
  );
  expect(await refusal({})).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: "name", message: "Fill this in." })]),
  );
});
