import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import type { Log } from "../db/log.ts";
import { createEventHub, type EventHub } from "./event-hub.ts";
import { eventChannel, parseEvent } from "./topics.ts";

const heartbeatMs = 15_000;
const firstPauseMs = 100;
const longestPauseMs = 2_000;

interface EventListening {
  hub: EventHub;
  /** Ends the streams that hang on the hub, then the connection. */
  close: () => Promise<void>;
}

/** Holds the one connection on which this instance receives what any instance publishes, and restores it when it is lost. */
export async function listenForEvents(connection: ClientConfig, log: Log): Promise<EventListening> {
  const hub = createEventHub(log);
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let client = await openListener(connection, hub, log, reconnect);

  function reconnect(reason: Error, pauseMs = firstPauseMs) {
    if (isClosed) return;
    log.warn({ err: reason }, "event connection lost, connecting again");
    retry = setTimeout(() => void connectAgain(pauseMs), pauseMs * (0.5 + Math.random()));
  }

  async function connectAgain(pauseMs: number) {
    try {
      client = await openListener(connection, hub, log, reconnect);
    } catch (error) {
      reconnect(error as Error, Math.min(pauseMs * 2, longestPauseMs));
      return;
    }
    if (isClosed) return client.end();
    log.info({}, "event connection restored");
    hub.resync();
  }

  return {
    hub,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      hub.close();
      await Promise.race([client.end(), pause(1_000, undefined, { ref: false })]);
    },
  };
}

/** Connects, listens, and reports the loss of the connection once, be it an error, an end or a missing heart-beat. */
async function openListener(
  connection: ClientConfig,
  hub: EventHub,
  log: Log,
  onLost: (reason: Error) => void,
): Promise<Client> {
  const client = new Client({
    ...connection,
    application_name: "clanhall events",
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  let heartbeat: NodeJS.Timeout | undefined;
  let isListening = false;
  const lose = (reason: Error) => {
    clearInterval(heartbeat);
    if (!isListening) return;
    isListening = false;
    client.end().catch(() => undefined);
    onLost(reason);
  };
  client.on("error", lose);
  client.on("end", () => lose(new Error("The connection ended")));
  client.on("notification", ({ payload = "" }) => receive(payload, hub, log));
  try {
    await client.connect();
    await client.query(`listen ${eventChannel}`);
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
  isListening = true;
  heartbeat = setInterval(() => void client.query("select 1").catch(lose), heartbeatMs);
  return client;
}

function receive(payload: string, hub: EventHub, log: Log): void {
  try {
    hub.deliver(parseEvent(JSON.parse(payload)));
  } catch (err) {
    log.error({ err }, "event could not be read");
  }
}
