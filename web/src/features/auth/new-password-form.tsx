import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { newPasswordProblem } from "../../lib/auth-fields.ts";
import { asRefusal, type AuthRefusal } from "../../lib/auth-refusal.ts";
import { usePasswordMin, profileQuery } from "../../domain/profile.ts";
import { refusalText, weakPasswordText } from "../../lib/refusal-text.ts";
import { renewSession } from "../../lib/session.ts";
import styles from "../../ui/form.module.css";
import { FormSummary } from "../../ui/form-summary.tsx";
import { NewPasswordField } from "../../ui/new-password-field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { choosePassword } from "./auth.api.ts";

/** What the server says when the link that led here no longer counts. */
const endings = new Set(["session_not_found", "current_password_required", "reauthentication_needed"]);

export function NewPasswordForm({ onDone, onEnded }: { onDone: () => void; onEnded: () => void }) {
  const min = usePasswordMin();
  const { data: profile } = useQuery(profileQuery);
  const [problem, setProblem] = useState<string | null>(null);
  const explain = (refusal: AuthRefusal) => {
    if (refusal.code === "weak_password") return { password: weakPasswordText(refusal) };
    if (refusal.code === "same_password") return { password: "This is your password already. Choose another one." };
    if (endings.has(refusal.code)) onEnded();
    else if (refusal.code === "insufficient_aal") void renewSession();
    else setProblem(refusalText(refusal));
    return undefined;
  };
  const form = useCheckedForm({
    rules: {
      password: (password) => newPasswordProblem(password, min),
      repeated: (repeated, { password }) => (repeated === password ? null : "The two passwords differ."),
    },
    send: async ({ password }) => {
      setProblem(null);
      try {
        await choosePassword(password);
        onDone();
      } catch (error) {
        return explain(asRefusal(error));
      }
      return undefined;
    },
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary problem={problem} wrongFields={form.wrongFields} />
      <NewPasswordField
        label="New password"
        min={min}
        owner={profile ? { email: profile.email ?? "", displayName: profile.display_name } : null}
        {...form.textField("password")}
      />
      <PasswordField label="Repeat new password" autoComplete="new-password" {...form.textField("repeated")} />
      <SubmitButton label="Save the new password" isPending={form.isPending} />
    </form>
  );
}
