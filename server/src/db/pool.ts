import type { Duplex } from "node:stream";
import { type ClientConfig, Pool, type PoolClient, TypeOverrides, types } from "pg";
import type { Log } from "./log.ts";

const oids = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  int8Array: 1016,
  numericArray: 1231,
  dateArray: 1182,
  textArray: 1009,
};

/** The limits every request lives under: it waits two seconds for a connection and five for one statement. */
const limits = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
  /** For a server that no longer answers at all and so cannot keep its own limits. */
  query_timeout: 8_000,
  keepAlive: true,
};

/**
 * Our statements are short: compiling one that only looks costly takes longer than running it. What they read is in
 * memory or on a disk without a head to move, so that a look by an index is cheap also in a small table. Whoever waits for
 * a lock has waited for a connection before, perhaps twice, and is to be answered within eight seconds.
 */
const ofSession = "-c jit=off -c random_page_cost=1.1 -c lock_timeout=3s";

export function createPool(connection: ClientConfig, size: number, log: Log): Pool {
  const options = [connection.options, ofSession].filter(Boolean).join(" ");
  const name = connection.application_name ?? "clanhall";
  const pool = new Pool({ ...connection, ...limits, options, application_name: name, max: size, types: columnTypes() });
  // A database that stops with us may be quicker than our good-bye.
  const note = (err: Error, what: string) => pool.ending || log.warn({ err }, what);
  pool.on("error", (err) => note(err, "An idle database connection was lost"));
  pool.on("connect", (client) => {
    client.on("error", (err) => note(err, "A database connection was lost"));
    readInTurns(client.connection.stream);
  });
  pool.on("release", (_error, client) => {
    if (isBusy(client)) void client.end();
  });
  return pool;
}

/** What a socket hands over at once when more is waiting behind it. */
const fullChunk = 65_536;

/**
 * A socket reads on for as long as it is handed something, some two megabytes before anything else has its turn, and the
 * rows in them are taken apart right there. After each full chunk others come first.
 */
function readInTurns(stream: Duplex): void {
  stream.on("data", (chunk: Buffer) => {
    if (chunk.length < fullChunk) return;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}

/** A connection given back while its statement still runs (its wait was cut short) must not serve anyone else. */
function isBusy(client: PoolClient): boolean {
  return "readyForQuery" in client && client.readyForQuery === false;
}

/** Days stay the text they are, without a time zone to shift them; all numbers are numbers. */
function columnTypes() {
  const parsers = new TypeOverrides();
  const listOf = types.getTypeParser(oids.textArray) as (text: string) => (string | null)[];
  parsers.setTypeParser(oids.int8, toSafeInteger);
  parsers.setTypeParser(oids.numeric, Number);
  parsers.setTypeParser(oids.date, String);
  parsers.setTypeParser(oids.int8Array, (text) => listOf(text).map((item) => item && toSafeInteger(item)));
  parsers.setTypeParser(oids.numericArray, (text) => listOf(text).map((item) => item && Number(item)));
  parsers.setTypeParser(oids.dateArray, listOf);
  return parsers;
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}
