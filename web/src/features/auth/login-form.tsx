import { pages } from "@clanhall/contract/pages";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { FormSummary } from "../../ui/core/notice.tsx";
import { Form, PasswordField } from "../../ui/core/field.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { emailProblem, passwordProblem } from "../../lib/auth-rules.ts";
import { asAuthError, authErrorText } from "../../lib/error-text.ts";
import { signIn } from "../../lib/session.ts";
import { CardFoot, EmailField, lazyStep } from "./auth-card.tsx";
import { toLandingUrl } from "./redirects.ts";

const ResendConfirmation = lazyStep(async () => (await import("./steps/resend.tsx")).ResendConfirmation);

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
  const [error, setError] = useState<string | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const form = useForm({
    rules,
    initial: { email },
    send: async (values) => {
      onTry();
      setError(null);
      setUnconfirmed(null);
      try {
        await signIn(values.email, values.password);
      } catch (caught) {
        const refusal = asAuthError(caught);
        setError(authErrorText(refusal));
        if (refusal.code === "email_not_confirmed") setUnconfirmed(values.email);
      }
      return undefined;
    },
  });
  const emailField = form.text("email");
  return (
    <>
      <Form onSubmit={form.onSubmit}>
        <FormSummary error={error ?? notice} wrongFields={form.wrongFields} />
        <Suspense fallback={null}>
          {unconfirmed !== null && <ResendConfirmation email={unconfirmed} landingUrl={toLandingUrl(search)} />}
        </Suspense>
        <EmailField {...emailField} autoComplete="username webauthn" />
        <PasswordField label="Password" autoComplete="current-password" {...form.text("password")} />
        <Button type="submit" variant="primary" busy={form.isPending}>
          Log in
        </Button>
      </Form>
      <CardFoot>
        <Link to={pages.login.path} search={{ ...search, forgot: 1 }} onClick={() => onForgot(emailField.value)}>
          Forgot password?
        </Link>
      </CardFoot>
    </>
  );
}
