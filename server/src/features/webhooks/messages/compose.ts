import type { WebhookEvent } from "@clanhall/contract/webhooks";
import type { Db } from "../../../db/tables.ts";
import type { WebhookFacts } from "../../../outbox/queue.ts";
import type { DeliveryRow } from "../deliveries.queries.ts";
import { writeBoard } from "./board-message.ts";
import { writeBulletin } from "./bulletin-message.ts";
import { writeDay, writeWeek } from "./days.ts";
import { type DiscordMessage, toDiscordMessage, type Words } from "./discord-message.ts";
import { writeJoined } from "./joined-message.ts";
import type { MessageScene, ReadBoard } from "./message-scene.ts";
import { getClanOfMessage } from "./messages.queries.ts";
import { writeReminder } from "./reminder-message.ts";

export interface Desk {
  db: Db;
  publicUrl: string;
  readBoard: ReadBoard;
}

type Writers = {
  [Event in WebhookEvent]: (scene: MessageScene, facts: WebhookFacts[Event]) => Promise<Words | null>;
};

const writers: Writers = {
  bulletin: writeBulletin,
  daily_summary: writeDay,
  weekly_summary: writeWeek,
  scoreboard: writeBoard,
  member_joined: writeJoined,
  reminder: writeReminder,
};

/** The message as things stand now; null when there is nothing to say any more. */
export async function writeMessage(
  { db, publicUrl, readBoard }: Desk,
  { clan_id: clanId, event, facts }: Pick<DeliveryRow, "clan_id" | "event" | "facts">,
  now: Date,
): Promise<DiscordMessage | null> {
  if (event === "test") return null;
  const clan = await getClanOfMessage(db, clanId);
  // Facts are written by `announce` alone, which keeps them to their event.
  const write = writers[event] as (scene: MessageScene, known: unknown) => Promise<Words | null>;
  const words = await write({ db, clanId, clan, readBoard, now }, facts);
  return words && toDiscordMessage(words, { clanName: clan.name, publicUrl, now });
}
