import type { Profile } from "@clanhall/contract/account";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage, FormSummary, SavedNote, Notice } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { TextField, Form } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { emailProblem } from "../../lib/auth-rules.ts";
import { AskAdministrator } from "../../domain/ask-administrator.tsx";
import { useSendsMail } from "../../domain/profile.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { errorText } from "../../lib/error-text.ts";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { Reveal } from "./sections.tsx";
import { changeEmail, myUserQuery, resendEmailChange } from "./auth-api.ts";

export function EmailCard({ profile }: { profile: Profile }) {
  const user = useQuery(myUserQuery);
  const sendsMail = useSendsMail();
  const line = sendsMail
    ? "You log in with this address, and messages about your account go there."
    : "You log in with this address.";
  return (
    <Card isSplit title="E-mail" line={line}>
      <AsyncSection query={user} what="Your e-mail address" lines={1}>
        {({ email = profile.email ?? "", new_email: pending }) => (
          <>
            <p className={styles.address}>{email || "You have no e-mail address here yet."}</p>
            {pending && <PendingChange email={email} pending={pending} />}
            <EmailChange current={email} />
          </>
        )}
      </AsyncSection>
    </Card>
  );
}

/** What depends on the address is asked for again. */
function useReload() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ["me"] });
}

function PendingChange({ email, pending }: { email: string; pending: string }) {
  const reload = useReload();
  const confirm = useConfirmIdentity();
  const sendsMail = useSendsMail();
  const resend = useMutation({ mutationFn: () => resendEmailChange(email) });
  const cancel = useMutation({ mutationFn: () => confirm(() => changeEmail(email)), onSuccess: reload });
  return (
    <Notice>
      <p>
        You asked to change it to <strong>{pending}</strong>.{" "}
        {sendsMail ? (
          "We are waiting for both addresses: open the link in the message we sent to each of them."
        ) : (
          <>
            Each address has a link that has to be opened, and this site sends no mail.{" "}
            <AskAdministrator what="links" />
          </>
        )}{" "}
        Until then the old one counts.
      </p>
      <ErrorMessage error={resend.error ?? cancel.error} />
      <Row>
        <Button busy={resend.isPending} onClick={() => resend.isPending || resend.mutate()}>
          {sendsMail ? "Send the messages again" : "Create the links again"}
        </Button>
        <Button busy={cancel.isPending} onClick={() => cancel.isPending || cancel.mutate()}>
          Cancel the change
        </Button>
        <SavedNote text={resend.isSuccess && (sendsMail ? "Sent" : "Created")} />
      </Row>
    </Notice>
  );
}

function EmailChange({ current }: { current: string }) {
  const [message, setMessage] = useState("");
  return (
    <>
      <Reveal label={current ? "Change e-mail" : "Add an e-mail address"}>
        {(close) => (
          <EmailForm
            current={current}
            onCancel={close}
            onChanged={(text) => {
              setMessage(text);
              close();
            }}
          />
        )}
      </Reveal>
      <SavedNote text={message} />
    </>
  );
}

interface EmailFormProps {
  current: string;
  onCancel: () => void;
  onChanged: (message: string) => void;
}

function EmailForm({ current, onCancel, onChanged }: EmailFormProps) {
  const confirm = useConfirmIdentity();
  const reload = useReload();
  const sendsMail = useSendsMail();
  const [error, setError] = useState<string | null>(null);
  const form = useForm({
    rules: {
      email: (text) =>
        text.trim().toLowerCase() === current.toLowerCase() ? "This is your address already." : emailProblem(text),
    },
    send: async ({ email }) => {
      setError(null);
      try {
        const { isPending } = await confirm(() => changeEmail(email.trim()));
        await reload();
        onChanged(isPending ? (sendsMail ? "We sent a message to both addresses." : "") : "E-mail changed.");
      } catch (failure) {
        setError(errorText(failure));
      }
      return undefined;
    },
  });
  return (
    <Form className={styles.form} onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      <TextField
        label="New e-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.text("email")}
      />
      <Row>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Change e-mail
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Row>
    </Form>
  );
}
