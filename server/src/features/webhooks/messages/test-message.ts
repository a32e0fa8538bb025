import { pages, productName } from "@clanhall/contract/pages";
import type { WebhookEvent } from "@clanhall/contract/webhooks";
import type { Words } from "./discord-message.ts";

const eventNames: Record<WebhookEvent, string> = {
  bulletin: "bulletins",
  daily_summary: "daily summaries",
  weekly_summary: "weekly summaries",
  scoreboard: "scoreboards",
  member_joined: "new players",
  reminder: "reminders",
};

export function writeTest(clanId: string, events: WebhookEvent[]): Words {
  const list = events.map((event) => eventNames[event]).join(", ");
  return {
    title: `${productName} can post here`,
    text: `This channel will hear of: ${list}.`,
    path: pages.clanAdmin.path.replace("$id", clanId),
    color: 0x4f_9d_69,
  };
}
