import type { Bulletin } from "@clanhall/contract/bulletins";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { formatDateTime, formatFullDate } from "../../lib/format.ts";
import list from "../../ui/list.module.css";
import { stateText } from "./format.ts";
import styles from "./bulletins.module.css";

/** Opens the bulletin to be read, and says what is special about it. */
export function TitleCell({ bulletin }: { bulletin: Bulletin }) {
  const { id, clan_id, title, pinned, author, edited_at } = bulletin;
  return (
    <span className={list.titleCell}>
      <Link
        className={list.title}
        to={pages.bulletins.path}
        search={(before: Record<string, unknown>) => ({ ...before, clan: clan_id, bulletin: id })}
        resetScroll={false}
        activeProps={{}}
      >
        {title}
      </Link>
      <span className={styles.marks}>
        {pinned && <Pinned />}
        {isNews(bulletin) && <span className={styles.news}>New</span>}
        {author !== null && <span>by {author}</span>}
        {edited_at !== null && (
          <span>
            Edited <time dateTime={edited_at}>{formatFullDate(edited_at)}</time>
          </span>
        )}
      </span>
    </span>
  );
}

/** Can be read, and the caller has not opened it yet. */
function isNews({ state, is_seen }: Bulletin): boolean {
  return state === "live" && !is_seen;
}

function Pinned() {
  return (
    <span className={styles.pinned}>
      <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
        <path d="M4.5 1.5h5M5.5 1.5v4l-2 2.5h7l-2-2.5v-4M7 8v4.5" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      Pinned
    </span>
  );
}

export function StateChip({ bulletin }: { bulletin: Bulletin }) {
  return (
    <span className={`${list.chip} ${styles.state}`} data-state={bulletin.state}>
      {stateText(bulletin)}
    </span>
  );
}

/** A moment, or that there is none. */
export function Moment({ iso, otherwise }: { iso: string | null; otherwise: string }) {
  return iso === null ? otherwise : <time dateTime={iso}>{formatDateTime(iso)}</time>;
}
