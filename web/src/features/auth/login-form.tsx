import { useState } from "react";
import { asRefusal } from "../../lib/auth-refusal.ts";
import { signIn } from "../../lib/session.ts";
import styles from "../../ui/form.module.css";
import { FormSummary } from "../../ui/form-summary.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { emailProblem, passwordProblem } from "./auth-fields.ts";
import { EmailField } from "./email-field.tsx";
import { refusalText } from "./refusal-text.ts";

const rules = { email: emailProblem, password: passwordProblem };

export function LoginForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useCheckedForm({
    rules,
    send: async ({ email, password }) => {
      setProblem(null);
      try {
        await signIn(email, password);
      } catch (error) {
        setProblem(refusalText(asRefusal(error)));
      }
      return undefined;
    },
  });
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary problem={problem} wrongFields={form.wrongFields} />
      <EmailField {...form.textField("email")} />
      <PasswordField label="Password" autoComplete="current-password" {...form.textField("password")} />
      <SubmitButton label="Log in" isPending={form.isPending} />
    </form>
  );
}
