import { pages } from "@clanhall/contract/pages";
import { measureNames } from "@clanhall/contract/rules/score-text";
import type { BoardState, Scoreboard } from "@clanhall/contract/scoreboards";
import { Link } from "@tanstack/react-router";
import { formatDate, formatNumber, unknown } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { type CsvColumns, fieldColumns } from "../../ui/lists/csv-file.ts";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { periodText, linkStateOf, linkText } from "./format.ts";
import { Row } from "../../ui/core/layout.tsx";
import styles from "./scoreboards.module.css";

export const stateNames: Record<BoardState, string> = { active: "Active", ended: "Ended", archived: "Archived" };

/** Of a file; the link itself is not in it. */
export function boardFileColumns(now: number): CsvColumns<Scoreboard> {
  return {
    ...fieldColumns<Scoreboard>("title", "description", "state", "measure"),
    period: ({ period }) => period.kind,
    from: ({ range }) => range.from,
    to: ({ range }) => range.to,
    link: (board) => linkStateOf(board, now),
    link_until: ({ share }) => share?.expires_at ?? null,
    views: ({ share }) => share?.views ?? null,
    ...fieldColumns<Scoreboard>("created_at", "updated_at", "ended_at"),
  };
}

const stateTones = { active: "success", ended: "info", archived: "neutral" } as const;

/** Links and views are only for those who manage the clan. */
export function scoreboardColumns(isManager: boolean, now: number): Column<Scoreboard>[] {
  const managed: Column<Scoreboard>[] = [
    { key: "link", label: "Link", cell: (board) => <LinkCell board={board} now={now} /> },
    {
      key: "views",
      label: "Views",
      align: "end",
      card: "figure",
      cell: viewsOf,
      isEmpty: ({ share }) => share === null,
    },
  ];
  return [
    {
      key: "title",
      label: "Title",
      card: "title",
      cell: titleLink,
      note: ({ description }) => description,
      phone: (board) => (board.scores_moved_at === null ? board.description : <>Scores moved {movedAt(board)}</>),
    },
    { key: "measure", label: "Measure", card: "fact", cell: ({ measure }) => measureNames[measure] },
    { key: "period", label: "Period", card: "fact", cell: periodText },
    {
      key: "state",
      label: "State",
      card: "badge",
      cell: ({ state }) => <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>,
    },
    ...(isManager ? managed : []),
    { key: "moved", label: "Scores moved", cell: movedAt },
    { key: "updated", label: "Edited", cell: ({ updated_at }) => formatDate(updated_at) },
  ];
}

function movedAt({ scores_moved_at: at }: Scoreboard) {
  return at === null ? unknown : <RelativeTime iso={at} />;
}

/** Opens the standings. */
function titleLink({ id, clan_id, title }: Scoreboard) {
  return (
    <Link
      to={pages.scoreboards.path}
      search={(before: Record<string, unknown>) => ({ ...before, clan: clan_id, board: id })}
      resetScroll={false}
      activeProps={{}}
    >
      {title}
    </Link>
  );
}

/** Whether the board is open to everybody with its link, and for how long. */
function LinkCell({ board, now }: { board: Scoreboard; now: number }) {
  const state = linkStateOf(board, now);
  return (
    <Row as="span" nowrap dim={state === "off" || undefined} className={styles.link} data-link={state}>
      {linkText(board, now)}
      {state !== "off" && board.share?.has_passcode && (
        <Row as="span" inline nowrap dim gap={1} size="xs">
          <svg
            width="14"
            height="14"
            viewBox="0 0 14 14"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            aria-hidden
          >
            <rect x="2.5" y="6" width="9" height="6" rx="1.5" />
            <path d="M4.5 6V4.2a2.5 2.5 0 0 1 5 0V6" />
          </svg>
          Passcode
        </Row>
      )}
    </Row>
  );
}

function viewsOf({ share }: Scoreboard): string {
  return share === null ? "—" : formatNumber(share.views);
}
