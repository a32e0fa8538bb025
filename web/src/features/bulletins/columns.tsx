import type { Bulletin } from "@clanhall/contract/bulletins";
import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/lists/data-list-state.ts";
import { formatDate, formatDateTime, formatFullDate } from "../../lib/format.ts";
import { audienceNames, seenText, stateNames } from "./format.ts";
import { Row, Text } from "../../ui/core/layout.tsx";
import styles from "./bulletins.module.css";

/** The bulletins as their managers see them. */
export const bulletinColumns: Column<Bulletin>[] = [
  {
    key: "title",
    label: "Title",
    card: "title",
    cell: (bulletin) => <BulletinLink bulletin={bulletin} />,
    note: (bulletin) => <Marks bulletin={bulletin} inOneLine />,
    // There is no room for when it was edited: whoever opens it sees that.
    phone: (bulletin) => <Marks bulletin={{ ...bulletin, edited_at: null }} inOneLine />,
  },
  { key: "state", label: "State", card: "badge", cell: ({ state }) => <StateChip state={state} /> },
  { key: "audience", label: "For", cell: ({ audience }) => audienceNames[audience] },
  { key: "published", label: "Published", cell: ({ posted_at }) => <Day iso={posted_at} otherwise="Not yet" /> },
  { key: "expires", label: "Expires", cell: ({ expires_at }) => <Day iso={expires_at} otherwise="Never" /> },
  {
    key: "seen",
    label: "Seen",
    align: "end",
    card: "figure",
    cell: seenText,
    isEmpty: (bulletin) => seenText(bulletin) === "—",
  },
];

/** Opens the bulletin to be read. */
export function BulletinLink({ bulletin: { id, clan_id, title } }: { bulletin: Bulletin }) {
  return (
    <Link
      to={pages.bulletins.path}
      search={(before: Record<string, unknown>) => ({ ...before, clan: clan_id, bulletin: id })}
      resetScroll={false}
      activeProps={{}}
    >
      {title}
    </Link>
  );
}

/** What is special about a bulletin. */
export function Marks({ bulletin, inOneLine = false }: { bulletin: Bulletin; inOneLine?: boolean }) {
  const { pinned, author, edited_at } = bulletin;
  return (
    <Row as="span" nowrap={inOneLine} wrap={inOneLine ? "never" : undefined} dim className={styles.facts}>
      {pinned && <Pinned />}
      {isUnread(bulletin) && (
        <Text weight={600} tone="success">
          New
        </Text>
      )}
      <GoesLive bulletin={bulletin} />
      {author !== null && <Text wrap="cut">by {author}</Text>}
      <Edited at={edited_at} />
    </Row>
  );
}

/** When a bulletin that waits is published. */
export function GoesLive({ bulletin: { state, publish_at } }: { bulletin: Bulletin }) {
  return (
    state === "scheduled" &&
    publish_at !== null && (
      <span>
        Goes live <time dateTime={publish_at}>{formatDateTime(publish_at)}</time>
      </span>
    )
  );
}

export function Edited({ at }: { at: string | null }) {
  return (
    at !== null && (
      <span>
        Edited <time dateTime={at}>{formatFullDate(at)}</time>
      </span>
    )
  );
}

/** Can be read, and the caller has not opened it yet. */
function isUnread({ state, is_seen }: Bulletin): boolean {
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

const stateTones = { draft: "neutral", scheduled: "info", live: "success", expired: "neutral" } as const;

export function StateChip({ state }: Pick<Bulletin, "state">) {
  return <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>;
}

/** The day of a moment, whose time is a hover away. */
function Day({ iso, otherwise }: { iso: string | null; otherwise: string }) {
  if (iso === null) return otherwise;
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatDate(iso)}
    </time>
  );
}

/** A moment, or that there is none. */
export function Moment({ iso, otherwise }: { iso: string | null; otherwise: string }) {
  return iso === null ? otherwise : <time dateTime={iso}>{formatDateTime(iso)}</time>;
}
