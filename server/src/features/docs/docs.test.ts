import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("every call of the product is in the OpenAPI document, with who may make it", async () => {
  const document = (await world.visitor.get("/api/openapi.json")).json();
  expect(document.openapi).toBe("3.1.0");
  for (const { endpoint } of world.app.routes) {
    if (!endpoint) continue;
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    expect(document.paths[path][endpoint.method.toLowerCase()]["x-access"]).toEqual(endpoint.access);
  }
  expect(document.paths["/api/me/login-activity"].put.requestBody.content["application/json"].schema).toMatchObject({
    type: "object",
    required: ["adblock"],
    additionalProperties: false,
  });
});

test("a person reads the same on a page that needs no script", async () => {
  const page = await world.visitor.get("/api/docs");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body.match(/<code>\/api\/me\/login-activity<\/code>/g)).toHaveLength(2);
  expect(page.body).not.toContain("<script");
  expect(page.headers["content-security-policy"]).toMatch(/style-src 'sha256-[^']+' 'self'/);
});
