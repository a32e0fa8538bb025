import type { Db } from "../../db/tables.ts";
import { deleteOldGuesses } from "./attempts.queries.ts";
import { deleteOldInviteSessions } from "./invite-sessions.queries.ts";

/** Takes away what nobody can use any more. */
export async function cleanUpInvites(db: Db): Promise<void> {
  await deleteOldInviteSessions(db);
  await deleteOldGuesses(db);
}
