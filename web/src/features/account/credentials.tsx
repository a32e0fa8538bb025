import type { Profile } from "@clanhall/contract/account";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Row } from "../../ui/core/layout.tsx";
import { ErrorMessage, FormSummary, Notice, SavedNote } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Form, PasswordField, TextField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { emailProblem, newPasswordProblem, passwordProblem } from "../../lib/auth-rules.ts";
import { AskAdministrator } from "../../domain/ask-administrator.tsx";
import { usePasswordMin, useSendsMail } from "../../domain/profile.ts";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { asAuthError, errorText, weakPasswordText } from "../../lib/error-text.ts";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { changeEmail, changePassword, myUserQuery, resendEmailChange } from "./api.ts";
import { NewPasswordField } from "../../domain/new-password-field.tsx";

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
            <strong>{email || "You have no e-mail address here yet."}</strong>
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
        Until then, your old address stays in use.
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
        text.trim().toLowerCase() === current.toLowerCase() ? "This is already your address." : emailProblem(text),
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

export function PasswordCard({ profile }: { profile: Profile }) {
  const [message, setMessage] = useState("");
  const line = profile.has_password
    ? "Changing it signs out all your other devices."
    : "You log in without one today. A password gives you a second sign-in method.";
  return (
    <Card isSplit title="Password" line={line}>
      <Reveal label={profile.has_password ? "Change password" : "Set a password"}>
        {(close) => (
          <PasswordForm
            profile={profile}
            onCancel={close}
            onChanged={() => {
              setMessage("Password changed. Your other devices are signed out.");
              close();
            }}
          />
        )}
      </Reveal>
      <SavedNote text={message} />
    </Card>
  );
}

interface PasswordFormProps {
  profile: Profile;
  onCancel: () => void;
  onChanged: () => void;
}

function PasswordForm({ profile, onCancel, onChanged }: PasswordFormProps) {
  const { has_password: hasPassword, email } = profile;
  const min = usePasswordMin();
  const [error, setError] = useState<string | null>(null);
  const changeIt = useChangePassword(hasPassword, setError, onChanged);
  const form = useForm<"current" | "password" | "repeat">({
    rules: {
      current: (text) => (hasPassword ? passwordProblem(text) : null),
      password: (text) => newPasswordProblem(text, min),
      repeat: (text, { password }) => (text === password ? null : "The two passwords differ."),
    },
    send: changeIt,
  });
  return (
    <Form className={styles.form} onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={email ?? ""} readOnly hidden tabIndex={-1} />
      {hasPassword && (
        <PasswordField label="Current password" autoComplete="current-password" {...form.text("current")} />
      )}
      <NewPasswordField
        label="New password"
        min={min}
        owner={{ email: email ?? "", displayName: profile.display_name }}
        {...form.text("password")}
      />
      <PasswordField label="New password again" autoComplete="new-password" {...form.text("repeat")} />
      <Row>
        <Button type="submit" variant="primary" busy={form.isPending}>
          {hasPassword ? "Change password" : "Set password"}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Row>
    </Form>
  );
}

function useChangePassword(hasPassword: boolean, setError: (text: string | null) => void, onChanged: () => void) {
  const confirm = useConfirmIdentity();
  const queries = useQueryClient();
  return async ({ current, password }: { current: string; password: string }) => {
    setError(null);
    try {
      await confirm(() => changePassword(password, hasPassword ? current : null));
    } catch (failure) {
      const refusal = asAuthError(failure);
      if (refusal.code === "weak_password") return { password: weakPasswordText(refusal) };
      if (refusal.code === "same_password") return { password: errorText(failure) };
      if (refusal.code.startsWith("current_password")) return { current: errorText(failure) };
      setError(errorText(failure));
      return undefined;
    }
    onChanged();
    await queries.invalidateQueries({ queryKey: ["me"] });
    return undefined;
  };
}

interface RevealProps {
  label: string;
  children: (close: () => void) => ReactNode;
}

/** A form behind a button, so that the page stays calm. Opened, its first field has the focus; closed, the button has it again. */
function Reveal({ label, children }: RevealProps) {
  const [turns, setTurns] = useState(0);
  // A form that was closed while it was sent does not turn it again.
  const turn = () => setTurns((now) => (now === turns ? now + 1 : now));
  const isOpen = turns % 2 === 1;
  return (
    <div key={turns} ref={turns > 0 ? focusFirst : undefined}>
      {isOpen ? children(turn) : <Button onClick={turn}>{label}</Button>}
    </div>
  );
}

function focusFirst(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>("input:not([hidden]), button")?.focus();
}
