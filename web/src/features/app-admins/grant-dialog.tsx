import type { UserRow } from "@clanhall/contract/admin-users";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { problemText } from "../../lib/problem-text.ts";
import type { AppAdmin } from "@clanhall/contract/app-admins";
import { fieldProblems } from "../../lib/schema-rule.ts";
import buttons from "../../ui/button.module.css";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import forms from "../../ui/form.module.css";
import { LoadedPart } from "../../ui/loaded-part.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { showToast } from "../../ui/toasts.ts";
import { peopleQuery, useGrantAppAdmin } from "./app-admins.api.ts";
import styles from "./grant-dialog.module.css";

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
  const refused = fieldProblems(grant.error, { userId: "", note: "" });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMissing(user === null);
    if (!user || grant.isPending) return;
    const onSuccess = () => {
      void showToast({ kind: "success", message: `${user.display_name} is an app admin now` });
      onClose();
    };
    grant.mutate({ userId: user.id, note: note.trim() }, { onSuccess });
  };
  return (
    <Dialog title="Grant app admin" onClose={onClose}>
      <p>An app admin reads every account’s details, suspends people and changes the games. Grant it to few.</p>
      <form className={forms.form} onSubmit={submit} noValidate>
        <FormSummary
          problem={grant.error && !refused ? problemText(grant.error) : null}
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
        <DialogActions>
          <button type="button" className={buttons.secondary} onClick={onClose}>
            Cancel
          </button>
          <SubmitButton label="Grant app admin" isPending={grant.isPending} />
        </DialogActions>
      </form>
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
      <div className={styles.chosen}>
        <Person user={user} />
        <button type="button" className={buttons.secondary} onClick={() => onChoose(null)}>
          Choose another
        </button>
        {error && <p className={forms.problem}>{error}</p>}
      </div>
    );
  }
  return (
    <div>
      <span className={forms.label}>User</span>
      <SearchBox label="Search by name, address or id" className={forms.input} text={q} onSearch={setQ} />
      {error && <p className={forms.problem}>{error}</p>}
      {q.length >= 2 && (
        <LoadedPart query={people} what="The users" lines={2}>
          {(found) => <Found found={found} admins={admins} onChoose={onChoose} />}
        </LoadedPart>
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
    return (
      <p role="status" className={forms.hint}>
        Nobody fits. Try another part of the name or the address.
      </p>
    );
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
    <span className={styles.words}>
      <strong>{display_name}</strong>
      {email && <small>{email}</small>}
    </span>
  );
}
