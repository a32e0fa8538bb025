import type { PublicName } from "@clanhall/contract/account";
import type { PublicStandings } from "@clanhall/contract/standings";
import { listPublicNames } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { clip, escapeMarkdown } from "./markdown.ts";

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

/** A board as strangers may see it, the word that opens its link if there is one, and its picture if it could be drawn. */
interface AnnouncedBoard {
  standings: PublicStandings;
  /** Only who knows the passcode may read the standings. */
  hasPasscode: boolean;
  shareToken: string | null;
  picture: Buffer | null;
}

export type ReadBoard = (
  clanId: string,
  boardId: string,
  period: string | null,
  now: Date,
) => Promise<AnnouncedBoard | null>;

/** What every message is written with. */
export interface MessageContext {
  db: Db;
  clanId: string;
  clan: { name: string; grace_days: number };
  readBoard: ReadBoard;
  now: Date;
}

/** Names as their bearers want strangers to read them, since a channel may have any; null for who wants none. */
export async function nameForDiscord(db: Db, clanId: string, memberIds: string[]): Promise<Map<string, string | null>> {
  const players = await listPublicNames(db, clanId, memberIds);
  return new Map([...players].map(([id, player]) => [id, toName(player)]));
}

function toName({ name, aliases, choice }: { name: string; aliases: string[]; choice: PublicName | null }) {
  if (choice === "hidden") return null;
  const shown = choice === "alias" ? aliases[0] : name;
  return shown === undefined ? null : escapeMarkdown(shown);
}
