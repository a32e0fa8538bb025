import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";

interface Held {
  connections: number;
  takes: number;
}

const requests = new AsyncLocalStorage<Held>();

/** Runs a request of a test, which fails when it takes a second connection while it holds one. */
export function asRequest<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return requests.run(requests.getStore() ?? { connections: 0, takes: 0 }, async () => await work());
}

/** How often a request takes a connection: once for each statement, and once for each transaction. */
export async function countTakes(work: () => Promise<unknown>): Promise<number> {
  const held = { connections: 0, takes: 0 };
  await requests.run(held, async () => await work());
  return held.takes;
}

/** A pool runs dry when requests wait for a second connection with the first in their hands. */
export function refuseSecondConnections(pool: Pool): void {
  const owners = new WeakMap<PoolClient, Held>();
  const connect = pool.connect.bind(pool);
  const connectOne = async (): Promise<PoolClient> => {
    const held = requests.getStore();
    if (!held) return connect();
    if (held.connections > 0) throw new Error("a request takes a second connection while it holds one");
    held.connections += 1;
    held.takes += 1;
    const client = await connect();
    owners.set(client, held);
    return client;
  };
  // The pool's own queries come with a callback.
  const orOwn = (callback?: Parameters<typeof connect>[0]) => (callback ? connect(callback) : connectOne());
  pool.connect = orOwn as Pool["connect"];
  pool.on("release", (_error, client) => {
    const held = owners.get(client);
    if (held) held.connections -= 1;
    owners.delete(client);
  });
}
