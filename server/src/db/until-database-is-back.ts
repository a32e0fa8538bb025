import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseAway } from "./wait-for-database.ts";

/** For what has left the house: forgetting that because the database restarts would send it a second time. */
export async function untilDatabaseIsBack<Answer>(record: () => Promise<Answer>): Promise<Answer> {
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
