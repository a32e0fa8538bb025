import type { UserDetail as User } from "@clanhall/contract/admin-users";
import type { ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { formatFullDate } from "../../lib/format.ts";
import { Row, Stack } from "../../ui/core/layout.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { LastSignIn, StateChip } from "./columns.tsx";
import { isSuspended, UserActions } from "./actions.tsx";
import { ClansCard, FactorsCard, SessionsCard, SignInsCard, SignInMethodsCard } from "./detail-parts.tsx";
import styles from "./users.module.css";

/** All an app admin may know of one account. */
export function UserDetail({ user, onGone }: { user: User; onGone: () => void }) {
  return (
    <div className={styles.parts}>
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
    </div>
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
          <code className={styles.id}>{user.id}</code>
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
        <p className={styles.warning}>
          The person asked to be deleted: the account goes on {formatFullDate(deletes_at)}.
        </p>
      )}
      {isSuspended(user) && suspended_until && <p className={styles.warning}>{suspensionText(suspended_until)}</p>}
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
