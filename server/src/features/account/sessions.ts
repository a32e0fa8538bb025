import type { SessionOfMine, SignInOfMine } from "@clanhall/contract/account";
import type { Actor } from "../../access/actor.ts";
import { isSessionOver } from "../../access/session-life.ts";
import type { Db } from "../../db/tables.ts";
import { notFound } from "../../errors.ts";
import { type AuthService, type Client, endSessionOf, listSessionsOf, recordAuthAudit } from "../auth/index.ts";
import { listSignIns } from "./queries.ts";

/** Where somebody is signed in, the last used first. */
export async function listSessions(
  { db, settings }: Pick<AuthService, "db" | "settings">,
  userId: string,
  now = new Date(),
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
  ["Safari", /\bVersion\/[\d.]+.* Safari\//],
];

const systems: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** What people recognise a place by where they signed in, such as "Firefox on Windows". */
export function toDevice(userAgent: string | null): string {
  const named = [browsers, systems].flatMap((list) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0] ?? []);
  return named.join(" on ") || "Unknown device";
}
