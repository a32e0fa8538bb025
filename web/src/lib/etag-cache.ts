import { fetchEarly } from "./api-client.ts";
import { service } from "./services.ts";
import { createSession, type SessionService } from "./session.ts";

/** A day of a large clan is megabytes: what was looked at last is enough. */
const mostKept = 10;

interface KeptAnswer {
  etag: string;
  text: string;
}

/** What one person read last; another one finds nothing of it. The browser itself may keep nothing of what a clan writes. */
function createEtagCache(session: Pick<SessionService, "current" | "onChange">) {
  /** By address, the least lately used first. */
  const kept = new Map<string, KeptAnswer>();
  let keptFor = session.current()?.userId;

  session.onChange((next) => {
    if (next?.userId !== keptFor) kept.clear();
    keptFor = next?.userId;
  });

  function keep(url: string, answer: KeptAnswer): void {
    kept.delete(url);
    kept.set(url, answer);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async fetch(...[url, init]: Parameters<typeof fetchEarly>): Promise<Response> {
      const known = kept.get(url);
      const askedBy = keptFor;
      const headers = new Headers(init.headers);
      if (known) headers.set("if-none-match", known.etag);
      const answer = await fetchEarly(url, { ...init, headers });
      const isSame = answer.status === 304 && known !== undefined;
      const etag = answer.headers.get("etag");
      if (!isSame && !(answer.ok && etag)) return answer;
      const news = isSame ? known : { etag: etag ?? "", text: await answer.text() };
      if (askedBy === keptFor) keep(url, news);
      return new Response(news.text);
    },
  };
}

/** One for each session, made when it is first needed: the first script has no room for what few pages use. */
const caches = new WeakMap<SessionService, ReturnType<typeof createEtagCache>>();

/** Fetches what is read again and again: the server sends it once more only when it has changed. */
export function fetchWithEtag(url: string, init: Parameters<typeof fetchEarly>[1]): Promise<Response> {
  const session = service(createSession);
  const cache = caches.get(session) ?? createEtagCache(session);
  caches.set(session, cache);
  return cache.fetch(url, init);
}
