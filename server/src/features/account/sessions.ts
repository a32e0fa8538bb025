import type { proof, SessionOfMine, SignInOfMine } from "@clanhall/contract/account";
import type { z } from "zod";
import { currentTime } from "../../db/clock.ts";
import { type Actor, isSessionOver } from "../../access/actor.ts";
import type { Db } from "../../db/tables.ts";
import { ApiError, notFound } from "../../errors.ts";
import {
  type AuthService,
  type Client,
  endSessionOf,
  freshForMs,
  getUser,
  listSessionsOf,
  recordAuthAudit,
  requireReauthenticationCode,
  stampProof,
  type UserRow,
  verifyPassword,
  withApiErrors,
} from "../auth/index.ts";
import { listSignIns } from "./queries.ts";

/** Where somebody is signed in, the last used first. */
export async function listSessions(
  { db, settings }: Pick<AuthService, "db" | "settings">,
  userId: string,
  now = currentTime(),
) {
  const sessions = await listSessionsOf(db, userId);
  return sessions
    .filter((session) => !isSessionOver(session, settings, now))
    .map(({ id, user_agent, ip, aal, created_at, refreshed_at }) => ({
      id,
      device: toDevice(user_agent),
      ip,
      aal,
      created_at: created_at.toISOString(),
      last_seen_at: refreshed_at.toISOString(),
    }));
}

export async function loadSessions(auth: AuthService, { userId, sessionId }: Actor): Promise<SessionOfMine[]> {
  const sessions = await listSessions(auth, userId);
  return sessions.map((session) => ({ ...session, is_current: session.id === sessionId }));
}

export function endSession(db: Db, userId: string, sessionId: string, client: Client): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await endSessionOf(tx, userId, sessionId))) throw notFound("Session");
    await recordAuthAudit(tx, client, { action: "logout", userId, traits: { scope: "one" } });
  });
}

export async function loadSignIns(db: Db, userId: string, limit: number): Promise<SignInOfMine[]> {
  const rows = await listSignIns(db, userId, limit);
  return rows.map(({ id, at, outcome, ip, traits: { method } }) => ({
    id,
    at: at.toISOString(),
    outcome,
    method: typeof method === "string" ? method : "",
    ip,
  }));
}

/** The first that fits counts: nearly every browser also names the ones it descends from. */
const browsers: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|OPT|Opera)\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS)\//],
  ["Safari", /\bVersion\/\d.* Safari\//],
];

const systems: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** What people recognise a device by, such as "Firefox on Windows". */
export function toDevice(userAgent: string | null): string {
  const named = [browsers, systems].flatMap((list) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0] ?? []);
  return named.join(" on ") || "Unknown device";
}

export type Proof = z.output<typeof proof>;

/** A session may be somebody else's by now: whoever knows the password, or reads the account's mail, is its owner. */
export async function confirmIdentity(auth: AuthService, actor: Actor, given: Proof, client: Client) {
  const { userId, sessionId } = actor;
  if (!sessionId) throw new ApiError("forbidden", "Log in to confirm your identity");
  const user = await getUser(auth.db, userId);
  await withApiErrors(() => requireProof(auth, user, given, client));
  const now = currentTime();
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
