import { useEffect, useEffectEvent, useRef } from "react";
import type { Bulletin } from "../../lib/read-entities.ts";
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
  const text = useRef<HTMLDivElement>(null);
  const markSeen = useMarkSeen();
  const onOpened = useEffectEvent(() => markSeen(bulletin));
  useEffect(() => {
    onOpened();
    // A long message is read from its beginning, not from the button at its end.
    text.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Dialog title={title} isText onClose={onClose}>
      <p className={styles.facts}>
        {clan_name && <span className={list.chip}>{clan_name}</span>}
        {created_at && <time dateTime={created_at}>{toDay(created_at)}</time>}
      </p>
      <div ref={text} className={styles.message} tabIndex={-1}>
        {message === "" ? <p className={list.note}>No content</p> : <BulletinText html={message} />}
      </div>
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </Dialog>
  );
}
