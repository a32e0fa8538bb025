import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { Form, PasswordField } from "../../../ui/core/field.tsx";
import { useForm } from "../../../ui/core/use-form.ts";
import { Button } from "../../../ui/core/button.tsx";
import { newPasswordProblem } from "../../../lib/auth-rules.ts";
import { asAuthError, type AuthError, authErrorText, weakPasswordText } from "../../../lib/error-text.ts";
import { profileQuery, usePasswordMin } from "../../../domain/profile.ts";
import { renewSession } from "../../../lib/session.ts";
import { NewPasswordField } from "../../../domain/new-password-field.tsx";
import { choosePassword } from "../api.ts";

/** What the server says when the link that led here no longer counts. */
const endings = new Set(["session_not_found", "current_password_required", "reauthentication_needed"]);

export function NewPasswordForm({ onDone, onEnded }: { onDone: () => void; onEnded: () => void }) {
  const min = usePasswordMin();
  const { data: profile } = useQuery(profileQuery);
  const [error, setError] = useState<string | null>(null);
  const explain = (refusal: AuthError) => {
    if (refusal.code === "weak_password") return { password: weakPasswordText(refusal) };
    if (refusal.code === "same_password") return { password: "This is your password already. Choose another one." };
    if (endings.has(refusal.code)) onEnded();
    else if (refusal.code === "insufficient_aal") void renewSession();
    else setError(authErrorText(refusal));
    return undefined;
  };
  const form = useForm({
    rules: {
      password: (password) => newPasswordProblem(password, min),
      repeated: (repeated, { password }) => (repeated === password ? null : "The two passwords differ."),
    },
    send: async ({ password }) => {
      setError(null);
      try {
        await choosePassword(password);
        onDone();
      } catch (caught) {
        return explain(asAuthError(caught));
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      <NewPasswordField
        label="New password"
        min={min}
        owner={profile ? { email: profile.email ?? "", displayName: profile.display_name } : null}
        {...form.text("password")}
      />
      <PasswordField label="Repeat new password" autoComplete="new-password" {...form.text("repeated")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Save the new password
      </Button>
    </Form>
  );
}
