import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { escapeHtml } from "../escape-html.ts";

export interface DiscordUser {
  id: string;
  username: string;
  global_name?: string | null;
  email?: string | null;
  verified?: boolean;
}

interface DiscordClient {
  id: string;
  secret: string;
  /** Where Discord sends people back to, as its developer page has it; anywhere without it. */
  callback?: string;
}

interface FakeDiscordOptions {
  port?: number;
  user?: DiscordUser;
  /** Shows the page on which somebody agrees or turns back, as Discord does to whoever comes for the first time. */
  asks?: boolean;
}

/** Discord's three endpoints on loopback, with one user, who always agrees unless they are asked. */
export async function startFakeDiscord(
  client: DiscordClient,
  { port = 0, user: first = { id: "1", username: "kara" }, asks = false }: FakeDiscordOptions = {},
) {
  const departures = new Map<string, { challenge: string | null; redirectUri: string | null }>();
  const tokens = new Set<string>();
  const current: { user: DiscordUser; status: number } = { user: first, status: 200 };

  function comeBack({ searchParams }: URL, answer: Record<string, string>): string {
    const back = new URL(String(searchParams.get("redirect_uri")));
    back.search = new URLSearchParams({ ...answer, state: String(searchParams.get("state")) }).toString();
    return back.href;
  }

  function agree(url: URL): string {
    const code = randomUUID();
    const { searchParams } = url;
    const redirectUri = searchParams.get("redirect_uri");
    departures.set(code, { challenge: searchParams.get("code_challenge"), redirectUri });
    return comeBack(url, { code });
  }

  /** What Discord refuses to show a page for. */
  function isKnown({ searchParams }: URL): boolean {
    const isOurs = client.callback === undefined || searchParams.get("redirect_uri") === client.callback;
    return isOurs && searchParams.get("client_id") === client.id && searchParams.get("response_type") === "code";
  }

  function toPage(url: URL): string {
    const link = (href: string, label: string) => `<p><a href="${escapeHtml(href)}">${label}</a></p>`;
    const cancel = comeBack(url, {
      error: "access_denied",
      error_description: "The resource owner denied the request",
    });
    const scope = escapeHtml(url.searchParams.get("scope") ?? "");
    return `<!doctype html><title>Discord</title><h1>Clanhall wants to access your account</h1><p>${scope}</p>
      ${link(agree(url), "Authorize")}${link(cancel, "Cancel")}`;
  }

  async function exchange(request: IncomingMessage): Promise<[number, object]> {
    const form = new URLSearchParams(await readBody(request));
    const code = form.get("code") ?? "";
    const departure = departures.get(code);
    departures.delete(code);
    const verifier = form.get("code_verifier") ?? "";
    const isRight =
      departure?.challenge === createHash("sha256").update(verifier).digest("base64url") &&
      departure.redirectUri === form.get("redirect_uri") &&
      form.get("client_id") === client.id &&
      form.get("client_secret") === client.secret;
    if (!isRight) return [400, { error: "invalid_grant" }];
    const token = randomUUID();
    tokens.add(`Bearer ${token}`);
    return [200, { access_token: token, token_type: "Bearer", expires_in: 600, scope: "identify email" }];
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const send = ([status, body]: [number, object]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/oauth2/authorize") {
      if (!isKnown(url)) send([400, { message: "Invalid OAuth2 redirect_uri" }]);
      else if (asks) response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(toPage(url));
      else response.writeHead(302, { location: agree(url) }).end();
    } else if (url.pathname === "/api/oauth2/token") void exchange(request).then(send);
    else if (url.pathname !== "/api/users/@me") send([404, {}]);
    else if (!tokens.has(request.headers.authorization ?? "")) send([401, {}]);
    else send([current.status, current.user]);
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return {
    home: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Who is at Discord from now on, and how Discord answers when asked for them. */
    setUser(user: DiscordUser, status = 200) {
      Object.assign(current, { user, status });
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
