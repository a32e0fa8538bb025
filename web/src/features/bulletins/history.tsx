import type { Bulletin, BulletinVersion } from "@clanhall/contract/bulletins";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Muted } from "../../ui/list.tsx";
import { BulletinText } from "./content.tsx";
import styles from "./bulletins.module.css";
import { bulletinVersionsQuery } from "./api.ts";

interface HistoryDialogProps {
  bulletin: Bulletin;
  onRestore: (bulletin: Bulletin, before: BulletinVersion) => void;
  onClose: () => void;
}

/** What a bulletin said before each change of its words. */
export function HistoryDialog({ bulletin, onRestore, onClose }: HistoryDialogProps) {
  const versions = useQuery(bulletinVersionsQuery(bulletin));
  return (
    <Dialog title={`History of ${bulletin.title}`} onClose={onClose} size="lg">
      <AsyncSection query={versions} what="The history" lines={5}>
        {(items) =>
          items.length === 0 ? (
            <p>Its words were never changed. From the first change on, what it said before is kept here.</p>
          ) : (
            <>
              <Muted as="p">What it said before each change of its words, the latest first.</Muted>
              <div>
                {items.map((version) => (
                  <Version
                    key={version.version}
                    version={version}
                    onRestore={() => {
                      onRestore(bulletin, version);
                      onClose();
                    }}
                  />
                ))}
              </div>
            </>
          )
        }
      </AsyncSection>
    </Dialog>
  );
}

function Version({ version, onRestore }: { version: BulletinVersion; onRestore: () => void }) {
  const { title, content, written_by, written_at } = version;
  const when = formatDateTime(written_at);
  return (
    <article className={styles.version}>
      <Muted as="p">
        Written by {written_by ?? "somebody who has left"} on <time dateTime={written_at}>{when}</time>
      </Muted>
      <h3>{title}</h3>
      {content === "" ? <Muted as="p">No content</Muted> : <BulletinText html={content} />}
      <Button onClick={onRestore}>
        Restore these words<span className="unseen"> of {when}</span>
      </Button>
    </article>
  );
}
