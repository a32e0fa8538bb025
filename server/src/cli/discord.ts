import { openDatabase } from "../db/database.ts";
import { StartError } from "../db/start-error.ts";
import { setUpApp } from "../features/discord/index.ts";
import { type Command, UsageError } from "./command.ts";

export const discord: Command = {
  usage: "discord setup",
  summary: "tells Discord where to send interactions and which commands there are, while Clanhall runs",
  async run(args, { settings, log, say }) {
    if (args.join(" ") !== "setup") throw new UsageError("discord needs setup");
    const database = await openDatabase(settings, log, "visitor");
    try {
      for (const line of await setUpApp(settings, database.db, log)) say(line);
    } catch (error) {
      throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
    } finally {
      await database.close();
    }
  },
};
