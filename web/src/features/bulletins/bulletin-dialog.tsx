import { useEffect, useEffectEvent } from "react";
import type { Bulletin } from "@clanhall/contract/bulletins";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { Muted } from "../../ui/list.tsx";
import { BulletinText } from "./content.tsx";
import styles from "./bulletins-widget.module.css";
import { publishedAt, useMarkSeen } from "./my-bulletins.api.ts";

/** A bulletin of the dashboard in full. */
export function BulletinDialog({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const { title, content, clan_name } = bulletin;
  const at = publishedAt(bulletin);
  const markSeen = useMarkSeen();
  const onOpened = useEffectEvent(() => markSeen(bulletin));
  useEffect(() => onOpened(), []);
  return (
    <Dialog title={title} size="lg" isText onClose={onClose}>
      <p className={styles.facts}>
        {clan_name && <Badge>{clan_name}</Badge>}
        {at && <time dateTime={at}>{formatFullDate(at)}</time>}
      </p>
      {content === "" ? <Muted as="p">No content</Muted> : <BulletinText html={content} />}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
