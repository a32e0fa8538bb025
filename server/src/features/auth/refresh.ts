import { isBanned, isSessionOver } from "../../access/session-life.ts";
import type { Db } from "../../db/tables.ts";
import { recordAuthAudit } from "./audit.queries.ts";
import { AuthError, validationFailed } from "./auth-error.ts";
import type { Client } from "./client.ts";
import { findRefreshToken, isGenuine, type RefreshToken } from "./refresh-token.ts";
import { judgeRefresh } from "./refresh-verdict.ts";
import type { AuthService } from "./service.ts";
import { deleteSession, endReusedSession, lockSession, rotateSession, type SessionRow } from "./sessions.queries.ts";
import { toSessionAnswer } from "./sessions.ts";

type Outcome = { session: SessionRow } | { refusal: AuthError };

/** Tabs share a session and refresh at the same moment, through any instance: the row's lock puts them in line. */
export async function refreshSession(auth: AuthService, text: string, client: Client) {
  const token = findRefreshToken(text);
  if (!token) throw validationFailed("Refresh token is not valid");
  await auth.limits.takeRefresh(client);
  // A refusal may delete the session, which has to be committed: so it is returned here and thrown below.
  const outcome = await auth.db.transaction().execute((tx) => useToken(tx, auth, token, client));
  if ("refusal" in outcome) throw outcome.refusal;
  return toSessionAnswer(auth, outcome.session);
}

async function useToken(
  tx: Db,
  { secrets, settings }: AuthService,
  token: RefreshToken,
  client: Client,
): Promise<Outcome> {
  const session = await lockSession(tx, token.sessionId);
  if (!session) return refuse("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  if (!isGenuine(secrets, token, session)) return refuse("validation_failed", "Refresh token is not valid");
  const { now } = session;
  if (session.deleted_at) return refuse("session_not_found", "The user of this session does not exist");
  if (isBanned(session, now)) return refuse("user_banned", "User is banned");
  if (session.reused_at) return reused();
  if (isSessionOver(session, settings, now)) {
    await deleteSession(tx, session.id);
    return refuse("session_expired", "Invalid Refresh Token: Session Expired");
  }

  const verdict = judgeRefresh(session, token.counter, now, settings.reuseSeconds);
  if (verdict === "rotate") return { session: await rotateSession(tx, session.id, token.counter + 1, now) };
  if (verdict === "repeat") return { session };
  if (verdict === "revoke") {
    const traits = { reason: "refresh_token_reused" };
    await endReusedSession(tx, session.id, now);
    await recordAuthAudit(tx, client, { action: "token_revoked", userId: session.user_id, traits });
  }
  return reused();
}

/** Also for whoever holds the current token: they are signed out too, and are to learn why. */
function reused(): Outcome {
  return refuse("refresh_token_already_used", "Invalid Refresh Token: Already Used");
}

function refuse(code: string, message: string): Outcome {
  return { refusal: new AuthError(400, code, message) };
}
