import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { timelineQuery } from "./api.ts";
import styles from "./members.module.css";

interface TimelineDialogProps {
  clanId: string;
  row: Member;
  onClose: () => void;
}

/** What happened to one player, the latest first. */
export function TimelineDialog({ clanId, row, onClose }: TimelineDialogProps) {
  const timeline = useQuery(timelineQuery(clanId, row.id));
  return (
    <Dialog title={`Timeline of ${row.name}`} onClose={onClose}>
      <AsyncSection query={timeline} what="The timeline" lines={4}>
        {(items) =>
          items.length === 0 ? (
            <p>Nothing has happened yet.</p>
          ) : (
            <ol className={styles.timeline}>
              {items.map(({ at, action, text, actor }) => (
                <li key={`${at} ${action} ${text}`}>
                  <p>{text}</p>
                  <p className={styles.note}>
                    <RelativeTime iso={at} />
                    {actor && ` · ${actor}`}
                  </p>
                </li>
              ))}
            </ol>
          )
        }
      </AsyncSection>
    </Dialog>
  );
}
