import type { Bulletin } from "@clanhall/contract/bulletins";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Muted, PlainList } from "../../ui/list.tsx";
import styles from "./bulletins.module.css";
import { bulletinReadersQuery } from "./api.ts";

/** Who has opened a bulletin, and who has not. */
export function ReadersDialog({ bulletin, onClose }: { bulletin: Bulletin; onClose: () => void }) {
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
            <li key={member_id} className={styles.reader}>
              <span>{name}</span>
              {seen_at !== null && (
                <Muted>
                  <RelativeTime iso={seen_at} />
                </Muted>
              )}
            </li>
          ))}
        </PlainList>
      )}
    </section>
  );
}
