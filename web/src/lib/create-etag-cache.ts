import { currentSession, onSessionChange } from "./session.ts";

/** A day of a large clan is megabytes: what was looked at last is enough. */
const mostKept = 10;

/** By address, the least lately used first. The browser itself may keep nothing of what a clan writes. */
const kept = new Map<string, { etag: string; text: string }>();
let keptFor = currentSession()?.userId;

onSessionChange((session) => {
  if (session?.userId !== keptFor) kept.clear();
  keptFor = session?.userId;
});

/** Fetches what is read again and again: the server sends it once more only when it has changed. */
export async function fetchRemembered(url: string, init: RequestInit): Promise<Response> {
  const known = kept.get(url);
  const askedBy = keptFor;
  const headers = new Headers(init.headers);
  if (known) headers.set("if-none-match", known.etag);
  const answer = await fetch(url, { ...init, headers });
  const isSame = answer.status === 304 && known !== undefined;
  const etag = answer.headers.get("etag");
  if (!isSame && !(answer.ok && etag)) return answer;
  const news = isSame ? known : { etag: etag ?? "", text: await answer.text() };
  if (askedBy === keptFor) keep(url, news);
  return new Response(news.text);
}

function keep(url: string, answer: { etag: string; text: string }): void {
  kept.delete(url);
  kept.set(url, answer);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}
