import type { Bulletin, BulletinVersion } from "@clanhall/contract/bulletins";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { formatDateTime, formatFullDate } from "../../lib/format.ts";
import { Edited, GoesLive, Moment, StateChip } from "./columns.tsx";
import { BulletinMessage } from "./content.tsx";
import styles from "./bulletins.module.css";
import { bulletinReadersQuery, bulletinVersionsQuery, previewQuery, useMarkSeen } from "./api.ts";
import { publishedAt } from "./format.ts";
import { Button } from "../../ui/core/button.tsx";
import { useQuery } from "@tanstack/react-query";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { PlainList } from "../../ui/list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";

/** A bulletin to be read. Whoever opens a live one has seen it. */
export function BulletinReader({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
  const { title, content, state, clan_name, author, posted_at, edited_at } = bulletin;
  useSeen(bulletin);
  return (
    <Dialog title={title} onClose={onClose} size="lg" isText>
      <Row as="p" dim className={styles.facts}>
        <Badge>{clan_name}</Badge>
        {state !== "live" && <StateChip state={state} />}
        <GoesLive bulletin={bulletin} />
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
      <Row as="p" dim className={styles.facts}>
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
              <div className="lined">
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
      <Muted as="p">Only players with an account who may read it are counted, and not its author.</Muted>
      <AsyncSection query={readers} what="The list" lines={5}>
        {(people) =>
          people.length === 0 ? (
            <p>Nobody else in the clan can read it yet.</p>
          ) : (
            <>
              <People
                title="Seen by"
                none="Nobody has opened it yet."
                people={people.filter(({ seen_at }) => seen_at !== null)}
              />
              <People
                title="Not yet"
                none="Everyone has opened it."
                people={people.filter(({ seen_at }) => seen_at === null)}
              />
            </>
          )
        }
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
            <Row as="li" key={member_id} align="stretch" nowrap justify="between">
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
