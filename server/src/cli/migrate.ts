import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { installJobs } from "../jobs/job-queues.ts";
import type { Command } from "./command.ts";

export const migrateCommand: Command = {
  usage: "migrate",
  summary: "brings the database up to this release, for setups where the server itself may not",
  async run(_args, { settings, log, say }) {
    const database = await openDatabase(settings, log);
    try {
      const applied = await migrate(database.connection);
      await installJobs(database.connection, log);
      say(
        applied.length === 0 ? "The database is up to date." : applied.map(({ name }) => `Applied ${name}`).join("\n"),
      );
    } finally {
      await database.close();
    }
  },
};
