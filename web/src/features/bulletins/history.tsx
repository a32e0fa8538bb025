import type { Bulletin, BulletinVersion } from "@clanhall/contract/bulletins";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Muted, Stack, Row } from "../../ui/core/layout.tsx";
import { PlainList } from "../../ui/list.tsx";
import { BulletinMessage } from "./content.tsx";
import styles from "./bulletins.module.css";
import { bulletinReadersQuery, bulletinVersionsQuery } from "./api.ts";
import { useId } from "react";
import { RelativeTime } from "../../ui/relative-time.tsx";

interface BulletinHistoryProps {
  bulletin: Bulletin;
  onRestore: (bulletin: Bulletin, before: BulletinVersion) => void;
  onClose: () => void;
}

/** What a bulletin said before each change of its text. */
export function BulletinHistory({ bulletin, onRestore, onClose }: BulletinHistoryProps) {
  const versions = useQuery(bulletinVersionsQuery(bulletin));
  return (
    <Dialog title={`History of ${bulletin.title}`} onClose={onClose} size="lg">
      <AsyncSection query={versions} what="The history" lines={5}>
        {(items) =>
          items.length === 0 ? (
            <p>The text was never changed. Earlier versions are kept here.</p>
          ) : (
            <>
              <Muted as="p">Earlier versions, newest first.</Muted>
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
    <Stack as="article" gap={2} align="start" className={styles.version}>
      <Muted as="p">
        Written by {written_by ?? "a former member"} on <time dateTime={written_at}>{when}</time>
      </Muted>
      <h3>{title}</h3>
      <BulletinMessage html={content} />
      <Button onClick={onRestore}>
        Restore this version<span className="visually-hidden"> of {when}</span>
      </Button>
    </Stack>
  );
}

/** Who has opened a bulletin, and who has not. */
export function BulletinReaders({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const readers = useQuery(bulletinReadersQuery(bulletin));
  return (
    <Dialog title={`Who has seen ${bulletin.title}`} onClose={onClose}>
      <Muted as="p">Only players with an account who may read it are counted.</Muted>
      <AsyncSection query={readers} what="The list" lines={5}>
        {(people) => (
          <>
            <People
              title="Seen by"
              none="Nobody has opened it yet."
              people={people.filter(({ seen_at }) => seen_at !== null)}
            />
            <People
              title="Not yet"
              none="Everybody has opened it."
              people={people.filter(({ seen_at }) => seen_at === null)}
            />
          </>
        )}
      </AsyncSection>
    </Dialog>
  );
}

interface PeopleProps {
  title: string;
  none: string;
  people: { member_id: string; name: string; seen_at: string | null }[];
}

function People({ title, none, people }: PeopleProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        {title} ({people.length})
      </h3>
      {people.length === 0 ? (
        <Muted as="p">{none}</Muted>
      ) : (
        <PlainList>
          {people.map(({ member_id, name, seen_at }) => (
            <Row as="li" key={member_id} align="stretch" nowrap justify="between" className={styles.reader}>
              <span>{name}</span>
              {seen_at !== null && (
                <Muted>
                  <RelativeTime iso={seen_at} />
                </Muted>
              )}
            </Row>
          ))}
        </PlainList>
      )}
    </section>
  );
}
