import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Muted } from "../../ui/list.tsx";
import { BulletinText } from "./bulletin-text.tsx";
import styles from "./bulletins.module.css";
import { previewQuery } from "./manage-bulletins.api.ts";

interface PreviewDialogProps {
  clanId: string;
  title: string;
  content: string;
  onClose: () => void;
}

/** Exactly what the server would store. */
export function PreviewDialog({ clanId, title, content, onClose }: PreviewDialogProps) {
  const preview = useQuery(previewQuery(clanId, content));
  return (
    <Dialog title={`Preview: ${title.trim() || "Untitled"}`} onClose={onClose} size="lg" isText>
      {hasStatus(preview.error, 400, 403, 404, 413) ? (
        <ErrorMessage error={preview.error} />
      ) : (
        <AsyncSection query={preview} what="The preview" lines={4}>
          {(stored) =>
            stored.content === "" ? (
              <Muted as="p">No content</Muted>
            ) : (
              <div className={styles.message}>
                <BulletinText html={stored.content} />
              </div>
            )
          }
        </AsyncSection>
      )}
    </Dialog>
  );
}
