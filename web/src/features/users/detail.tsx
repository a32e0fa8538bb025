import { Notice } from "../../ui/core/notice.tsx";
import type { UserDetail as User } from "@clanhall/contract/admin-users";
import { Children, type ReactNode, useState } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { Grid, Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { LastSignIn, StateChip } from "./list.tsx";
import { isSuspended, UserActions } from "./actions.tsx";
import styles from "./users.module.css";
import { Button } from "../../ui/core/button.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { methodLabel } from "../../domain/sign-in-methods.ts";

/** All an app admin may know of one account. */
export function UserDetail({ user, onGone }: { user: User; onGone: () => void }) {
  return (
    <Grid min={420} gap={5} align="start">
      <Stack gap={5}>
        <IdentityCard user={user} />
        <UserActions user={user} onGone={onGone} />
        <ClansCard user={user} />
      </Stack>
      <Stack gap={5}>
        <SignInMethodsCard user={user} />
        <FactorsCard user={user} />
        <SessionsCard user={user} />
        <SignInsCard user={user} />
      </Stack>
    </Grid>
  );
}

function IdentityCard({ user }: { user: User }) {
  return (
    <Card title="Identity">
      <Row gap={2}>
        <StateChip state={user.state} />
        {user.is_app_admin && <Badge tone="info">App admin</Badge>}
      </Row>
      <Notices user={user} />
      <Stack as="dl" gap={2} className={styles.facts}>
        <Fact label="Name">{user.display_name}</Fact>
        <Fact label="Address">{user.email ?? "None"}</Fact>
        <Fact label="Address confirmed">
          {user.email_confirmed_at ? <RelativeTime iso={user.email_confirmed_at} /> : "Not yet"}
        </Fact>
        {user.new_email && <Fact label="Wants to change to">{user.new_email}</Fact>}
        <Fact label="Time zone">{user.time_zone?.replaceAll("_", " ") ?? "Not chosen"}</Fact>
        <Fact label="Joined">{formatFullDate(user.created_at)}</Fact>
        <Fact label="Last sign-in">
          <LastSignIn at={user.last_sign_in_at} />
        </Fact>
        <Fact label="Id">
          <Muted as="code">{user.id}</Muted>
        </Fact>
      </Stack>
    </Card>
  );
}

function Notices({ user }: { user: User }) {
  const { deletes_at, suspended_until } = user;
  return (
    <>
      {deletes_at && (
        <Notice tone="warning">
          {`Deletion requested. The account will be deleted on ${formatFullDate(deletes_at)}.`}
        </Notice>
      )}
      {isSuspended(user) && suspended_until && <Notice tone="warning">{suspensionText(suspended_until)}</Notice>}
    </>
  );
}

/** A suspension without an end is kept as one far away. */
function suspensionText(until: string, now = Date.now()): string {
  const years = (Date.parse(until) - now) / (365 * 86_400_000);
  return years > 10 ? "Suspended until it is lifted." : `Suspended until ${formatFullDate(until)}.`;
}

/** One line of a list of facts. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface PartProps {
  user: User;
}

function SignInMethodsCard({ user: { providers, identities, passkeys } }: PartProps) {
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

function FactorsCard({ user: { factors } }: PartProps) {
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

function ClansCard({ user: { memberships } }: PartProps) {
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

function SessionsCard({ user: { sessions } }: PartProps) {
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

function SignInsCard({ user: { sign_ins, login_activity } }: PartProps) {
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
        <Row>
          <Button variant="plain" onClick={() => setWhole(true)}>
            Show all {items.length}
          </Button>
        </Row>
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
        {isFailure ? (
          <Text weight={600} tone="danger">
            {what}
          </Text>
        ) : (
          <strong>{what}</strong>
        )}
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
