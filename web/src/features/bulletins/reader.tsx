import type { Bulletin } from "@clanhall/contract/bulletins";
import { useEffect, useRef } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { Muted } from "../../ui/list.tsx";
import { Moment, StateChip } from "./columns.tsx";
import { BulletinText } from "./content.tsx";
import styles from "./bulletins.module.css";
import { useTellSeen } from "./change-bulletins.api.ts";

/** A bulletin to be read. Whoever opens a live one has seen it. */
export function ReadDialog({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const { title, content, state, clan_name, author, posted_at, edited_at } = bulletin;
  useSeen(bulletin);
  return (
    <Dialog title={title} onClose={onClose} size="lg" isText>
      <p className={styles.marks}>
        <Badge>{clan_name}</Badge>
        {state !== "live" && <StateChip bulletin={bulletin} />}
        {author !== null && <span>by {author}</span>}
        {posted_at !== null && <Moment iso={posted_at} otherwise="" />}
        {edited_at !== null && (
          <span>
            Edited <time dateTime={edited_at}>{formatFullDate(edited_at)}</time>
          </span>
        )}
      </p>
      {content === "" ? <Muted as="p">No content</Muted> : <BulletinText html={content} />}
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
