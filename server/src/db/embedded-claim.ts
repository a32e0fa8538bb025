import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { isDatabaseAway } from "./wait-for-database.ts";
import { connectOrStart, type EmbeddedServer } from "./embedded/connect.ts";
import { StartError } from "./start-error.ts";

/** A server owns its folder alone; a visitor is a command that may share it with a server. */
export type EmbeddedRole = "server" | "visitor";

/** Long enough for a server that is about to stop, short enough to be told at once that another one stays. */
const longestTry = 700;

const claims = {
  server: `select pg_try_advisory_lock(${advisoryLocks.owner}) as got`,
  visitor: `select pg_try_advisory_lock_shared(${advisoryLocks.visitors}) as got`,
};

/**
 * Returns a connection that holds our claim on the cluster for as long as it is open. A server left behind by a crash is
 * adopted this way: its owner's connection, and with it the claim, died with the owner.
 */
export async function claimServer(server: EmbeddedServer, role: EmbeddedRole): Promise<pg.Client> {
  for (;;) {
    const client = await connectOrStart(server);
    try {
      if (await tryLock(client, claims[role])) return client;
    } catch (error) {
      if (error instanceof Error && isDatabaseAway(error)) continue;
      throw error;
    }
    await client.end();
    throw new StartError(
      `Another Clanhall is already running on ${server.folder.path}. Stop it, or set CLANHALL_DATA to another folder.`,
    );
  }
}

/** Whether nobody else is on the cluster; if so the claim keeps newcomers waiting until the server has stopped. */
export async function isLastOut(client: pg.Client, role: EmbeddedRole): Promise<boolean> {
  const others = role === "server" ? advisoryLocks.visitors : advisoryLocks.owner;
  if (role === "visitor") await client.query(`select pg_advisory_unlock_shared(${advisoryLocks.visitors})`);
  const { rows } = await client.query(
    `select pg_try_advisory_lock(${others}) and pg_try_advisory_lock(${advisoryLocks.visitors}) as alone`,
  );
  return rows[0].alone;
}

async function tryLock(client: pg.Client, statement: string): Promise<boolean> {
  const since = Date.now();
  for (;;) {
    const { rows } = await client.query(statement);
    if (rows[0].got) return true;
    if (Date.now() - since > longestTry) return false;
    await pause(50);
  }
}
