import type { Db } from "../../db/tables.ts";

interface AuthEvent {
  action:
    | "login"
    | "logout"
    | "user_signedup"
    | "user_repeated_signup"
    | "user_modified"
    | "user_updated_password"
    | "user_confirmation_requested"
    | "user_recovery_requested"
    | "user_reauthenticate_requested"
    | "user_invited"
    | "invite_accepted"
    | "user_deleted"
    | "token_revoked"
    | "identity_linked"
    | "identity_unlinked"
    | "factor_in_progress"
    | "factor_updated"
    | "factor_unenrolled"
    | "factor_deleted"
    | "challenge_created"
    | "verification_attempted";
  userId: string | null;
  outcome?: "success" | "failure";
  /** Words that say more. Never what somebody typed: people type passwords into the wrong field. */
  traits?: Record<string, string>;
}

interface Origin {
  ip: string;
  network: string;
  requestId: string;
  by?: string;
}

export async function recordAuthAudit(db: Db, { ip, network, requestId, by }: Origin, event: AuthEvent): Promise<void> {
  const { action, userId, outcome = "success", traits = {} } = event;
  const values = {
    user_id: userId,
    action,
    outcome,
    ip,
    network,
    request_id: requestId,
    traits: JSON.stringify({ ...traits, ...(by && { by }) }),
  };
  await db.insertInto("auth_audit").values(values).execute();
}
