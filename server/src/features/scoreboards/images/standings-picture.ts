import { notCountedText, toScoreText } from "@clanhall/contract/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { arrow, avatar, box, brand, line, nameLine, paint, paragraph, type Piece } from "./pictures.ts";

type Row = PublicStandings["rows"][number];

const width = 1080;
/** More rows make a picture that nobody reads in a chat. */
const mostRows = 40;
const rowHeight = 64;

/** The whole table as a picture, for chats that show pictures rather than links. */
export function standingsPicture(standings: PublicStandings): { piece: Piece; width: number; height: number } {
  const { board, rows, is_final, not_counted } = standings;
  const shown = rows.slice(0, mostRows);
  const others = rows.length - shown.length;
  // A title of one line needs less room above the table.
  const headHeight = board.title.length > 34 ? 310 : 246;
  const tableHeight = Math.max(shown.length, 1) * rowHeight + (others > 0 ? rowHeight : 0);
  const height = headHeight + tableHeight + (not_counted > 0 ? rowHeight : 0) + 56;
  const grey = { fontSize: 24, color: paint["text-secondary"] };
  const label = is_final || board.state === "ended" ? `Final result · ${board.period.label}` : board.period.label;
  const head = box(
    { flexDirection: "column", height: headHeight - 56, gap: 10 },
    box(
      { justifyContent: "space-between", alignItems: "center" },
      line(board.clan.name, { ...grey, maxWidth: 700 }),
      brand(),
    ),
    paragraph(board.title, 2, { fontFamily: "Fraunces", fontSize: 54, lineHeight: 1.15 }),
    line(`${label} · ${board.period.time_zone}`, grey),
  );
  const piece = box(
    {
      width,
      height,
      flexDirection: "column",
      padding: 56,
      backgroundColor: paint["surface-light"],
      color: paint["text-primary"],
      fontFamily: "Inter",
    },
    head,
    box(
      { flexDirection: "column", borderRadius: 24, backgroundColor: paint["surface-white"], padding: "0 28px" },
      ...(shown.length === 0 ? [line("No results yet", { ...grey, lineHeight: `${rowHeight}px` })] : []),
      ...shown.map((row, place) => tableRow(standings, row, place > 0)),
      others > 0 ? line(`and ${others} more`, { ...grey, lineHeight: `${rowHeight}px` }) : null,
    ),
    not_counted > 0 ? line(notCountedText(not_counted), { ...grey, lineHeight: `${rowHeight}px` }) : null,
  );
  return { piece, width, height };
}

function tableRow({ board, activities }: PublicStandings, row: Row, hasLine: boolean): Piece {
  const { amount, unit } = toScoreText(row.score, board.measure, activities[0]);
  const isMarked = row.days_met !== undefined;
  return box(
    {
      height: rowHeight,
      alignItems: "center",
      gap: 20,
      borderTop: hasLine ? `1px solid ${paint["surface-grey"]}` : "none",
    },
    line(String(row.rank), { width: 64, fontFamily: "Fraunces", fontSize: 28 }),
    board.columns.includes("change") ? changeOf(row) : null,
    avatar(row.name, row.tint, 40, paint["surface-white"]),
    nameLine(row.name, { flexGrow: 1, flexShrink: 1, fontSize: 26, fontWeight: 700 }),
    isMarked ? line(`${row.days_met}/${row.days_due}`, { fontSize: 24, color: paint["text-secondary"] }) : null,
    line(unit ? `${amount} ${unit}` : amount, { minWidth: 180, textAlign: "right", fontSize: 28, fontWeight: 700 }),
  );
}

function changeOf({ rank, previous_rank }: Row): Piece {
  const gained = previous_rank === null ? 0 : previous_rank - rank;
  const place = { width: 72, flexShrink: 0, alignItems: "center", gap: 8 };
  if (gained === 0) {
    return box(place, line(previous_rank === null ? "new" : "–", { fontSize: 22, color: paint["text-secondary"] }));
  }
  const color = gained > 0 ? paint.success : paint.error;
  return box(place, arrow(gained > 0, 16, color), line(String(Math.abs(gained)), { fontSize: 22, color }));
}
