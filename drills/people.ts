import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.ts";

export const password = "otter lantern gravel 42";
const json = { "content-type": "application/json" };

export interface Person {
  id: string;
  email: string;
  token: string;
}

export async function signUp(address: string, name = crypto.randomUUID().slice(0, 8)): Promise<Person> {
  const email = `${name}@drill.example`;
  const body = JSON.stringify({ email, password, data: { display_name: name } });
  const answer = await fetchSteadily(`${address}/auth/v1/signup`, { method: "POST", headers: json, body });
  if (!answer.ok) throw new Error(`signing up failed: ${await answer.text()}`);
  const { access_token: token, user } = (await answer.json()) as { access_token: string; user: { id: string } };
  return { id: user.id, email, token };
}

/** A token lasts an hour. */
const renewEveryMs = 20 * 60_000;
const tryAgainMs = 5_000;

/** As a browser does before the token ends; while something is broken it tries again. */
export async function renewToken(address: string, person: Person, ending: AbortSignal): Promise<void> {
  const body = { email: person.email, password };
  let waitMs = renewEveryMs;
  for (;;) {
    await pause(waitMs, null, { signal: ending }).catch(() => {});
    if (ending.aborted) return;
    const path = "/auth/v1/token?grant_type=password";
    const { status, answer } = await ask<{ access_token?: string }>(address, "POST", path, { body });
    if (status === 200 && answer.access_token) person.token = answer.access_token;
    waitMs = status === 200 ? renewEveryMs : tryAgainMs;
  }
}

/** Once more where a kept connection was closed just when it was used again. */
function fetchSteadily(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init).catch((error: unknown) => {
    const isClosed = error instanceof TypeError && String(error.cause).includes("other side closed");
    if (isClosed) return fetch(url, init);
    throw error;
  });
}

/** One call of the API as somebody; throws unless it succeeds. */
export async function call<Answer>(
  address: string,
  { token }: Pick<Person, "token">,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetchSteadily(`${address}${path}`, {
    method,
    headers: { ...json, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} failed: ${(await answer.text()).slice(0, 500)}`);
  return (await answer.json()) as Answer;
}

/** A clan of somebody's own. */
export async function createClan(address: string, owner: Person): Promise<string> {
  const name = `Drill ${crypto.randomUUID().slice(0, 8)}`;
  const input = { name, time_zone: "UTC", player_name: "Owner" };
  return (await call<{ id: string }>(address, owner, "POST", "/api/clans", input)).id;
}
