import type { AnswerOf, CallInput, Endpoint } from "@clanhall/contract/endpoint";
import { refused, unreachable } from "./api-errors.ts";
import type { Request } from "./compat/endpoints.ts";
import { markBackend } from "./connectivity.ts";
import { mayOutliveThePage } from "./leaving.ts";
import { refreshIfDue } from "./session.ts";
import { devUserKey } from "./stored-session.ts";
import { authTokenKey, readStored } from "./shared/storage.ts";

/** What other servers answer in their own way. Not part of the first script: signing in needs none of it. */
const adaptedPaths = /^\/api\/(?:app-admins|bulletins|clan-members|clans|invites|me|scoreboards)(?:\/|$)/;
let compat: Promise<typeof import("./compat/endpoints.ts")> | undefined;

function loadCompat() {
  compat ??= import("./compat/endpoints.ts").catch(() => {
    compat = undefined;
    markBackend(false);
    throw unreachable("ENETUNREACH");
  });
  return compat;
}

const defaultTimeoutMs = 10_000;
/** As many heavy calls as the server lets an account have under way; a third would be refused. */
const heavyAtOnce = 2;
const heavyCalls = createHeavyCalls();

export interface CallOptions {
  timeoutMs?: number;
  /** Leaves out who is calling, for calls that need nobody. */
  anonymous?: boolean;
  /** Lets the caller drop a call it no longer needs; a dropped call says nothing about the backend. */
  signal?: AbortSignal;
  /** It is made once more when it fails: that alone does not say that the backend is away. */
  isTriedAgain?: boolean;
  /** The same key again makes the server answer as before instead of doing the work twice. */
  idempotencyKey?: string;
  /** The answer is a file. */
  asFile?: boolean;
  /** Fetches in another way, such as one that remembers. */
  fetch?: typeof fetchEarly;
}

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Makes one call of the contract and answers with what the server sent, in the contract's shape. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const { params = {}, query, body } = input as AnyInput;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const request = { method: endpoint.method, path, ...(query && { query }), body };
  const adapt = adaptedPaths.test(endpoint.path) ? (await loadCompat()).adapterOf(endpoint) : undefined;
  const work = () => (adapt ? adapt((adapted) => send(adapted, options), request, params) : send(request, options));
  return (await (endpoint.cost === "heavy" ? heavyCalls(work) : work())) as AnswerOf<E>;
}

/** Sends one request to the backend and keeps the book on whether it can be reached. */
export async function send(request: Request, options: CallOptions = {}): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const markAway = () => options.isTriedAgain || markBackend(false);
  let answer: Response;
  let text: string;
  try {
    answer = await (options.fetch ?? fetchEarly)(toUrl(request), await toInit(request, options, signal));
    if (options.asFile && answer.ok) return await answer.blob();
    text = await answer.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    markAway();
    throw unreachable(timeout.aborted ? "ETIMEDOUT" : "ENETUNREACH");
  }
  if (answer.ok) markBackend(true);
  else if (answer.status >= 500) markAway();
  return readBody(answer, text);
}

/** The document has asked for some of it already, while the scripts were loading. */
export function fetchEarly(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const { earlyCalls } = window as { earlyCalls?: Record<string, string | Promise<Response>> };
  const early = init.method === "GET" ? earlyCalls?.[url] : undefined;
  // Each answer counts once, and only for who asked.
  if (earlyCalls) delete earlyCalls[url];
  const isUsable = early instanceof Promise && earlyCalls?.["token"] === readStored(authTokenKey);
  return isUsable ? unlessAborted(early, init.signal) : fetch(url, init);
}

function readBody(answer: Response, text: string): unknown {
  const body = parse(text);
  if (!answer.ok) throw refused(answer.status, answer.statusText, body);
  if (body === undefined && text !== "") throw refused(answer.status, "The answer was not JSON", null);
  return body;
}

function toUrl({ path, query = {} }: Request): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

async function toInit({ method, body }: Request, options: CallOptions, signal: AbortSignal) {
  const headers: Record<string, string> = { accept: "application/json" };
  if (!options.anonymous) Object.assign(headers, await identityHeaders(signal));
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  if (body === undefined) return { method, headers, signal };
  const text = JSON.stringify(body);
  const keepalive = mayOutliveThePage(text);
  return { method, headers: { ...headers, "content-type": "application/json" }, signal, body: text, keepalive };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says who is calling: the bearer token, or in development the user id when there is no token. */
export async function identityHeaders(signal: AbortSignal): Promise<Record<string, string>> {
  await unlessAborted(refreshIfDue(), signal);
  const token = readStored(authTokenKey);
  if (token) return { authorization: `Bearer ${token}` };
  const devUser = readStored(devUserKey);
  return devUser ? { "x-dev-user-id": devUser } : {};
}

/** What hangs must not outlive the call that waits for it. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException("The call was given up", "AbortError"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Lets calls that cost the server much go out two at a time: a page may ask for more than that at once. */
export function createHeavyCalls() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (running >= heavyAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The turn is handed on without being given up, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
