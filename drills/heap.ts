import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../bench/processes.ts";

/** What an instance has to be started with so that its heap can be read. */
export async function prepareHeap() {
  const inspector = `127.0.0.1:${await findFreePort()}`;
  return {
    env: { NODE_OPTIONS: `--inspect-port=${inspector}` },
    async open(pid: number) {
      process.kill(pid, "SIGUSR1");
      const socket = new WebSocket(await findSocket(inspector));
      await once(socket, "open");
      return {
        /** What it holds once its garbage is gone. */
        async readMb(): Promise<number> {
          await send(socket, "HeapProfiler.collectGarbage");
          const { usedSize } = await send(socket, "Runtime.getHeapUsage");
          return Number(usedSize) / 1e6;
        },
        close: () => socket.close(),
      };
    },
  };
}

/** The inspector's own address, once it listens. */
async function findSocket(inspector: string): Promise<string> {
  for (;;) {
    const targets = await fetch(`http://${inspector}/json/list`).then(
      (answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    if (targets[0]) return targets[0].webSocketDebuggerUrl;
    await pause(50);
  }
}

let messages = 0;

async function send(socket: WebSocket, method: string): Promise<Record<string, unknown>> {
  const id = ++messages;
  socket.send(JSON.stringify({ id, method }));
  for (;;) {
    const [event] = (await once(socket, "message")) as [MessageEvent<string>];
    const answer = JSON.parse(event.data) as { id?: number; result?: Record<string, unknown> };
    if (answer.id === id) return answer.result ?? {};
  }
}
