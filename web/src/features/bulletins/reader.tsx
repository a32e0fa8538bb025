import type { Bulletin } from "@clanhall/contract/bulletins";
import { useEffect, useEffectEvent, useRef } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { Edited, Moment, StateChip } from "./columns.tsx";
import { BulletinMessage } from "./content.tsx";
import styles from "./bulletins.module.css";
import { previewQuery, useMarkSeen } from "./api.ts";
import { publishedAt } from "./format.ts";
import { Button } from "../../ui/core/button.tsx";
import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { hasStatus } from "../../lib/api-errors.ts";

/** A bulletin to be read. Whoever opens a live one has seen it. */
export function BulletinReader({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const { title, content, state, clan_name, author, posted_at, edited_at } = bulletin;
  useSeen(bulletin);
  return (
    <Dialog title={title} onClose={onClose} size="lg" isText>
      <Row as="p" className={styles.facts}>
        <Badge>{clan_name}</Badge>
        {state !== "live" && <StateChip bulletin={bulletin} />}
        {author !== null && <span>by {author}</span>}
        {posted_at !== null && <Moment iso={posted_at} otherwise="" />}
        <Edited at={edited_at} />
      </Row>
      <BulletinMessage html={content} />
    </Dialog>
  );
}

/** Sent once; what got lost is sent the next time it is opened. */
function useSeen(bulletin: Bulletin): void {
  const { mutate } = useMarkSeen();
  const isSent = useRef(false);
  const isDue = bulletin.state === "live" && !bulletin.is_seen;
  useEffect(() => {
    if (!isDue || isSent.current) return;
    isSent.current = true;
    mutate(bulletin);
  }, [isDue, bulletin, mutate]);
}

interface DashboardBulletinProps {
  bulletin: Bulletin;
  onOpened: () => void;
  onClose: () => void;
}

/** A bulletin of the dashboard in full. */
export function DashboardBulletin({ bulletin, onOpened, onClose }: DashboardBulletinProps) {
  const { title, content, clan_name } = bulletin;
  const at = publishedAt(bulletin);
  const onMount = useEffectEvent(onOpened);
  useEffect(() => onMount(), []);
  return (
    <Dialog title={title} size="lg" isText onClose={onClose}>
      <Row as="p" className={styles.facts}>
        {clan_name && <Badge>{clan_name}</Badge>}
        {at && <time dateTime={at}>{formatFullDate(at)}</time>}
      </Row>
      <BulletinMessage html={content} />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

interface BulletinPreviewProps {
  clanId: string;
  title: string;
  content: string;
  onClose: () => void;
}

/** Exactly what the server would store. */
export function BulletinPreview({ clanId, title, content, onClose }: BulletinPreviewProps) {
  const preview = useQuery(previewQuery(clanId, content));
  return (
    <Dialog title={`Preview: ${title.trim() || "Untitled"}`} onClose={onClose} size="lg" isText>
      {hasStatus(preview.error, 400, 403, 404, 413) ? (
        <ErrorMessage error={preview.error} />
      ) : (
        <AsyncSection query={preview} what="The preview" lines={4}>
          {(stored) => <BulletinMessage html={stored.content} />}
        </AsyncSection>
      )}
    </Dialog>
  );
}
