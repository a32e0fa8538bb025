import { fakeBackend } from "./fake-backend.ts";

interface AnswerOptions {
  status?: number;
  headers?: Record<string, string>;
}

/** The auth service of a faked backend; calls are named by method and path under /auth/v1. */
export function fakeAuth(backend = fakeBackend()) {
  const auth = {
    backend,
    answers(call: string, body: unknown, options: AnswerOptions = {}) {
      backend.repliesTo(nameOf(call), () => answer(body, options));
      return auth;
    },
    refuses(call: string, status: number, code: string, more: object = {}, headers: Record<string, string> = {}) {
      return auth.answers(call, { code, message: code, ...more }, { status, headers });
    },
    isUnreachable(call: string) {
      backend.repliesTo(nameOf(call), () => Promise.reject(new TypeError("Failed to fetch")));
      return auth;
    },
    /** Answers only after the returned function is called. */
    holds(call: string, body: unknown) {
      const held = Promise.withResolvers<void>();
      backend.repliesTo(nameOf(call), () => held.promise.then(() => answer(body, {})));
      return held.resolve;
    },
    sentTo: (call: string) => backend.received.filter((one) => one.call === nameOf(call)).map(({ body }) => body),
  };
  return auth.answers("POST /logout", {});
}

/** The client reads the code of a refusal only when the answer names the version it speaks. */
function answer(body: unknown, { status = 200, headers = {} }: AnswerOptions): Response {
  return Response.json(body, { status, headers: { "x-supabase-api-version": "2024-01-01", ...headers } });
}

function nameOf(call: string): string {
  return call.replace(" ", " /auth/v1");
}
