import { services } from "./services.ts";

/** Fetches what is read again and again: the server sends it once more only when it has changed. */
export function fetchWithEtag(url: string, init: RequestInit): Promise<Response> {
  return services().etagCache.fetch(url, init);
}
