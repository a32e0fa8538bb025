import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AppAdmin } from "@clanhall/contract/admin";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, Inset } from "../../ui/card.tsx";
import { Muted, Row, Text } from "../../ui/core/layout.tsx";
import { ConfirmButton } from "../../ui/lazy-dialog.tsx";
import { ItemText, ListItem } from "../../ui/list.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import { appAdminsQuery, peopleQuery, useGrantAppAdmin, useRevokeAppAdmin } from "./api.ts";
import styles from "./app-admins.module.css";
import type { UserRow } from "@clanhall/contract/admin-users";
import { FormSummary } from "../../ui/core/notice.tsx";
import { FieldError, FieldHint, FieldLabel, TextField } from "../../ui/core/field.tsx";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import { useWhileMounted } from "../../lib/hooks.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import { SearchBox } from "../../ui/search-box.tsx";

/** Who administers the installation. */
export function AdminsSection() {
  const admins = useQuery(appAdminsQuery);
  const [isGranting, setGranting] = useState(false);
  return (
    <Card title="App admins" line="They manage users, games and other admins. They cannot see inside clans.">
      <Row>
        <Button variant="primary" onClick={() => setGranting(true)}>
          Grant app admin
        </Button>
      </Row>
      <AsyncSection query={admins} what="The app admins" lines={3}>
        {(items) =>
          items.length === 0 ? (
            <Muted as="p">No app admins yet.</Muted>
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
            Granted <RelativeTime iso={granted_at} /> · <Factor has={admin.has_factor} />
          </Muted>
        )}
      </ItemText>
      <Revoke admin={admin} />
    </ListItem>
  );
}

function Factor({ has }: { has: boolean }) {
  return has ? (
    "Second factor: yes"
  ) : (
    <Text weight={600} tone="warning">
      Second factor: no
    </Text>
  );
}

function Revoke({ admin }: { admin: AppAdmin }) {
  const revocation = useRevokeAppAdmin();
  const navigate = useNavigate();
  const name = nameOf(admin);
  const revoke = async () => {
    await revocation.mutateAsync(admin.userId);
    const message = admin.is_me ? "You are no longer an app admin" : `${name} is no longer an app admin`;
    showToast({ kind: "success", message });
    if (admin.is_me) await navigate({ to: pages.dashboard.path });
  };
  return (
    <>
      <ConfirmButton label="Revoke" name={name} title={`Revoke ${name}?`} action="Revoke app admin" onConfirm={revoke}>
        <p>
          {admin.is_me ? "You lose" : `${name} loses`} the admin screens at once. Everything else about the account
          stays as it is.
        </p>
      </ConfirmButton>
    </>
  );
}

interface GrantDialogProps {
  admins: AppAdmin[];
  onClose: () => void;
}

/** Finds a user and makes them an app admin. */
function GrantDialog({ admins, onClose }: GrantDialogProps) {
  const [user, setUser] = useState<UserRow | null>(null);
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const grant = useGrantAppAdmin();
  const refused = serverFieldErrors(grant.error, { userId: "", note: "" });
  const close = useWhileMounted(onClose);
  const sayLate = useLateError("Grant app admin");
  const submit = () => {
    setMissing(user === null);
    if (!user) return;
    const onDone = () => {
      showToast({ kind: "success", message: `${user.display_name} is an app admin now` });
      close();
    };
    mutateEach(grant, { userId: user.id, note: note.trim() }, onDone, sayLate);
  };
  return (
    <SubmitDialog
      title="Grant app admin"
      action="Grant app admin"
      input={[user?.id, note]}
      work={{ isPending: grant.isPending, error: refused ? null : grant.error }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>An app admin reads every account’s details, suspends people and changes the games. Grant it sparingly.</p>
      <FormSummary error={null} wrongFields={isMissing && !user ? 1 : 0} />
      <PersonField
        user={user}
        admins={admins}
        error={isMissing && !user ? "userId is required" : refused?.userId}
        onChoose={setUser}
      />
      <TextField
        label="Note (optional)"
        hint="Why they are one, such as “night shift”."
        autoComplete="off"
        maxLength={200}
        value={note}
        error={refused?.note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </SubmitDialog>
  );
}

interface PersonFieldProps {
  user: UserRow | null;
  admins: AppAdmin[];
  error: string | undefined;
  onChoose: (user: UserRow | null) => void;
}

function PersonField({ user, admins, error, onChoose }: PersonFieldProps) {
  const [q, setQ] = useState("");
  const people = useQuery(peopleQuery(q));
  if (user) {
    return (
      <Inset>
        <Row between>
          <Person user={user} />
          <Button onClick={() => onChoose(null)}>Choose another</Button>
          {error && <FieldError>{error}</FieldError>}
        </Row>
      </Inset>
    );
  }
  return (
    <div>
      <FieldLabel>User</FieldLabel>
      <SearchBox label="Search by name, address or id" text={q} onSearch={setQ} />
      {error && <FieldError>{error}</FieldError>}
      {q.length >= 2 && (
        <AsyncSection query={people} what="The users" lines={2}>
          {(found) => <Found found={found} admins={admins} onChoose={onChoose} />}
        </AsyncSection>
      )}
    </div>
  );
}

interface FoundProps {
  found: UserRow[];
  admins: AppAdmin[];
  onChoose: (user: UserRow) => void;
}

function Found({ found, admins, onChoose }: FoundProps) {
  const known = new Set(admins.map(({ userId }) => userId));
  if (found.length === 0) {
    return <FieldHint role="status">No users found.</FieldHint>;
  }
  return (
    <ul className={styles.found} aria-label="Users found">
      {found.map((user) => (
        <li key={user.id}>
          {known.has(user.id) || user.is_app_admin ? (
            <div className={styles.person}>
              <Person user={user} /> <Muted>Already an app admin</Muted>
            </div>
          ) : (
            <button type="button" className={styles.person} onClick={() => onChoose(user)}>
              <Person user={user} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Person({ user: { display_name, email } }: { user: UserRow }) {
  return (
    <ItemText as="span">
      <strong>{display_name}</strong>
      {email && (
        <>
          <br />
          <Muted>{email}</Muted>
        </>
      )}
    </ItemText>
  );
}
