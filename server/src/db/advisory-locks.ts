/** The locks Clanhall takes inside PostgreSQL, as the two numbers its lock functions expect; the first is "CLAN". */
export const advisoryLocks = {
  /** Held by the one server that may use and stop an embedded cluster. */
  owner: "1129070926, 1",
  /** Shared by commands at work on an embedded cluster, so that nobody stops it under them. */
  visitors: "1129070926, 2",
  migrations: "1129070926, 3",
};
