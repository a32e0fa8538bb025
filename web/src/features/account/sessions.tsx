import type { SessionOfMine } from "@clanhall/contract/account";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { mySessionsQuery, useEndSession } from "./api.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { LazyConfirmDialog } from "../../ui/lazy-dialog.tsx";
import { endAllSessions, signOutOthers } from "./auth-api.ts";

interface SessionsCardProps {
  /** Leaves for the login page and forgets the session here. */
  onSignedOut: () => Promise<void>;
}

export function SessionsCard({ onSignedOut }: SessionsCardProps) {
  const sessions = useQuery(mySessionsQuery);
  return (
    <Card title="Where you are signed in" line="If you do not know one of these, sign it out and change your password.">
      <AsyncSection query={sessions} what="Your sessions">
        {(items) => <Sessions items={items} onSignedOut={onSignedOut} />}
      </AsyncSection>
    </Card>
  );
}

function Sessions({ items, onSignedOut }: SessionsCardProps & { items: SessionOfMine[] }) {
  const endOne = useEndSession();
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      {items.length === 0 ? (
        <p className={styles.note}>Nowhere that we know of.</p>
      ) : (
        <ul ref={list} className={styles.list} tabIndex={-1} aria-label="Where you are signed in">
          {items.map((session) => (
            <Place
              key={session.id}
              session={session}
              isEnding={endOne.isPending && endOne.variables === session.id}
              onEnd={() => endOne.isPending || endOne.mutate(session.id, { onSuccess: () => list.current?.focus() })}
            />
          ))}
        </ul>
      )}
      <ErrorMessage error={endOne.error} />
      <SavedNote text={endOne.isSuccess && "Signed out there."} />
      <SignOutButtons hasOthers={items.some(({ is_current: isCurrent }) => !isCurrent)} onSignedOut={onSignedOut} />
    </>
  );
}

interface PlaceProps {
  session: SessionOfMine;
  isEnding: boolean;
  onEnd: () => void;
}

function Place({ session, isEnding, onEnd }: PlaceProps) {
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <strong>{session.device}</strong>
        {session.is_current && <span className={styles.chip}>This device</span>}
        <div className={styles.note}>
          Last seen <RelativeTime iso={session.last_seen_at} />
          {session.ip && ` from ${session.ip}`}
        </div>
      </div>
      {!session.is_current && (
        <Button busy={isEnding} onClick={onEnd}>
          Sign out <span className="unseen">{session.device}</span>
        </Button>
      )}
    </li>
  );
}

function SignOutButtons({ hasOthers, onSignedOut }: SessionsCardProps & { hasOthers: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const others = useMutation({
    mutationFn: signOutOthers,
    onSuccess: () => queries.invalidateQueries(mySessionsQuery),
  });
  const everywhere = async () => {
    await endAllSessions();
    await onSignedOut();
  };
  return (
    <>
      <div className={styles.actions}>
        {hasOthers && (
          <Button busy={others.isPending} onClick={() => others.isPending || others.mutate()}>
            Sign out everywhere else
          </Button>
        )}
        <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
        <SavedNote text={others.isSuccess && "Signed out everywhere else."} />
      </div>
      <ErrorMessage error={others.error} />
      {isAsking && (
        <LazyConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={everywhere}
          onClose={() => setAsking(false)}
        >
          <p>You leave on every device, this one too, and have to log in again.</p>
        </LazyConfirmDialog>
      )}
    </>
  );
}
