import type { FastifyInstance, InjectOptions } from "fastify";

/** The cookies and the steps of one browser, as far as redirects need them. */
export function openBrowser(server: FastifyInstance) {
  const appCookies = new Map<string, string>();

  async function inject(options: InjectOptions) {
    const cookie = toHeader(appCookies);
    const headers = { ...options.headers, ...(cookie && { cookie }) };
    const answer = await server.inject({ ...options, headers });
    for (const { name, value } of answer.cookies) appCookies.set(name, value);
    return answer;
  }

  return {
    inject,
    appCookies,
    /** Opens a page of the app, given by its path or its whole address. */
    visit(address: string) {
      const { pathname, search } = new URL(address, "http://localhost");
      return inject({ method: "GET", url: pathname + search });
    },
    /** Follows a provider's redirects, picking the account, until they lead away from it; returns where to. */
    async passThrough(address: unknown, account: string): Promise<string> {
      let next = new URL(String(address));
      const { origin } = next;
      const cookies = new Map<string, string>();
      while (next.origin === origin) {
        if (next.pathname.startsWith("/pick/")) next.searchParams.set("account", account);
        const answer = await fetch(next, { redirect: "manual", headers: { cookie: toHeader(cookies) } });
        keepCookies(cookies, answer);
        const location = answer.headers.get("location");
        if (!location) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
        next = new URL(location, next);
      }
      return next.href;
    },
  };
}

function toHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function keepCookies(cookies: Map<string, string>, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ""] = cookie.split(";");
    const at = pair.indexOf("=");
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

/** Where a redirect leads, in parts. */
export function readLocation({ headers }: { headers: Record<string, unknown> }) {
  const url = new URL(String(headers["location"]));
  return {
    page: url.origin + url.pathname,
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}
