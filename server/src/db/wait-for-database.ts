import { setTimeout as pause } from "node:timers/promises";

/** Codes of a database that cannot answer: the socket's, PostgreSQL's start-up and shutdown, too many clients, too slow. */
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "57014",
  // A lock that somebody else holds for too long.
  "55P03",
  // Two changes waited for each other, and this one was taken back.
  "40P01",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "53300",
  // No room on its disk, or none in its memory: whoever runs the server has to make some.
  "53100",
  "53200",
  // A write that reached a standby: it is about to become the leader, or the way to the leader is about to change.
  "25006",
  "08000",
  "08001",
  "08003",
  "08006",
]);

/** PgBouncer reports a lost or busy server with the code for a broken protocol. */
const lostBehindPgBouncer =
  /server conn crashed|server login has been failing|query_wait_timeout|no more connections allowed|cannot connect to server|server shutting down/;

/** Whether an error means "no answer from the database", as opposed to "the database refused". */
export function isDatabaseAway(error: Error): boolean {
  if ("code" in error && typeof error.code === "string" && awayCodes.has(error.code)) return true;
  if ("code" in error && error.code === "08P01") return lostBehindPgBouncer.test(error.message);
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}

/** Tries again while the database restarts. For the record of what was sent: without it, it would be sent twice. */
export async function waitForDatabase<Answer>(record: () => Promise<Answer>): Promise<Answer> {
  for (const waitMs of [250, 500, 1_000, 2_000, 4_000]) {
    try {
      return await record();
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseAway(error)) throw error;
      await pause(waitMs);
    }
  }
  return record();
}
