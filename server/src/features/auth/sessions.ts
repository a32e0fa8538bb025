import { currentTime } from "../../db/clock.ts";
import { type Caller, isBanned, isSessionOver } from "../../access/actor.ts";
import { grantNamedAdmins } from "../../access/app-admins.queries.ts";
import type { AuthMethod } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";
import { AuthError, type Client, validationFailed } from "./http.ts";
import {
  deleteSession,
  endReusedSession,
  insertSession,
  lockSession,
  recordAuthAudit,
  rotateSession,
  type SessionRow,
  touchSignIn,
} from "./queries.ts";
import {
  createRefreshKey,
  createRefreshToken,
  findRefreshToken,
  isGenuine,
  type RefreshToken,
} from "./refresh-token.ts";
import type { AuthService } from "./service.ts";
import { loadUserAnswer } from "./user-answer.ts";

interface SignIn {
  userId: string;
  provider: string;
  method: AuthMethod["method"];
  /** What the method alone has proved. */
  aal?: SessionRow["aal"];
  /** What the record of the sign-in says beside the method. */
  traits?: Record<string, string>;
}

/** Signs somebody in who has proved who they are, as part of the caller's transaction. */
export async function openSession(
  tx: Db,
  { secrets }: Pick<AuthService, "secrets">,
  { userId, provider, method, aal = "aal1", traits = {} }: SignIn,
  client: Client,
): Promise<SessionRow> {
  const now = currentTime();
  const amr: AuthMethod[] = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  await touchSignIn(tx, userId, provider, now);
  await recordAuthAudit(tx, client, { action: "login", userId, traits: { method, ...traits } });
  return insertSession(tx, {
    user_id: userId,
    aal,
    refresh_key: createRefreshKey(secrets),
    amr: JSON.stringify(amr),
    user_agent: client.userAgent,
    ip: client.ip,
  });
}

/** Without `expires_at`: the client then reckons with its own clock, and a wrong one does no harm. */
export async function toSessionAnswer(
  { db, secrets, tokens, appAdminEmails }: Pick<AuthService, "db" | "secrets" | "tokens" | "appAdminEmails">,
  session: SessionRow,
) {
  const user = await loadUserAnswer(db, session.user_id);
  // However an address came to be confirmed, its owner gets a token afterwards.
  if (appAdminEmails.includes(user.email.toLowerCase())) await grantNamedAdmins(db, [user.email]);
  const access_token = await tokens.sign({
    sub: user.id,
    session_id: session.id,
    email: user.email,
    phone: user.phone,
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: session.aal,
    amr: session.amr,
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token,
    token_type: "bearer",
    expires_in: tokens.seconds,
    refresh_token: createRefreshToken(secrets, session),
    user,
  };
}

type Outcome = { session: SessionRow } | { error: AuthError };

/** Tabs share a session and refresh at the same moment, through any instance: the row's lock puts them in line. */
export async function refreshSession(auth: AuthService, text: string, client: Client) {
  const token = findRefreshToken(text);
  if (!token) throw validationFailed("Refresh token is not valid");
  await auth.limits.takeRefresh(client);
  // An error may delete the session, which has to be committed: so it is returned here and thrown below.
  const outcome = await auth.db.transaction().execute((tx) => useToken(tx, auth, token, client));
  if ("error" in outcome) throw outcome.error;
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

  const use = classifyRefresh(session, token.counter, now, settings.reuseSeconds);
  if (use === "rotate") return { session: await rotateSession(tx, session.id, token.counter + 1, now) };
  if (use === "repeat") return { session };
  if (use === "revoke") {
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
  return { error: new AuthError(400, code, message) };
}

interface RefreshState {
  refresh_counter: number;
  min_counter: number;
  rotated_at: Date;
}

/**
 * What a genuine token is worth. Inside the reuse window `repeat` hands out the current token again: to a tab that lost
 * the race, or whose answer got lost. After it an older token has been copied: the session is over for everyone.
 */
function classifyRefresh(
  { refresh_counter, min_counter, rotated_at }: RefreshState,
  counter: number,
  now: Date,
  reuseSeconds: number,
): "rotate" | "repeat" | "refuse" | "revoke" {
  // Ahead of the row is a token from after the backup that the row was restored from.
  if (counter >= refresh_counter) return "rotate";
  const isInWindow = now.getTime() - rotated_at.getTime() <= reuseSeconds * 1000;
  if (!isInWindow) return "revoke";
  return counter < min_counter ? "refuse" : "repeat";
}

/** How long somebody who has just proved who they are may change how they sign in. */
export const freshForMs = 5 * 60_000;

/** A browser left open is not proof enough to change how an account is signed in to. */
export function requireRecentConfirmation({ provedAt }: Caller): void {
  const now = currentTime();
  if (now.getTime() - provedAt.getTime() <= freshForMs) return;
  throw new AuthError(400, "reauthentication_needed", "This change needs a recent sign-in: confirm who you are first");
}
