import { grantNamedAdmins } from "../../access/app-admins.queries.ts";
import type { AuthMethod } from "../../db/account-tables.ts";
import type { Db } from "../../db/tables.ts";
import { recordAuthAudit } from "./audit.queries.ts";
import type { Client } from "./client.ts";
import { touchSignIn } from "./queries.ts";
import { createRefreshKey, createRefreshToken } from "./refresh-token.ts";
import type { AuthService } from "./service.ts";
import { insertSession, type SessionRow } from "./sessions.queries.ts";
import { loadUserAnswer } from "./user-answer.ts";

/** Signs somebody in who has proved who they are, as part of the caller's transaction. */
export async function openSession(
  tx: Db,
  { secrets }: Pick<AuthService, "secrets">,
  { userId, provider, method }: { userId: string; provider: string; method: AuthMethod["method"] },
  client: Client,
): Promise<SessionRow> {
  const now = new Date();
  const amr: AuthMethod[] = [{ method, timestamp: Math.floor(now.getTime() / 1000) }];
  await touchSignIn(tx, userId, provider, now);
  await recordAuthAudit(tx, client, { action: "login", userId, traits: { method } });
  return insertSession(tx, {
    user_id: userId,
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
