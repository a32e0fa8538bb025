import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { drainOnClose } from "./drain.ts";
import { createLog } from "./logging.ts";
import { createServer } from "./server.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function visit(address: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(`${address}/hall`, { agent }), "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer;
}

test("somebody whose request is on its way while the instance stops is answered, and told to go elsewhere", async () => {
  const server = createServer(createLog({ logLevel: "silent" }), 0);
  drainOnClose(server, 10_000);
  server.get("/hall", async () => ({ open: true }));
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  expect((await visit(address)).headers.connection).toBe("keep-alive");

  const closed = server.close();
  const last = await visit(address);
  expect(last.statusCode).toBe(200);
  expect(last.headers.connection).toBe("close");
  await closed;
  await expect(visit(address)).rejects.toThrow("ECONNREFUSED");
});

test("a connection that brings nothing more does not hold up the stop", async () => {
  const server = createServer(createLog({ logLevel: "silent" }), 0);
  drainOnClose(server, 50);
  server.get("/hall", async () => ({ open: true }));
  await visit(await server.listen({ port: 0, host: "127.0.0.1" }));
  await server.close();
  expect(server.server.listening).toBe(false);
});
