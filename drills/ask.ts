/** What came back; status 0 when nothing did. */
export interface Confirmed<Answer> {
  status: number;
  answer: Answer;
}

interface CallInput {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** One call whose refusal is an answer as good as any other. */
export async function ask<Answer = { message?: string }>(
  address: string,
  method: string,
  path: string,
  { token, body, headers = {}, signal = AbortSignal.timeout(20_000) }: CallInput = {},
): Promise<Confirmed<Answer>> {
  try {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await answer.text();
    return { status: answer.status, answer: (text === "" ? {} : JSON.parse(text)) as Answer };
  } catch {
    return { status: 0, answer: {} as Answer };
  }
}
