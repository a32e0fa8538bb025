import type { Db } from "../../db/tables.ts";

interface Happening {
  action:
    | "login"
    | "logout"
    | "user_signedup"
    | "user_repeated_signup"
    | "user_modified"
    | "user_updated_password"
    | "token_revoked";
  userId: string | null;
  outcome?: "success" | "failure";
  /** Words that say more. Never what somebody typed: people type passwords into the wrong field. */
  traits?: Record<string, string>;
}

interface Origin {
  ip: string;
  network: string;
  requestId: string;
}

export async function insertAudit(db: Db, { ip, network, requestId }: Origin, happening: Happening): Promise<void> {
  const { action, userId, outcome = "success", traits = {} } = happening;
  const values = {
    user_id: userId,
    action,
    outcome,
    ip,
    network,
    request_id: requestId,
    traits: JSON.stringify(traits),
  };
  await db.insertInto("auth_audit").values(values).execute();
}
