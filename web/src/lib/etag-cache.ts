import { createEtagCache } from "./create-etag-cache.ts";
import type { SessionService } from "./create-session.ts";
import { services } from "./services.ts";

/** One for each session, made when it is first needed: the first script has no room for what few pages use. */
const caches = new WeakMap<SessionService, ReturnType<typeof createEtagCache>>();

/** Fetches what is read again and again: the server sends it once more only when it has changed. */
export function fetchWithEtag(url: string, init: RequestInit): Promise<Response> {
  const { session } = services();
  const cache = caches.get(session) ?? createEtagCache(session);
  caches.set(session, cache);
  return cache.fetch(url, init);
}
