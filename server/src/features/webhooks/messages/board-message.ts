import { pages } from "@clanhall/contract/pages";
import { notCountedText, toScoreText } from "@clanhall/contract/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { toClanPath, type WebhookFacts } from "../../../outbox/queue.ts";
import type { Words } from "./discord-message.ts";
import { escapeMarkdown } from "./markdown.ts";
import type { MessageScene } from "./message-scene.ts";

const topRows = 5;

export async function writeBoard(
  { clanId, readBoard, now }: MessageScene,
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
