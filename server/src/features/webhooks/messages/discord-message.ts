import { clip } from "./markdown.ts";

/** What Discord is sent: one embed, and nobody is called by it. */
export interface DiscordMessage {
  embeds: [Embed];
  allowed_mentions: { parse: never[] };
  attachments: { id: number; filename: string }[];
  picture: { name: string; png: Buffer } | null;
}

interface Embed {
  title: string;
  description: string;
  url?: string;
  color: number;
  footer: { text: string };
  timestamp: string;
  image?: { url: string };
}

/** A message before it is put into Discord's form; title and text are Discord's markdown. */
export interface Words {
  title: string;
  text: string;
  /** Where in the product more is to be found. */
  path: string;
  color: number;
  picture?: Buffer | null;
}

const max = { title: 256, text: 4096, footer: 2048 };

export function toDiscordMessage(
  { title, text, path, color, picture }: Words,
  { clanName, publicUrl, now }: { clanName: string; publicUrl: string; now: Date },
): DiscordMessage {
  const name = "scoreboard.png";
  const embed: Embed = {
    title: clip(title, max.title),
    description: clip(text, max.text),
    ...(isReachable(publicUrl) && { url: `${publicUrl}${path}` }),
    color,
    footer: { text: clip(clanName, max.footer) },
    timestamp: now.toISOString(),
    ...(picture && { image: { url: `attachment://${name}` } }),
  };
  return {
    embeds: [embed],
    allowed_mentions: { parse: [] },
    // Named also when a message is edited, else the old picture would stay beside the new one.
    attachments: picture ? [{ id: 0, filename: name }] : [],
    picture: picture ? { name, png: picture } : null,
  };
}

/** Discord refuses a message with a link to a host such as localhost. */
function isReachable(publicUrl: string): boolean {
  return new URL(publicUrl).hostname.includes(".");
}
