import { expect, test } from "vitest";
import { sharedApp } from "../testing/test-app.ts";

const world = await sharedApp();

const foreignOrigins = ["https://evil.example", "null", "http://localhost:3000.evil.example"];
const toPath = (url: string) => url.replaceAll(/:\w+/g, "00000000-0000-4000-8000-000000000000").replace("*", "x");

test("S47: no page of another site is let in to read an answer, by whatever call", async () => {
  const person = await world.signedUp();
  const routes = world.app.routes.filter(({ url }) => !url.endsWith("/events"));
  expect(routes.length).toBeGreaterThan(100);
  for (const { method, url } of routes) {
    for (const origin of foreignOrigins) {
      const headers = { origin, authorization: `Bearer ${person.access_token}` };
      const answer = await world.app.server.inject({ method: method as "GET", url: toPath(url), headers });
      const opened = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
      expect(opened, `${method} ${url} for ${origin}`).toEqual([]);
      expect(JSON.stringify(answer.headers), `${method} ${url}`).not.toContain("evil.example");
    }
  }
}, 60_000);

test("S47: nobody is told in advance that a call from another site would work", async () => {
  for (const url of [
    "/api/clans",
    "/api/me/profile",
    "/auth/v1/token",
    "/auth/v1/user",
    "/api/scoreboards/public/x",
    "/",
  ]) {
    for (const origin of foreignOrigins) {
      const answer = await world.app.server.inject({
        method: "OPTIONS",
        url,
        headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "authorization" },
      });
      expect(answer.statusCode, url).toBe(404);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  }
});
