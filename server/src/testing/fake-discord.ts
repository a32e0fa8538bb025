import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface DiscordUser {
  id: string;
  username: string;
  global_name?: string | null;
  email?: string | null;
  verified?: boolean;
}

/** Discord's three endpoints on loopback, with one user who always agrees. */
export async function startFakeDiscord(client: { id: string; secret: string }) {
  const departures = new Map<string, { challenge: string | null; redirectUri: string | null }>();
  const tokens = new Set<string>();
  const current: { user: DiscordUser; status: number } = { user: { id: "1", username: "kara" }, status: 200 };

  function authorize({ searchParams }: URL): string {
    const code = randomUUID();
    const redirectUri = searchParams.get("redirect_uri");
    departures.set(code, { challenge: searchParams.get("code_challenge"), redirectUri });
    const back = new URL(String(redirectUri));
    back.search = new URLSearchParams({ code, state: String(searchParams.get("state")) }).toString();
    return back.href;
  }

  async function exchange(request: IncomingMessage): Promise<[number, object]> {
    const form = new URLSearchParams(await readBody(request));
    const departure = departures.get(form.get("code") ?? "");
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
    if (url.pathname === "/oauth2/authorize") response.writeHead(302, { location: authorize(url) }).end();
    else if (url.pathname === "/api/oauth2/token") void exchange(request).then(send);
    else if (url.pathname !== "/api/users/@me") send([404, {}]);
    else if (!tokens.has(request.headers.authorization ?? "")) send([401, {}]);
    else send([current.status, current.user]);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
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
