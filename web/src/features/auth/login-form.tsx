import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { emailProblem, passwordProblem } from "../../lib/auth-fields.ts";
import { asRefusal } from "../../lib/auth-refusal.ts";
import { refusalText } from "../../lib/refusal-text.ts";
import { signIn } from "../../lib/session.ts";
import styles from "../../ui/form.module.css";
import { FormSummary } from "../../ui/form-summary.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { CardFoot } from "./auth-card.tsx";
import { EmailField } from "./email-field.tsx";
import { ResendConfirmation } from "./lazy-steps.ts";
import { toLandingUrl } from "./next-path.ts";

const rules = { email: emailProblem, password: passwordProblem };

interface LoginFormProps {
  email: string;
  /** What went wrong before the form was shown. */
  notice: ReactNode;
  search: { next?: string };
  onTry: () => void;
  /** Somebody forgot their password; the address they typed goes with them. */
  onForgot: (email: string) => void;
}

export function LoginForm({ email, notice, search, onTry, onForgot }: LoginFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const form = useCheckedForm({
    rules,
    initial: { email },
    send: async (values) => {
      onTry();
      setProblem(null);
      setUnconfirmed(null);
      try {
        await signIn(values.email, values.password);
      } catch (error) {
        const refusal = asRefusal(error);
        setProblem(refusalText(refusal));
        if (refusal.code === "email_not_confirmed") setUnconfirmed(values.email);
      }
      return undefined;
    },
  });
  const emailField = form.textField("email");
  return (
    <>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <FormSummary problem={problem ?? notice} wrongFields={form.wrongFields} />
        <Suspense fallback={null}>
          {unconfirmed !== null && <ResendConfirmation email={unconfirmed} landingUrl={toLandingUrl(search)} />}
        </Suspense>
        <EmailField {...emailField} />
        <PasswordField label="Password" autoComplete="current-password" {...form.textField("password")} />
        <SubmitButton label="Log in" isPending={form.isPending} />
      </form>
      <CardFoot>
        <Link to={pages.login.path} search={{ ...search, forgot: 1 }} onClick={() => onForgot(emailField.value)}>
          Forgot password?
        </Link>
      </CardFoot>
    </>
  );
}
