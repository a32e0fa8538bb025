import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { AuthCard, CardFoot, EmailField, OtherAddressCard, OtherWayLoading } from "../features/auth/auth-card.tsx";
import { describeNext, toLandingUrl, useRedirectAfterLogin, useRedirectError } from "../features/auth/redirects.ts";
import { ProviderButtons } from "../features/auth/provider-buttons.tsx";
import { forgetEndedSignIn, readEndedSignIn } from "../lib/auth-service.ts";
import { productConfigQuery } from "../domain/profile.ts";
import { lazyPart } from "../lib/load-chunk.ts";
import { canUsePasskeys, isKnownAddress } from "../lib/shared/home-address.ts";
import { signIn, usePendingFactors } from "../lib/session.ts";
import { FormSummary } from "../ui/core/notice.tsx";
import { Form, PasswordField } from "../ui/core/field.tsx";
import { useForm } from "../ui/core/use-form.ts";
import { Button } from "../ui/core/button.tsx";
import { emailProblem, passwordProblem } from "../lib/auth-rules.ts";
import { asAuthError, authErrorText } from "../lib/error-text.ts";

const AskForLink = lazyPart(async () => (await import("../features/auth/steps/mail-links.tsx")).AskForLink);
const SecondFactorStep = lazyPart(
  async () => (await import("../features/auth/steps/second-factor.tsx")).SecondFactorStep,
);

const PasskeySignIn = lazyPart(async () => (await import("../features/auth/steps/passkey-sign-in.tsx")).PasskeySignIn);

const ended = "Your sign-in has ended. Please log in again.";

export function LoginPage() {
  const { isAlreadyIn, hasForgotten, search } = useRedirectAfterLogin();
  const { data: config } = useQuery(productConfigQuery);
  const factors = usePendingFactors();
  const [email, setEmail] = useState("");
  const redirectError = useRedirectError(search);
  const [notice, setNotice] = useState<ReactNode>(() => redirectError ?? readEndedSignIn());
  const [tries, setTries] = useState(0);
  useEffect(forgetEndedSignIn, []);
  const onTry = () => {
    setNotice(null);
    setTries(tries + 1);
  };
  if (isAlreadyIn) return null;
  if (!isKnownAddress()) return <OtherAddressCard title="Login" path={pages.login.path} search={search} />;
  if (factors) {
    return (
      <AuthCard title="Confirm it’s you" line="Your account asks for a second step.">
        <SecondFactorStep factors={factors} onEnded={() => setNotice(ended)} />
      </AuthCard>
    );
  }
  if (hasForgotten) {
    return (
      <AuthCard title="Forgot your password?" line="A link lets you choose a new one.">
        <AskForLink email={email} />
        <CardFoot>
          <Link to={pages.login.path} search={search}>
            Back to login
          </Link>
        </CardFoot>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Login" line={describeNext(search) ?? "Welcome back. Your clan’s day is waiting."}>
      <LoginForm email={email} notice={notice} search={search} onTry={onTry} onForgot={setEmail} />
      {config?.passkeys && canUsePasskeys() && (
        <Suspense fallback={<OtherWayLoading />}>
          <PasskeySignIn tries={tries} />
        </Suspense>
      )}
      <ProviderButtons search={search} />
      {config?.sign_up !== false && (
        <CardFoot>
          New here?{" "}
          <Link to={pages.signUp.path} search={search}>
            Create an account
          </Link>
        </CardFoot>
      )}
    </AuthCard>
  );
}

const ResendConfirmation = lazyPart(async () => (await import("../features/auth/steps/codes.tsx")).ResendConfirmation);

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

function LoginForm({ email, notice, search, onTry, onForgot }: LoginFormProps) {
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
