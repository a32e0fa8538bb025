import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { moveTo } from "./move-to.ts";

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sent as it is, for answers that are not JSON. */
  text?: string;
}

type Answers = Record<string, Answer | "silence">;

interface Heard {
  call: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A real HTTP server that gives the listed answers, by method and path with query, and 404 to everything else. */
export async function realServer(answers: Answers) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    const respond = (body: string) => {
      heard.push({ call, headers: request.headers, body });
      const answer = answers[call] ?? { status: 404, body: { error: "not_found", message: "No such path" } };
      if (answer !== "silence") send(response, answer);
    };
    void readText(request).then(respond);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  // The page now belongs to the server, so that its calls go there.
  moveTo(`http://127.0.0.1:${port}/`);
  return { heard, answers, calls: () => heard.map(({ call }) => call), close };
}

function send(response: ServerResponse, { status = 200, headers, body, text }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(text ?? (body === undefined ? "" : JSON.stringify(body)));
}
