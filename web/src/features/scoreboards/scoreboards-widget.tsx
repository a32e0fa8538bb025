import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Scoreboard } from "../../lib/read-entities.ts";
import { Card } from "../../ui/card.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { toDay } from "../../ui/relative-time.tsx";
import { activeBoardsQuery } from "./active-scoreboards.api.ts";
import styles from "./scoreboards-widget.module.css";

const ScoreboardDialog = lazyDialog(async () => (await import("./scoreboard-dialog.tsx")).ScoreboardDialog);

const shownMax = 8;

interface ScoreboardsWidgetProps {
  /** The board that is open; null for none. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The active boards of one's clans on the dashboard. */
export function ScoreboardsWidget({ openId, onOpen }: ScoreboardsWidgetProps) {
  const { data, error, isPending } = useQuery(activeBoardsQuery);
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the dashboard does without what fails and leaves this trace of it
    if (error) console.warn("The scoreboards could not be loaded", error);
  }, [error]);
  const boards = data ?? [];
  const open = boards.find(({ id }) => id === openId);
  return (
    <Card title="Scoreboards">
      {isPending ? (
        <p role="status" className={styles.note}>
          Loading scoreboards…
        </p>
      ) : (
        <BoardList boards={boards.slice(0, shownMax)} onOpen={onOpen} />
      )}
      <p>
        <Link className={styles.all} to={pages.scoreboards.path}>
          All scoreboards
        </Link>
      </p>
      {open && <ScoreboardDialog board={open} onClose={() => onOpen(null)} />}
    </Card>
  );
}

function BoardList({ boards, onOpen }: { boards: Scoreboard[]; onOpen: (id: string) => void }) {
  if (boards.length === 0) return <p className={styles.note}>No active scoreboards.</p>;
  return (
    <ul className={styles.list}>
      {boards.map(({ id, title, clan_name, expires_at }) => (
        <li key={id}>
          <button type="button" className={styles.item} onClick={() => onOpen(id)}>
            <span className={styles.names}>
              <strong>{title}</strong>
              {clan_name && <span className={styles.note}>{clan_name}</span>}
            </span>
            {expires_at && <span className={styles.chip}>Expires {toDay(expires_at)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
