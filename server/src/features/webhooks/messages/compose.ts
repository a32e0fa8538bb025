import { pages } from "@clanhall/contract/pages";
import { notCountedText, toScoreText } from "@clanhall/contract/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import type { WebhookEvent } from "@clanhall/contract/webhooks";
import type { Db } from "../../../db/tables.ts";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import type { DeliveryRow } from "../deliveries.queries.ts";
import { findLiveBulletin, getClanOfMessage, isLinkedMember } from "../queries.ts";
import { writeDay, writeReminder, writeWeek } from "./days.ts";
import {
  type DiscordMessage,
  type MessageContext,
  nameForDiscord,
  type ReadBoard,
  toDiscordMessage,
  type Words,
} from "./discord-message.ts";
import { escapeMarkdown, toMarkdown } from "./markdown.ts";

export interface Desk {
  db: Db;
  publicUrl: string;
  readBoard: ReadBoard;
}

type Writers = {
  [Event in WebhookEvent]: (context: MessageContext, facts: WebhookFacts[Event]) => Promise<Words | null>;
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
  const write = writers[event] as (context: MessageContext, known: unknown) => Promise<Words | null>;
  const words = await write({ db, clanId, clan, readBoard, now }, facts);
  return words && toDiscordMessage(words, { clanName: clan.name, publicUrl, now });
}

const topRows = 5;

async function writeBoard(
  { clanId, readBoard, now }: MessageContext,
  { scoreboard_id, period }: WebhookFacts["scoreboard"],
): Promise<Words | null> {
  const found = await readBoard(clanId, scoreboard_id, period, now);
  if (!found) return null;
  const { standings, hasPasscode, shareToken, picture } = found;
  const { board, is_final } = standings;
  const text = [
    `${is_final ? "Final result" : "Standings"} · ${board.period.label}`,
    "",
    ...(hasPasscode ? ["Its passcode opens it."] : toLines(standings)),
  ];
  return {
    title: escapeMarkdown(board.title),
    text: text.join("\n"),
    path:
      shareToken === null
        ? toClanPath(pages.scoreboards.path, clanId)
        : pages.publicScoreboard.path.replace("$token", shareToken),
    color: 0x3b_82_c4,
    picture,
  };
}

function toLines(standings: PublicStandings): string[] {
  const rows = standings.has_results ? standings.rows : [];
  if (rows.length === 0) return ["Nothing is entered."];
  const top = rows.slice(0, topRows).map((row) => toLine(row, standings));
  const others = rows.length - top.length;
  return [
    ...top,
    ...(others > 0 ? [`and ${others} more`] : []),
    ...(standings.not_counted > 0 ? ["", `${notCountedText(standings.not_counted)}.`] : []),
  ];
}

function toLine(
  { rank, name, score }: PublicStandings["rows"][number],
  { board, activities }: PublicStandings,
): string {
  const { amount, unit } = toScoreText(score, board.measure, activities[0]);
  const said = unit === "" ? amount : `${amount} ${unit}`;
  return `**${rank}.** ${escapeMarkdown(name)} · ${escapeMarkdown(said)}`;
}

const excerptMax = 1_500;

async function writeBulletin(
  { db, clanId, now }: MessageContext,
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

async function writeJoined(
  { db, clanId, clan }: MessageContext,
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
