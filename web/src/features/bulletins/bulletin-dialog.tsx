import { useEffect, useEffectEvent } from "react";
import type { Bulletin } from "@clanhall/contract/bulletins";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import list from "../../ui/widget-list.module.css";
import { BulletinText } from "./bulletin-text.tsx";
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
    <Dialog title={title} isText onClose={onClose}>
      <p className={styles.facts}>
        {clan_name && <span className={list.chip}>{clan_name}</span>}
        {at && <time dateTime={at}>{formatFullDate(at)}</time>}
      </p>
      {content === "" ? <p className={list.note}>No content</p> : <BulletinText html={content} />}
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </Dialog>
  );
}
