import type { UserDetail } from "@clanhall/contract/admin-users";
import { Children, type ReactNode, useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { methodLabel } from "../../domain/sign-in-methods.ts";
import styles from "./users.module.css";

interface PartProps {
  user: UserDetail;
}

export function SignInMethodsCard({ user: { providers, identities, passkeys } }: PartProps) {
  const linked = identities.filter(({ provider }) => provider !== "email");
  const hasPassword = providers.includes("password");
  return (
    <Card title="Sign-in methods">
      <Items label="Sign-in methods" none="No sign-in method.">
        {hasPassword && <Item what="Password" />}
        {passkeys > 0 && <Item what={passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`} />}
        {linked.map(({ provider, created_at }) => (
          <Item key={provider} what={methodLabel(provider)} at={created_at} before="Linked" />
        ))}
      </Items>
    </Card>
  );
}

export function FactorsCard({ user: { factors } }: PartProps) {
  return (
    <Card title="Second factors">
      <Items label="Second factors" none="None: the first factor is enough to log in.">
        {factors.map(({ type, status, created_at }) => (
          <Item
            key={`${type} ${created_at}`}
            what={methodLabel(type)}
            note={status === "verified" ? "In use" : "Never finished"}
            at={created_at}
            before="Added"
          />
        ))}
      </Items>
    </Card>
  );
}

export function ClansCard({ user: { memberships } }: PartProps) {
  return (
    <Card title="Clans and roles">
      <Items label="Clans and roles" none="In no clan.">
        {memberships.map(({ member_id, clan_name, player, role, status }) => (
          <Item
            key={member_id}
            what={clan_name}
            note={`${methodLabel(role)} as ${player}${status === "active" ? "" : `, ${status}`}`}
          />
        ))}
      </Items>
    </Card>
  );
}

export function SessionsCard({ user: { sessions } }: PartProps) {
  return (
    <Card title="Sessions">
      <Items label="Sessions" none="Signed in nowhere.">
        {sessions.map(({ id, device, ip, aal, last_seen_at }) => (
          <Item
            key={id}
            what={device}
            note={[ip && `From ${ip}`, aal === "aal2" && "with the second factor"].filter(Boolean).join(", ")}
            at={last_seen_at}
            before="Seen"
          />
        ))}
      </Items>
    </Card>
  );
}

const adblockText = (adblock: boolean | null) => {
  if (adblock === null) return "not known";
  return adblock ? "yes" : "no";
};

export function SignInsCard({ user: { sign_ins, login_activity } }: PartProps) {
  return (
    <Card title="Sign-in activity">
      <Muted as="p">Ad blocker seen at the last sign-in: {adblockText(login_activity.adblock)}.</Muted>
      <Items label="Sign-in activity" none="Nothing was recorded yet.">
        {sign_ins.map(({ id, outcome, method, ip, at }) => (
          <Item
            key={id}
            what={outcome === "success" ? "Signed in" : "Failed"}
            isFailure={outcome === "failure"}
            note={[method && methodLabel(method), ip && `from ${ip}`].filter(Boolean).join(", ")}
            at={at}
          />
        ))}
      </Items>
    </Card>
  );
}

interface ItemsProps {
  label: string;
  /** Said where there are none. */
  none: string;
  children: ReactNode;
}

/** A long list begins short. */
const shownAtFirst = 8;

function Items({ label, none, children }: ItemsProps) {
  const [isWhole, setWhole] = useState(false);
  const items = Children.toArray(children);
  if (items.length === 0) return <Muted as="p">{none}</Muted>;
  return (
    <>
      <ul aria-label={label}>{isWhole ? items : items.slice(0, shownAtFirst)}</ul>
      {!isWhole && items.length > shownAtFirst && (
        <Button variant="plain" className={styles.all} onClick={() => setWhole(true)}>
          Show all {items.length}
        </Button>
      )}
    </>
  );
}

interface ItemProps {
  what: string;
  note?: string;
  at?: string;
  /** A word before the moment. */
  before?: string;
  isFailure?: boolean;
}

function Item({ what, note, at, before, isFailure }: ItemProps) {
  return (
    <ListItem>
      <ItemText>
        <strong className={isFailure ? styles.failure : undefined}>{what}</strong>
        {note && <Muted as="div">{note}</Muted>}
      </ItemText>
      {at && (
        <Muted>
          {before} <RelativeTime iso={at} />
        </Muted>
      )}
    </ListItem>
  );
}
