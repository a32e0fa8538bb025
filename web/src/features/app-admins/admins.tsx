import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AppAdmin } from "@clanhall/contract/admin";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { LazyConfirmDialog, lazyDialog } from "../../ui/lazy-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import { appAdminsQuery, useRevokeAppAdmin } from "./api.ts";
import styles from "./app-admins.module.css";

const GrantDialog = lazyDialog(async () => (await import("./grant-dialog.tsx")).GrantDialog);

/** Who administers the installation. */
export function AdminsSection() {
  const admins = useQuery(appAdminsQuery);
  const [isGranting, setGranting] = useState(false);
  return (
    <Card
      title="App admins"
      line="They manage users, games and other admins. They see nothing of what is inside a clan."
    >
      <Row>
        <Button variant="primary" onClick={() => setGranting(true)}>
          Grant app admin
        </Button>
      </Row>
      <AsyncSection query={admins} what="The app admins" lines={3}>
        {(items) =>
          items.length === 0 ? (
            <Muted as="p">Nobody is listed as an app admin yet. Whoever you grant it to will be here.</Muted>
          ) : (
            <ul aria-label="App admins">
              {items.map((admin) => (
                <Admin key={admin.userId} admin={admin} />
              ))}
            </ul>
          )
        }
      </AsyncSection>
      {isGranting && <GrantDialog admins={admins.data ?? []} onClose={() => setGranting(false)} />}
    </Card>
  );
}

function nameOf({ display_name, email, userId }: AppAdmin): string {
  return display_name || email || userId;
}

function Admin({ admin }: { admin: AppAdmin }) {
  const { userId, email, note, granted_at, is_me } = admin;
  return (
    <ListItem>
      <ItemText>
        <Link to={pages.userDetail.path} params={{ userId }}>
          <strong>{nameOf(admin)}</strong>
        </Link>
        {is_me && (
          <>
            {" "}
            <Badge tone="info">You</Badge>
          </>
        )}
        {email && <div>{email}</div>}
        {note && <Muted as="div">{note}</Muted>}
        {granted_at && (
          <Muted as="div">
            Since <RelativeTime iso={granted_at} /> · <Factor has={admin.has_factor} />
          </Muted>
        )}
      </ItemText>
      <Revoke admin={admin} />
    </ListItem>
  );
}

function Factor({ has }: { has: boolean }) {
  return has ? "Second factor: yes" : <span className={styles.missing}>Second factor: no</span>;
}

function Revoke({ admin }: { admin: AppAdmin }) {
  const [isAsking, setAsking] = useState(false);
  const revocation = useRevokeAppAdmin();
  const name = nameOf(admin);
  const revoke = async () => {
    await revocation.mutateAsync(admin.userId);
    showToast({ kind: "success", message: `${name} is no app admin any more` });
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>
        Revoke <span className="visually-hidden">{name}</span>
      </Button>
      {isAsking && (
        <LazyConfirmDialog
          title={`Revoke ${name}?`}
          action="Revoke app admin"
          onConfirm={revoke}
          onClose={() => setAsking(false)}
        >
          <p>
            {admin.is_me ? "You lose" : `${name} loses`} the admin screens at once. Everything else about the account
            stays as it is.
          </p>
        </LazyConfirmDialog>
      )}
    </>
  );
}
