import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** A clock that is further off than this is reported; see /health. */
const longestSkewMs = 30_000;
const everyMs = 10_000;

/** What the database's clock showed, and what this process's stopwatch showed then. */
let reading: { at: number; since: number } | null = null;

/**
 * The database's time: all instances judge by it what has expired, whatever the clock of their machine shows. Between
 * two readings it goes on by a stopwatch that nobody can set. Without a reading, as in commands, it is the machine's.
 */
export const clock = {
  /** In whole milliseconds, as columns of counts take it. */
  now: (): number => (reading ? Math.floor(reading.at + performance.now() - reading.since) : Date.now()),
};

export function currentTime(): Date {
  return new Date(clock.now());
}

/** By how much this machine's clock is ahead of the database's; below zero, it is behind. */
export function findSkewMs(): number {
  return Date.now() - clock.now();
}

/** Why an operator has to set this machine's clock, or null. */
export function findClockProblem(skewMs = findSkewMs()): string | null {
  if (Math.abs(skewMs) <= longestSkewMs) return null;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const side = skewMs > 0 ? "ahead of" : "behind";
  return `The clock of this server is ${seconds} s ${side} the database's. Let both take their time from NTP.`;
}

/** Reads the database's clock, and again every few seconds, until it is stopped. */
export async function followDatabaseClock(db: Db): Promise<{ stop(): void }> {
  await readDatabaseClock(db);
  // While the database is away, the stopwatch goes on.
  const timer = setInterval(() => void readDatabaseClock(db).catch(() => {}), everyMs).unref();
  return {
    stop() {
      clearInterval(timer);
      reading = null;
    },
  };
}

async function readDatabaseClock(db: Db): Promise<void> {
  const before = performance.now();
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const after = performance.now();
  const at = rows[0]?.ms ?? Date.now();
  const late = (after - before) / 2;
  // Time does not step by what may only be the length of the way.
  const expected = reading && reading.at + (before + after) / 2 - reading.since;
  if (expected !== null && Math.abs(expected - at) <= late) return;
  reading = { at: at + late, since: after };
}
