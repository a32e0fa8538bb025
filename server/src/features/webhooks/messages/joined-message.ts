import { pages } from "@clanhall/contract/pages";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import type { Words } from "./discord-message.ts";
import { escapeMarkdown } from "./markdown.ts";
import type { MessageScene } from "./message-scene.ts";
import { isLinkedMember } from "./messages.queries.ts";
import { nameForDiscord } from "./player-names.ts";

export async function writeJoined(
  { db, clanId, clan }: MessageScene,
  { member_id }: WebhookFacts["member_joined"],
): Promise<Words | null> {
  if (!(await isLinkedMember(db, clanId, member_id))) return null;
  const name = (await nameForDiscord(db, clanId, [member_id])).get(member_id);
  const who = name ? `**${name}**` : "A new player";
  return {
    title: "Welcome",
    text: `${who} has joined ${escapeMarkdown(clan.name)}.`,
    path: toClanPath(pages.managePlayers.path, clanId),
    color: 0x4f_9d_69,
  };
}
