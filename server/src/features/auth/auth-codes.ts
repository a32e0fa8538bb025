import { timingSafeEqual } from "node:crypto";
import { createToken, hashToken } from "../../access/tokens.ts";
import { currentTime } from "../../db/clock.ts";
import type { AuthMethod } from "../../db/stored-types.ts";
import type { Db } from "../../db/tables.ts";
import { AuthError, type Client, findUserError, sessionGone } from "./http.ts";
import { getUser, insertFlow, lockSession, recordAuthAudit, takeFlow } from "./queries.ts";
import type { AuthService } from "./service.ts";
import { openSession, toSessionAnswer } from "./sessions.ts";

const codeLifeMs = 300_000;

interface ProvenSignIn {
  userId: string;
  provider: string;
  method: AuthMethod["method"];
  codeChallenge: string;
  /** A session that goes on: the code is worth this one and opens no other. */
  sessionId?: string;
}

/** A code worth one session, for whoever knows the verifier behind the challenge. */
export async function createAuthCode(
  tx: Db,
  { userId, provider, method, codeChallenge, sessionId }: ProvenSignIn,
): Promise<string> {
  const now = currentTime();
  const code = createToken();
  await insertFlow(tx, {
    provider,
    redirect_to: "",
    code_challenge: codeChallenge,
    auth_code_hash: hashToken(code),
    user_id: userId,
    linking_session_id: sessionId ?? null,
    method,
    expires_at: new Date(now.getTime() + codeLifeMs),
  });
  return code;
}

export async function exchangeAuthCode(auth: AuthService, code: string, verifier: string, client: Client) {
  // A wrong verifier uses the code up as well, which has to be committed: so the error is thrown below.
  const outcome = await auth.db.transaction().execute(async (tx) => {
    const flow = await takeFlow(tx, "auth_code_hash", hashToken(code));
    if (!flow?.user_id || !flow.method || !flow.code_challenge) {
      return new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    }
    if (flow.expires_at <= currentTime()) {
      return new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
    }
    if (!isVerifierOf(flow.code_challenge, verifier)) {
      const traits = { reason: "bad_code_verifier" };
      await recordAuthAudit(tx, client, { action: "login", outcome: "failure", userId: flow.user_id, traits });
      return new AuthError(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
    }
    const error = findUserError(await getUser(tx, flow.user_id));
    if (error) return error;
    if (flow.linking_session_id) return (await lockSession(tx, flow.linking_session_id)) ?? sessionGone();
    return openSession(tx, auth, { userId: flow.user_id, provider: flow.provider, method: flow.method }, client);
  });
  if (outcome instanceof AuthError) throw outcome;
  return toSessionAnswer(auth, outcome);
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  const expected = Buffer.from(challenge);
  const actual = Buffer.from(hashToken(verifier).toString("base64url"));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
