import type { Bulletin } from "@clanhall/contract/bulletins";
import { useEffect, useRef } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import list from "../../ui/list.module.css";
import { Moment, StateChip } from "./bulletin-cells.tsx";
import { BulletinText } from "./bulletin-text.tsx";
import styles from "./bulletins.module.css";
import { useTellSeen } from "./change-bulletins.api.ts";

/** A bulletin to be read. Whoever opens a live one has seen it. */
export function ReadDialog({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const { title, content, state, clan_name, author, posted_at, edited_at } = bulletin;
  useSeen(bulletin);
  return (
    <Dialog title={title} onClose={onClose} isText>
      <p className={styles.marks}>
        <span className={list.chip}>{clan_name}</span>
        {state !== "live" && <StateChip bulletin={bulletin} />}
        {author !== null && <span>by {author}</span>}
        {posted_at !== null && <Moment iso={posted_at} otherwise="" />}
        {edited_at !== null && (
          <span>
            Edited <time dateTime={edited_at}>{formatFullDate(edited_at)}</time>
          </span>
        )}
      </p>
      {content === "" ? <p className={list.note}>No content</p> : <BulletinText html={content} />}
    </Dialog>
  );
}

/** Told once; whoever is not told learns of it the next time it is opened. */
function useSeen(bulletin: Bulletin): void {
  const { mutate } = useTellSeen();
  const isTold = useRef(false);
  const isDue = bulletin.state === "live" && !bulletin.is_seen;
  useEffect(() => {
    if (!isDue || isTold.current) return;
    isTold.current = true;
    mutate(bulletin);
  }, [isDue, bulletin, mutate]);
}
