import type { UserRow } from "@clanhall/contract/admin-users";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { AppAdmin } from "@clanhall/contract/admin";
import { FormSummary } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { FieldError, FieldHint, FieldLabel, Form, TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { errorText } from "../../lib/error-text.ts";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import { Dialog, SubmitActions } from "../../ui/dialog.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { showToast } from "../../ui/toasts.ts";
import { peopleQuery, useGrantAppAdmin } from "./api.ts";
import { Row, Stack } from "../../ui/core/layout.tsx";
import styles from "./app-admins.module.css";

interface GrantDialogProps {
  admins: AppAdmin[];
  onClose: () => void;
}

/** Finds a user and makes them an app admin. */
export function GrantDialog({ admins, onClose }: GrantDialogProps) {
  const [user, setUser] = useState<UserRow | null>(null);
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const grant = useGrantAppAdmin();
  const refused = serverFieldErrors(grant.error, { userId: "", note: "" });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(user === null);
    if (!user || grant.isPending) return;
    const onSuccess = () => {
      showToast({ kind: "success", message: `${user.display_name} is an app admin now` });
      onClose();
    };
    grant.mutate({ userId: user.id, note: note.trim() }, { onSuccess });
  };
  return (
    <Dialog title="Grant app admin" onClose={onClose}>
      <p>An app admin reads every account’s details, suspends people and changes the games. Grant it to few.</p>
      <Form onSubmit={submit}>
        <FormSummary
          error={grant.error && !refused ? errorText(grant.error) : null}
          wrongFields={isMissing && !user ? 1 : 0}
        />
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
        <SubmitActions action="Grant app admin" busy={grant.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
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
      <Row justify="between" className={styles.chosen}>
        <Person user={user} />
        <Button onClick={() => onChoose(null)}>Choose another</Button>
        {error && <FieldError>{error}</FieldError>}
      </Row>
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
              <Person user={user} /> <small>App admin already</small>
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
    <Stack as="span" gap={0} className={styles.personText}>
      <strong>{display_name}</strong>
      {email && <small>{email}</small>}
    </Stack>
  );
}
