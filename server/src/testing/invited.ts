import { randomUUID } from "node:crypto";
import type { Invite } from "@clanhall/contract/invites";
import type { ClanRole } from "@clanhall/contract/permissions";
import { toNameKey } from "@clanhall/contract/text";
import type { LightMyRequestResponse } from "fastify";
import type { Db } from "../db/tables.ts";
import type { TestApp } from "./test-app.ts";

interface Caller {
  send: (method: "POST", url: string, payload: object) => Promise<Pick<LightMyRequestResponse, "json" | "body">>;
}
type SentInvite = Invite & { invite_token: string; verification_code: string };

/** A player without an account. */
export async function addPlayer(
  db: Db,
  clanId: string,
  name = `Player ${randomUUID()}`,
  more: { role?: ClanRole; status?: "active" | "inactive" | "removed" } = {},
): Promise<string> {
  const { id } = await db
    .insertInto("clan_members")
    .values({ clan_id: clanId, name, name_key: toNameKey(name), ...more })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** An invite to a new player, as its writer sees it. */
export async function openInviteOf(world: TestApp, by: Caller, clanId: string, hours = 168): Promise<SentInvite> {
  const clanMemberId = await addPlayer(world.db, clanId);
  const answer = await by.send("POST", "/api/invites", { clanMemberId, expiresInHours: hours });
  const invite = answer.json<SentInvite>();
  if (!invite.invite_token) throw new Error(answer.body);
  return invite;
}

export async function letExpire(db: Db, inviteId: string): Promise<void> {
  const expires_at = new Date(Date.now() - 1_000);
  await db.updateTable("invites").set({ expires_at }).where("id", "=", inviteId).execute();
}

/** One that is surely not the code. */
export function wrongCodeFor({ verification_code }: { verification_code: string }): string {
  return verification_code === "000000" ? "000001" : "000000";
}
