import { methodLabel } from "../../domain/sign-in-methods.ts";
import type { SessionOfMine, SignInOfMine } from "@clanhall/contract/account";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { ConfirmButton } from "../../ui/lazy-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { endAllSessions, mySessionsQuery, mySignInsQuery, signOutOthers, useEndSession } from "./api.ts";

interface SessionsCardProps {
  /** Leaves for the login page and forgets the session here. */
  onSignedOut: () => Promise<void>;
}

export function SessionsCard({ onSignedOut }: SessionsCardProps) {
  const sessions = useQuery(mySessionsQuery);
  return (
    <Card
      title="Where you are signed in"
      line="If you don’t recognise one of these, sign it out and change your password."
    >
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
        <Muted as="p">No active sessions.</Muted>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label="Where you are signed in">
          {items.map((session) => (
            <SessionItem
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

interface SessionItemProps {
  session: SessionOfMine;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionItem({ session, isEnding, onEnd }: SessionItemProps) {
  return (
    <ListItem>
      <ItemText>
        <strong>{session.device}</strong> {session.is_current && <Badge tone="info">This device</Badge>}
        <Muted as="p">
          Last seen <RelativeTime iso={session.last_seen_at} />
          {session.ip && ` from ${session.ip}`}
        </Muted>
      </ItemText>
      {!session.is_current && (
        <Button busy={isEnding} onClick={onEnd}>
          Sign out <span className="visually-hidden">{session.device}</span>
        </Button>
      )}
    </ListItem>
  );
}

function SignOutButtons({ hasOthers, onSignedOut }: SessionsCardProps & { hasOthers: boolean }) {
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
      <Row>
        {hasOthers && (
          <Button busy={others.isPending} onClick={() => others.isPending || others.mutate()}>
            Sign out everywhere else
          </Button>
        )}
        <ConfirmButton
          label="Sign out everywhere"
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={everywhere}
        >
          <p>This signs you out on every device, including this one.</p>
        </ConfirmButton>
        <SavedNote text={others.isSuccess && "Signed out everywhere else."} />
      </Row>
      <ErrorMessage error={others.error} />
    </>
  );
}

export function SignInsCard() {
  const signIns = useQuery(mySignInsQuery);
  return (
    <Card title="Recent sign-ins" line="The latest times someone got into your account, or tried to.">
      <AsyncSection query={signIns} what="Recent sign-ins">
        {(items) =>
          items.length === 0 ? (
            <Muted as="p">Nothing was recorded yet.</Muted>
          ) : (
            <ul>
              {items.map((signIn) => (
                <SignIn key={signIn.id} signIn={signIn} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
    </Card>
  );
}

function SignIn({ signIn }: { signIn: SignInOfMine }) {
  const { outcome, method, ip, at } = signIn;
  const isFine = outcome === "success";
  return (
    <ListItem>
      <ItemText>
        <Badge tone={isFine ? "success" : "danger"}>{isFine ? "Signed in" : "Failed"}</Badge>
        <Muted as="p">{originText(method, ip)}</Muted>
      </ItemText>
      <Muted>
        <RelativeTime iso={at} />
      </Muted>
    </ListItem>
  );
}

/** How and from where; a try that failed names no method. */
function originText(method: string, ip: string | null): string {
  const origin = ip && (method ? `, from ${ip}` : `From ${ip}`);
  return methodLabel(method) + (origin ?? "");
}
