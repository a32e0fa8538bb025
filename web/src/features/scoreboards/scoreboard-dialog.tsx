import type { Scoreboard } from "@clanhall/contract/scoreboards";
import { Dialog } from "../../ui/dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import styles from "./board-frame.module.css";
import { BoardFrame } from "./board-frame.tsx";
import { toEmbedPath } from "./link-words.ts";

/** A board of the dashboard: what everybody with its link sees. */
export function ScoreboardDialog({ board, onClose }: { board: Scoreboard; onClose: () => void }) {
  const { title, clan_name, created_at, expires_at, share_token } = board;
  return (
    <Dialog title={title} size="page" onClose={onClose}>
      <p className={styles.facts}>
        {clan_name && <span className={styles.clan}>{clan_name}</span>}
        {created_at && <span>Created {formatFullDate(created_at)}</span>}
        {expires_at && <span>Expires {formatFullDate(expires_at)}</span>}
      </p>
      {share_token === null ? (
        <p>No public view is available for this scoreboard.</p>
      ) : (
        <BoardFrame path={toEmbedPath(share_token)} title={`Scoreboard ${title}`} />
      )}
    </Dialog>
  );
}
