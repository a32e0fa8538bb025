import type { Access, Endpoint } from "@clanhall/contract/endpoint";
import type { FastifyInstance } from "fastify";

/**
 * The auth contract also has calls for programs that administer the accounts; the product API has none.
 * Whoever watches over the installation reads its metrics with a token of their own.
 */
type DeclaredAccess = Access | "service" | "metrics";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: DeclaredAccess;
    endpoint?: Endpoint;
  }
}

export interface DeclaredRoute {
  method: string;
  url: string;
  access: DeclaredAccess;
  endpoint: Endpoint | null;
}

/** Refuses to build an app with a route that does not say who may call it, and remembers those that do. */
export function requireDeclaredAccess(app: FastifyInstance): DeclaredRoute[] {
  const routes: DeclaredRoute[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} does not declare who may call it`);
    if (config.endpoint?.content === "text/event-stream" && !config.endpoint.stream) {
      throw new Error(`${String(method)} ${url} does not declare what kind of stream it is`);
    }
    for (const name of [method].flat()) {
      routes.push({ method: name, url, access: config.access, endpoint: config.endpoint ?? null });
    }
  });
  return routes;
}
