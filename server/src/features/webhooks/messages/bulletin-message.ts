import { pages } from "@clanhall/contract/pages";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import type { Words } from "./discord-message.ts";
import { toMarkdown } from "./html-to-markdown.ts";
import { escapeMarkdown } from "./markdown.ts";
import type { MessageScene } from "./message-scene.ts";
import { findLiveBulletin } from "./messages.queries.ts";

const excerptMax = 1_500;

export async function writeBulletin(
  { db, clanId, now }: MessageScene,
  { bulletin_id }: WebhookFacts["bulletin"],
): Promise<Words | null> {
  const bulletin = await findLiveBulletin(db, clanId, bulletin_id, now);
  if (!bulletin) return null;
  return {
    title: escapeMarkdown(bulletin.title),
    text: toMarkdown(bulletin.content, excerptMax),
    path: toClanPath(pages.bulletins.path, clanId, { bulletin: bulletin_id }),
    color: 0xd9_8e_2b,
  };
}
