import { createHmac } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedSms {
  id: string;
  to: string;
  text: string;
}

const secret = "a secret that only the two of us know";

/** An operator's webhook on loopback: it takes what is signed, keeps it, and answers as the test says. */
export async function startSmsWebhook() {
  const received: ReceivedSms[] = [];
  const webhook = { answer: (response: ServerResponse) => void response.writeHead(204).end() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const timestamp = Number(request.headers["x-clanhall-timestamp"]);
      const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
      const isSigned = request.headers["x-clanhall-signature"] === `sha256=${signature}`;
      const isFresh = Math.abs(Date.now() / 1000 - timestamp) < 300;
      if (request.method !== "POST" || !isSigned || !isFresh) return response.writeHead(401).end();
      received.push(JSON.parse(body) as ReceivedSms);
      return webhook.answer(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
  return Object.assign(webhook, {
    received,
    url,
    secret,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

export type SmsWebhook = Awaited<ReturnType<typeof startSmsWebhook>>;
