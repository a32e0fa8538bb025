import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { defaultToggles } from "@clanhall/contract/permissions";
import type { Actor, ClanActor } from "../../access/actor.ts";
import type { Secrets } from "../../access/secrets.ts";
import type { Db } from "../../db/tables.ts";
import { addUser } from "../../features/auth/index.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import type { DemoClan } from "./clans.ts";
import { backdateAudit, readClock } from "./queries.ts";

/** Whoever can be signed in as; in each of the clans they have the role that they are called by. */
export const demoAccounts = {
  owner: { email: "owner@example.com", name: "Juno" },
  maintainer: { email: "maintainer@example.com", name: "Tariq" },
  member: { email: "member@example.com", name: "Linnea" },
  admin: { email: "admin@example.com", name: "Robin" },
} as const;

/** No secret: it is printed at every start. */
export const demoPassword = "five owls before dawn";

/** Granted at the very end, so that a whole demo can be known from one that was interrupted. */
export const demoNote = "administers the demo";

/** What happened from the first day up to now, and with what it is written. */
export interface Story {
  db: Db;
  secrets: Secrets;
  workers: WorkerPool;
  now: Date;
  /** How many days ago it begins. */
  days: number;
  /** When filling began, by the clock of the database. */
  since: Date;
  /** Everybody signs in with the same password. */
  passwordHash: string;
}

/** Who can be signed in as. */
export interface People {
  owner: Actor;
  maintainer: Actor;
  member: Actor;
}

export async function beginStory(story: Omit<Story, "since">): Promise<Story> {
  return { ...story, since: await readClock(story.db) };
}

export function daysBefore({ now }: Story, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}

/** Does something as if it were done at an earlier moment; what the clan's log says of it is moved there. */
export async function doAt<Done>(
  { db, since }: Story,
  clanId: string,
  at: Date,
  step: (at: Date) => Promise<Done>,
): Promise<Done> {
  const done = await step(at);
  await backdateAudit(db, clanId, since, at);
  return done;
}

const nobodysClient = { ip: "", network: "", userAgent: null, requestId: "demo" };

/** Somebody with an account and a confirmed address. */
export async function addAccount({ db, passwordHash }: Story, email: string, name: string): Promise<Actor> {
  const user = await db
    .transaction()
    .execute((tx) => addUser(tx, { email, passwordHash, data: { display_name: name } }, "mail", nobodysClient));
  if (!user) throw new Error(`${email} already has an account`);
  return { userId: user.id, sessionId: null, signedInAt: null, isAppAdmin: false, requestId: "demo" };
}

export function asOwner(actor: Actor, clanId: string, member: { id: string; name: string }): ClanActor {
  const { id: memberId, name } = member;
  return { ...actor, clanId, memberId, name, role: "owner", toggles: defaultToggles, tokenId: null };
}

/** The clan's date now. */
export function todayOf({ now }: Story, { draft }: DemoClan): string {
  const { time_zone, reset_time = "00:00", reset_in_utc = false } = draft;
  return toClanDate([{ effective_from: "1970-01-01", time_zone, reset_time, reset_in_utc }], now);
}
