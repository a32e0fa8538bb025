import type { proof } from "@clanhall/contract/account";
import type { z } from "zod";
import type { Actor } from "../../access/actor.ts";
import { ApiError } from "../../errors.ts";
import {
  type AuthService,
  type Client,
  freshForMs,
  getUser,
  recordAuthAudit,
  requireReauthenticationCode,
  stampProof,
  type UserRow,
  verifyPassword,
  withApiErrors,
} from "../auth/index.ts";

export type Proof = z.output<typeof proof>;

/** A session may be somebody else's by now: whoever knows the password, or reads the account's mail, is its owner. */
export async function confirmIdentity(auth: AuthService, actor: Actor, given: Proof, client: Client) {
  const { userId, sessionId } = actor;
  if (!sessionId) throw new ApiError("forbidden", "Only somebody who has logged in can prove who they are");
  const user = await getUser(auth.db, userId);
  await withApiErrors(() => requireProof(auth, user, given, client));
  const now = new Date();
  // Whoever was signed out meanwhile has proved nothing.
  const isStamped = await stampProof(auth.db, userId, sessionId, now);
  if (!isStamped) throw new ApiError("unauthorized", "Please log in to continue");
  return { sessionId, provedUntil: new Date(now.getTime() + freshForMs) };
}

function requireProof(auth: AuthService, user: UserRow, { password, code = "" }: Proof, client: Client) {
  if (password === undefined) return requireReauthenticationCode(auth, user, code, client);
  return requirePassword(auth, user, password, client);
}

/** Guesses count like tries to sign in. */
async function requirePassword({ db, limits }: AuthService, user: UserRow, password: string, client: Client) {
  if (!user.password_hash) {
    throw new ApiError("forbidden", "Your account has no password. Ask for a code by e-mail instead.");
  }
  const turn = await limits.takeLogin({ email: user.email ?? "", userId: user.id, isKnownNetwork: true }, client);
  const isRight = await verifyPassword(user.password_hash, password, client.network);
  const outcome = isRight ? "success" : "failure";
  const traits = { method: "password" };
  await recordAuthAudit(db, client, { action: "verification_attempted", outcome, userId: user.id, traits });
  if (!isRight) throw new ApiError("forbidden", "That is not your password");
  await turn.giveBack();
}
