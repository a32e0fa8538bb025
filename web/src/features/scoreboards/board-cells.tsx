import { pages } from "@clanhall/contract/pages";
import type { BoardState, Scoreboard } from "@clanhall/contract/scoreboards";
import { Link } from "@tanstack/react-router";
import { formatNumber } from "../../lib/format.ts";
import list from "../../ui/list.module.css";
import { linkStateOf, linkText } from "./link-words.ts";
import styles from "./scoreboards.module.css";

export const stateNames: Record<BoardState, string> = { active: "Active", ended: "Ended", archived: "Archived" };

/** Opens the standings. */
export function TitleCell({ board: { id, clan_id, title, description } }: { board: Scoreboard }) {
  return (
    <span className={list.titleCell}>
      <Link
        className={list.title}
        to={pages.scoreboards.path}
        search={(before: Record<string, unknown>) => ({ ...before, clan: clan_id, board: id, show: "standings" })}
        resetScroll={false}
        activeProps={{}}
      >
        {title}
      </Link>
      {description && <span className={styles.description}>{description}</span>}
    </span>
  );
}

export function StateChip({ state }: { state: BoardState }) {
  return (
    <span className={`${list.chip} ${styles.state}`} data-state={state}>
      {stateNames[state]}
    </span>
  );
}

/** Whether the board is open to everybody with its link, and for how long. */
export function LinkCell({ board, now }: { board: Scoreboard; now: number }) {
  const state = linkStateOf(board, now);
  return (
    <span className={styles.link} data-link={state}>
      {linkText(board, now)}
      {state !== "off" && board.share?.has_passcode && (
        <span className={styles.passcode}>
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
        </span>
      )}
    </span>
  );
}

export function viewsOf({ share }: Scoreboard): string {
  return share === null ? "—" : formatNumber(share.views);
}
