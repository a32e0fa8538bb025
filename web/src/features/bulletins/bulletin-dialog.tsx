import { useEffect, useEffectEvent } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/core/button.tsx";
import type { Bulletin } from "../../lib/read-entities.ts";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { toDay } from "../../ui/relative-time.tsx";
import { Muted } from "../../ui/list.tsx";
import { BulletinText } from "./bulletin-text.tsx";
import styles from "./bulletins-widget.module.css";
import { useMarkSeen } from "./my-bulletins.api.ts";

/** A bulletin of the dashboard in full. */
export function BulletinDialog({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const { title, message, clan_name, created_at } = bulletin;
  const markSeen = useMarkSeen();
  const onOpened = useEffectEvent(() => markSeen(bulletin));
  useEffect(() => onOpened(), []);
  return (
    <Dialog title={title} size="lg" isText onClose={onClose}>
      <p className={styles.facts}>
        {clan_name && <Badge>{clan_name}</Badge>}
        {created_at && <time dateTime={created_at}>{toDay(created_at)}</time>}
      </p>
      {message === "" ? <Muted as="p">No content</Muted> : <BulletinText html={message} />}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}
