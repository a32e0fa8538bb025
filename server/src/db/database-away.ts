/** Codes of a database that cannot answer: the socket's, PostgreSQL's start-up and shutdown, too many clients, too slow. */
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "53300",
  "08000",
  "08001",
  "08003",
  "08006",
]);

/** Whether an error means "no answer from the database", as opposed to "the database refused". */
export function isDatabaseAway(error: Error): boolean {
  if ("code" in error && typeof error.code === "string" && awayCodes.has(error.code)) return true;
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  );
}
