import type { PublicName } from "@clanhall/contract/account";
import type { PublicStandings } from "@clanhall/contract/standings";
import { listPublicNames } from "../../../clan/roster.ts";
import type { Db } from "../../../db/tables.ts";
import { clip, escapeMarkdown } from "./markdown.ts";

/** What is sent to Discord: one embed that mentions nobody. */
export interface DiscordMessage {
  embeds: [Embed];
  /** Text beside the embed; only reminders have it, because a mention inside of an embed reaches nobody. */
  content?: string;
  allowed_mentions: { parse: never[]; users?: string[] };
  components?: ButtonRow[];
  /** Messages after it: the people for whom the first has no room. */
  more?: Pick<DiscordMessage, "content" | "allowed_mentions">[];
  attachments: { id: number; filename: string }[];
  picture: { name: string; png: Buffer } | null;
}

/** Buttons below a message: those of the app, and links. */
export interface ButtonRow {
  type: 1;
  components: (
    | { type: 2; style: 1 | 2 | 4; label: string; custom_id: string }
    | { type: 2; style: 5; label: string; url: string }
  )[];
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

/** The content of a message; title and text are Discord's markdown. */
export interface MessageContent {
  title: string;
  text: string;
  /** The page of the product that the title links to. */
  path: string;
  color: number;
  picture?: Buffer | null;
  /** The board whose readers can ask where they are. */
  boardId?: string;
  /** Discord's ids of the people the bot mentions. */
  mentions?: string[];
}

const max = { title: 256, text: 4096, footer: 2048 };
/** What the text of a message has room for, and how many of them there are. */
const mentionsOfMessage = 80;
const messagesMax = 3;
export const mentionsMax = mentionsOfMessage * messagesMax;

export function toDiscordMessage(
  { title, text, path, color, picture, boardId, mentions = [] }: MessageContent,
  { clanName, publicUrl, now, isBot = false }: { clanName: string; publicUrl: string; now: Date; isBot?: boolean },
): DiscordMessage {
  const buttons = boardId === undefined ? [] : toBoardButtons(boardId, { path, publicUrl, isBot });
  const [first, ...more] = Array.from(
    { length: Math.min(messagesMax, Math.ceil(mentions.length / mentionsOfMessage)) },
    (_, index) => toMentions(mentions.slice(index * mentionsOfMessage, (index + 1) * mentionsOfMessage)),
  );
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
    ...(first ?? { allowed_mentions: { parse: [] } }),
    ...(more.length > 0 && { more }),
    ...(buttons.length > 0 && { components: buttons }),
    // Also sent with an edit, otherwise the old picture stays beside the new one.
    attachments: picture ? [{ id: 0, filename: name }] : [],
    picture: picture ? { name, png: picture } : null,
  };
}

/** Exactly these people are mentioned, whatever else a text looks like. */
function toMentions(users: string[]): Pick<DiscordMessage, "content" | "allowed_mentions"> {
  return { content: users.map((id) => `<@${id}>`).join(" "), allowed_mentions: { parse: [], users } };
}

/** Only an app's own messages may ask it something; others have the link alone. */
export function toBoardButtons(
  boardId: string,
  { path, publicUrl, isBot }: { path: string; publicUrl: string; isBot: boolean },
): ButtonRow[] {
  const components: ButtonRow["components"] = [
    ...(isBot ? [{ type: 2, style: 2, label: "Where am I?", custom_id: `where:${boardId}` } as const] : []),
    ...(isReachable(publicUrl) ? [{ type: 2, style: 5, label: "Open", url: `${publicUrl}${path}` } as const] : []),
  ];
  return components.length > 0 ? [{ type: 1, components }] : [];
}

/** Discord refuses a message with a link to a host such as localhost. */
export function isReachable(publicUrl: string): boolean {
  return new URL(publicUrl).hostname.includes(".");
}

/** A scoreboard as the public sees it, with the token of its link and its picture, if there are any. */
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

export interface MessageContext {
  db: Db;
  clanId: string;
  clan: { name: string; grace_days: number; first_day: string | null };
  readBoard: ReadBoard;
  now: Date;
  /** Whether who misses something is mentioned. */
  mentionsMissing: boolean;
}

/** Names as the members want them shown in public, since anybody may read a channel; null for hidden ones. */
export async function nameForDiscord(db: Db, clanId: string, memberIds: string[]): Promise<Map<string, string | null>> {
  const players = await listPublicNames(db, clanId, memberIds);
  return new Map([...players].map(([id, player]) => [id, toName(player)]));
}

function toName({ name, aliases, choice }: { name: string; aliases: string[]; choice: PublicName | null }) {
  if (choice === "hidden") return null;
  const shown = choice === "alias" ? aliases[0] : name;
  return shown === undefined ? null : escapeMarkdown(shown);
}
