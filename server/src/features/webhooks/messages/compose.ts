import { awardNames, awardScore, awardTitle } from "@clanhall/contract/rules/awards";
import { type DayRange, rangeLabel } from "@clanhall/contract/rules/periods";
import { isScheduled } from "@clanhall/contract/rules/cells";
import { daysOf, endOfClanDay } from "@clanhall/contract/rules/clan-day";
import { pages } from "@clanhall/contract/pages";
import { inOneLine, notCountedText, toNumberText, toScoreText } from "@clanhall/contract/rules/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import type { WebhookEvent } from "@clanhall/contract/webhooks";
import { listSchedules } from "../../../clan/activities.ts";
import { listDayRules } from "../../../clan/calendar.ts";
import type { Db } from "../../../db/tables.ts";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import { findLiveBulletin } from "../../bulletins/index.ts";
import { findGivenWarning, findOpenRequest } from "../../decisions/index.ts";
import { countDueCells, type DueDay, listMissing } from "../../entries/index.ts";
import { isRequestWaiting } from "../../joining/index.ts";
import type { DeliveryRow } from "../deliveries.queries.ts";
import { getClanOfMessage, isLinkedMember, listBestPlayers, listMentions, type WebhookRow } from "../queries.ts";
import {
  type DiscordMessage,
  mentionsMax,
  type MessageContext,
  nameForDiscord,
  type ReadBoard,
  toDiscordMessage,
  type MessageContent,
} from "./discord-message.ts";
import { escapeMarkdown, toMarkdown } from "./markdown.ts";

export interface MessageDeps {
  db: Db;
  publicUrl: string;
  readBoard: ReadBoard;
}

type Writers = {
  [Event in WebhookEvent]: (context: MessageContext, facts: WebhookFacts[Event]) => Promise<MessageContent | null>;
};

const writers: Writers = {
  bulletin: writeBulletin,
  daily_summary: writeDay,
  weekly_summary: writeWeek,
  scoreboard: writeBoard,
  member_joined: writeJoined,
  join_request: writeJoinRequest,
  request: writeRequest,
  reminder: writeReminder,
  warning: writeWarning,
};

/** The message with the data of now; null if there is nothing left to post. */
export async function writeMessage(
  { db, publicUrl, readBoard }: MessageDeps,
  { clan_id: clanId, event, facts }: Pick<DeliveryRow, "clan_id" | "event" | "facts">,
  { kind, mention_missing }: Pick<WebhookRow, "kind" | "mention_missing">,
  now: Date,
): Promise<DiscordMessage | null> {
  if (event === "test") return null;
  const clan = await getClanOfMessage(db, clanId);
  // `queueWebhook` is the only writer of facts and types them by their event.
  const write = writers[event] as (context: MessageContext, known: unknown) => Promise<MessageContent | null>;
  const content = await write({ db, clanId, clan, readBoard, now, mentionsMissing: mention_missing }, facts);
  return content && toDiscordMessage(content, { clanName: clan.name, publicUrl, now, isBot: kind === "bot" });
}

const topRows = 5;

async function writeBoard(
  { clanId, readBoard, now }: MessageContext,
  { scoreboard_id, period }: WebhookFacts["scoreboard"],
): Promise<MessageContent | null> {
  const found = await readBoard(clanId, scoreboard_id, period, now);
  if (!found) return null;
  const { standings, hasPasscode, shareToken, picture } = found;
  const { board, is_final } = standings;
  const text = [
    `${is_final ? "Final result" : "Standings"} · ${board.period.label}`,
    "",
    ...(hasPasscode ? ["Protected by a passcode."] : [...toLines(standings), ...toAwardLines(standings)]),
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
    boardId: scoreboard_id,
  };
}

/** The best of a board, as many as asked for, and how many others there are. */
export function toLines(
  standings: Omit<PublicStandings, "not_counted" | "season"> & { not_counted?: number },
  most = topRows,
): string[] {
  const rows = standings.has_results ? standings.rows : [];
  if (rows.length === 0) return ["No values yet."];
  const top = rows.slice(0, most).map((row) => toLine(row, standings));
  const others = rows.length - top.length;
  return [
    ...top,
    ...(others > 0 ? [`and ${others} more`] : []),
    ...(standings.not_counted ? ["", `${notCountedText(standings.not_counted)}.`] : []),
  ];
}

/** Awards that are named; a message has only so many characters. */
const awardsMax = 8;

function toAwardLines({ season }: PublicStandings): string[] {
  const awards = season?.awards ?? [];
  if (awards.length === 0) return [];
  const lines = awards
    .slice(0, awardsMax)
    .map(
      (award) =>
        `**${escapeMarkdown(awardTitle(award))}** · ${escapeMarkdown(awardNames(award.winners))} · ${escapeMarkdown(awardScore(award))}`,
    );
  const others = awards.length - lines.length;
  return ["", "Awards of the season", ...lines, ...(others > 0 ? [`and ${others} more`] : [])];
}
type Measured = Pick<PublicStandings, "board" | "activities">;

function toLine(
  { rank, name, score }: Pick<PublicStandings["rows"][number], "rank" | "name" | "score">,
  board: Measured,
) {
  return `**${rank}.** ${escapeMarkdown(name)} · ${toScore(score, board)}`;
}

/** A score with its unit, as Discord's markdown. */
export function toScore(score: number, { board, activities }: Measured): string {
  return escapeMarkdown(inOneLine(toScoreText(score, board.measure, activities[0])));
}

const excerptMax = 1_500;

async function writeBulletin(
  { db, clanId, now }: MessageContext,
  { bulletin_id }: WebhookFacts["bulletin"],
): Promise<MessageContent | null> {
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
): Promise<MessageContent | null> {
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

/** Without the name they typed: the channel may have other readers than the queue. */
async function writeJoinRequest(
  { db, clanId, clan }: MessageContext,
  { request_id }: WebhookFacts["join_request"],
): Promise<MessageContent | null> {
  if (!(await isRequestWaiting(db, clanId, request_id))) return null;
  return {
    title: "Someone asks to join",
    text: `Someone asks to join ${escapeMarkdown(clan.name)}. Its officers decide.`,
    path: toClanPath(pages.managePlayers.path, clanId, { view: "requests" }),
    color: 0x4f_9d_69,
  };
}

/** Without names and reasons, like one to join; null once it is decided or settled. */
async function writeRequest(
  { db, clanId, clan }: MessageContext,
  { request_id }: WebhookFacts["request"],
): Promise<MessageContent | null> {
  const request = await findOpenRequest(db, clanId, request_id);
  if (!request) return null;
  const what = request.kind === "value" ? "says that a value is wrong" : "asks to be away";
  return {
    title: "A request to decide",
    text: `A member of ${escapeMarkdown(clan.name)} ${what}.`,
    path: toClanPath(pages.managePlayers.path, clanId, { view: "requests" }),
    color: 0x3b_82_c4,
  };
}

/** Null once it was taken back or lifted. Whoever hides their name is not posted. */
async function writeWarning(
  { db, clanId }: MessageContext,
  { warning_id }: WebhookFacts["warning"],
): Promise<MessageContent | null> {
  const warning = await findGivenWarning(db, clanId, warning_id);
  const name = warning && (await nameForDiscord(db, clanId, [warning.member_id])).get(warning.member_id);
  if (!warning || !name) return null;
  return {
    title: "Warning",
    text: `**${name}**: ${escapeMarkdown(warning.message)}`,
    path: toClanPath(pages.managePlayers.path, clanId),
    color: 0xc8_5a_54,
  };
}

const named = 3;

async function writeDay(
  context: MessageContext,
  { day }: WebhookFacts["daily_summary"],
): Promise<MessageContent | null> {
  const range = { from: day, to: day };
  return writeSummary(context, `Summary of ${rangeLabel(range)}`, range);
}

async function writeWeek(
  context: MessageContext,
  range: WebhookFacts["weekly_summary"],
): Promise<MessageContent | null> {
  return writeSummary(context, `Week of ${rangeLabel(range)}`, range);
}

/** Null when nothing was due. */
async function writeSummary(context: MessageContext, title: string, range: DayRange): Promise<MessageContent | null> {
  const dueDays = await toDueDays(context, daysOf(range));
  const { due, entered } = await countCells(context, dueDays);
  if (due === 0) return null;
  const best = await listBest(context, range);
  const missing = await listMissingMost(context, dueDays);
  const text = [
    `**${toNumberText(entered)} of ${toNumberText(due)}** values are in.`,
    ...(best.length > 0 ? ["", "**Most points**", ...best] : []),
    ...(missing.length > 0 ? ["", "**Most missing**", ...missing] : []),
  ];
  return {
    title,
    text: text.join("\n"),
    path: toClanPath(pages.activityHistory.path, context.clanId, { ...range }),
    color: 0x7a_6f_d0,
  };
}

async function countCells({ db }: MessageContext, dueDays: DueDay[]) {
  const sum = { due: 0, entered: 0 };
  for (const day of dueDays) {
    const [count] = await countDueCells(db, [day]);
    sum.due += count?.due ?? 0;
    sum.entered += count?.entered ?? 0;
  }
  return sum;
}

async function listBest({ db, clanId }: MessageContext, range: DayRange): Promise<string[]> {
  const best = await listBestPlayers(db, clanId, range, named);
  const ids = best.map(({ member_id }) => member_id);
  const names = await nameForDiscord(db, clanId, ids);
  return best.map(
    ({ member_id, points }, index) =>
      `**${index + 1}.** ${names.get(member_id) ?? "Hidden player"} · ${toNumberText(points)} points`,
  );
}

async function listMissingMost({ db, clanId }: MessageContext, dueDays: DueDay[]): Promise<string[]> {
  const sums = new Map<string, number>();
  for (const day of dueDays) {
    for (const { member_id, missing } of await listMissing(db, [day], everybody)) {
      sums.set(member_id, (sums.get(member_id) ?? 0) + missing);
    }
  }
  const most = [...sums].toSorted(([, a], [, b]) => b - a);
  const names = await nameForDiscord(db, clanId, [...sums.keys()]);
  const lines = most.flatMap(([id, missing]) => {
    const name = names.get(id);
    return name ? [`${name} · ${missing} ${missing === 1 ? "value" : "values"}`] : [];
  });
  return lines.slice(0, named);
}

const namedMax = 40;

/** Null when nothing is missing, and once the day is over. */
async function writeReminder(
  context: MessageContext,
  { day }: WebhookFacts["reminder"],
): Promise<MessageContent | null> {
  const { db, clanId, now } = context;
  const ends = endOfClanDay(await listDayRules(db, clanId), day);
  const [dueDay] = await toDueDays(context, [day]);
  const missing = dueDay && now < ends ? await listMissing(db, [dueDay], everybody) : [];
  if (missing.length === 0) return null;
  const names = await nameForDiscord(
    db,
    clanId,
    missing.map(({ member_id }) => member_id),
  );
  const shown = missing.flatMap(({ member_id }) => names.get(member_id) ?? []).slice(0, namedMax);
  const others = missing.length - shown.length;
  const players = missing.length === 1 ? "One player has" : `${missing.length} players have`;
  const until = `<t:${Math.floor(ends.getTime() / 1000)}:R>`;
  const mentions = context.mentionsMissing
    ? await listMentions(
        db,
        clanId,
        missing.map(({ member_id }) => member_id),
        mentionsMax,
      )
    : [];
  return {
    mentions,
    title: "Values are missing",
    text: [
      `${players} values missing for ${rangeLabel({ from: day, to: day })}. The day ends ${until}.`,
      "",
      [...shown, ...(others > 0 ? [`${others} more`] : [])].join(", "),
    ].join("\n"),
    path: toClanPath(pages.dailyActivity.path, clanId),
    color: 0xc8_5a_54,
  };
}

/** More players than a clan can have. */
const everybody = 100_000;

/** The due cells of all members on these days. */
async function toDueDays({ db, clanId, clan }: MessageContext, days: string[]): Promise<DueDay[]> {
  const activities = await listSchedules(db, [clanId]);
  return days.map((day) => ({
    clan_id: clanId,
    day,
    grace_days: clan.grace_days,
    first_day: clan.first_day,
    member_id: null,
    activities: activities.filter((activity) => isScheduled(activity, day)).map(({ id }) => id),
  }));
}
