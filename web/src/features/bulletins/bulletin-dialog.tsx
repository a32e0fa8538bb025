import { useEffect, useEffectEvent } from "react";
import type { Bulletin } from "../../lib/compat/entities.ts";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { toDay } from "../../ui/relative-time.tsx";
import list from "../../ui/widget-list.module.css";
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
    <Dialog title={title} isText onClose={onClose}>
      <p className={styles.facts}>
        {clan_name && <span className={list.chip}>{clan_name}</span>}
        {created_at && <time dateTime={created_at}>{toDay(created_at)}</time>}
      </p>
      {message === "" ? <p className={list.note}>No content</p> : <BulletinText html={message} />}
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </Dialog>
  );
}
