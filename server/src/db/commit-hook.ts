import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseConnection, PostgresDialect } from "kysely";

/** Runs a statement inside of the transaction that is about to be committed. */
type CommitHook = (connection: DatabaseConnection) => Promise<void>;

const hooks = new AsyncLocalStorage<CommitHook>();

/** Runs the hook at the end of every transaction of the work; a hook that throws keeps it from being committed. */
export function withCommitHook<Result>(hook: CommitHook, work: () => Promise<Result>): Promise<Result> {
  return hooks.run(hook, work);
}

/** Transactions that only read run no hook. */
export function addCommitHook(dialect: PostgresDialect): PostgresDialect {
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
      if (!reading.has(connection)) await hooks.getStore()?.(connection);
      await commit(connection);
    };
    return driver;
  };
  return dialect;
}
