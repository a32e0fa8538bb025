import type { Profile } from "@clanhall/contract/account";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Row } from "../../ui/core/layout.tsx";
import { FormSummary, SavedNote } from "../../ui/core/notice.tsx";
import { PasswordField, Form } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { newPasswordProblem, passwordProblem } from "../../lib/auth-rules.ts";
import { asAuthError, errorText, weakPasswordText } from "../../lib/error-text.ts";
import { usePasswordMin } from "../../domain/profile.ts";
import { NewPasswordField } from "../../domain/new-password-field.tsx";
import styles from "./account.module.css";
import { Card } from "../../ui/card.tsx";
import { useConfirmIdentity } from "./confirm-identity.tsx";
import { Reveal } from "./sections.tsx";
import { changePassword } from "./auth-api.ts";

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
