import type { PublicStandings } from "@clanhall/contract/standings";
import { notCountedText, toScoreText } from "@clanhall/contract/score-text";
import { avatar, box, brand, line, nameLine, paint, paragraph, type Piece } from "./pictures.ts";

export const cardSize = { width: 1200, height: 630 };

const sheet = {
  ...cardSize,
  flexDirection: "column",
  padding: 56,
  backgroundColor: paint["surface-light"],
  color: paint["text-primary"],
  fontFamily: "Inter",
} as const;

/** The picture of a link preview: what the board is, and its podium. */
export function cardPicture(standings: PublicStandings): Piece {
  const { board, rows, has_results, not_counted } = standings;
  const leaders = has_results ? rows.slice(0, 3) : [];
  const isFinal = standings.is_final || board.state === "ended";
  const title = box(
    { flexDirection: "column", flexGrow: 1, flexShrink: 1, justifyContent: "center", gap: 18, paddingBottom: 48 },
    line(board.clan.name, { fontSize: 30, color: paint["text-secondary"] }),
    paragraph(board.title, 3, { fontFamily: "Fraunces", fontSize: 60, lineHeight: 1.28 }),
    box({}, chip(isFinal ? `Final result · ${board.period.label}` : board.period.label)),
    leaders.length === 0 ? line("No results yet", { fontSize: 30, color: paint["text-secondary"] }) : null,
    not_counted > 0 ? line(notCountedText(not_counted), { fontSize: 24, color: paint["text-secondary"] }) : null,
  );
  const podium = box(
    { alignItems: "flex-end", gap: 14, flexShrink: 0 },
    ...[leaders[1], leaders[0], leaders[2]].map((row) => (row ? step(standings, row) : null)),
  );
  return box(sheet, brand(), box({ flexGrow: 1, gap: 32, marginBottom: -56 }, title, podium));
}

/** For a board that tells nothing before its passcode is given. */
export function closedPicture(): Piece {
  return box(
    { ...sheet, alignItems: "center", justifyContent: "center", gap: 24 },
    brand(),
    line("A shared scoreboard", { fontFamily: "Fraunces", fontSize: 66 }),
    line("Opens with a passcode", { fontSize: 30, color: paint["text-secondary"] }),
  );
}

function chip(text: string): Piece {
  const look = { border: `2px solid ${paint["primary-light"]}`, borderRadius: 99, padding: "8px 22px" };
  return line(text, { ...look, fontSize: 24, color: paint["primary-dark"] });
}

const stepWidth = 186;
const heights = { 1: 220, 2: 150, 3: 100 };

function step({ board, activities }: PublicStandings, { rank, name, tint, score }: PublicStandings["rows"][number]) {
  const { amount, unit } = toScoreText(score, board.measure, activities[0]);
  const isFirst = rank === 1;
  const foot = {
    width: "100%",
    height: heights[Math.min(rank, 3) as 1 | 2 | 3],
    borderRadius: "18px 18px 0 0",
    alignItems: "center",
    justifyContent: "center",
    backgroundColor: isFirst ? paint["primary-dark"] : paint.primary,
  };
  return box(
    { width: stepWidth, flexDirection: "column", alignItems: "center" },
    avatar(name, tint, isFirst ? 104 : 84, isFirst ? paint.gold : paint["surface-grey"]),
    nameLine(name, { maxWidth: stepWidth, marginTop: 12, fontSize: 25, fontWeight: 700 }),
    line(unit ? `${amount} ${unit}` : amount, {
      maxWidth: stepWidth,
      marginTop: 4,
      marginBottom: 16,
      fontSize: 24,
      color: paint["text-secondary"],
    }),
    box(foot, line(String(rank), { fontFamily: "Fraunces", fontSize: 44, color: "#fff" })),
  );
}
