import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseConnection, PostgresDialect } from "kysely";

/** Runs a statement inside of the transaction that is about to be committed. */
type Mark = (connection: DatabaseConnection) => Promise<void>;

const marks = new AsyncLocalStorage<Mark>();

/** Whatever the work commits carries the mark, or is not committed if the mark throws. */
export function withCommitMark<Result>(mark: Mark, work: () => Promise<Result>): Promise<Result> {
  return marks.run(mark, work);
}

/** Transactions that only read can carry no mark, and need none. */
export function markCommits(dialect: PostgresDialect): PostgresDialect {
  const reading = new WeakSet<DatabaseConnection>();
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const begin = driver.beginTransaction.bind(driver);
    const commit = driver.commitTransaction.bind(driver);
    driver.beginTransaction = async (connection, settings) => {
      if (settings.accessMode === "read only") reading.add(connection);
      else reading.delete(connection);
      await begin(connection, settings);
    };
    driver.commitTransaction = async (connection) => {
      if (!reading.has(connection)) await marks.getStore()?.(connection);
      await commit(connection);
    };
    return driver;
  };
  return dialect;
}
