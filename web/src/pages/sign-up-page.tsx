import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { AuthCard, CardFoot, EmailField, OtherAddressCard } from "../features/auth/auth-card.tsx";
import { toLandingUrl, useRedirectAfterLogin } from "../features/auth/redirects.ts";
import { ProviderButtons } from "../features/auth/provider-buttons.tsx";
import { productConfigQuery, usePasswordMin } from "../domain/profile.ts";
import { lazyPart } from "../lib/load-chunk.ts";
import { isKnownAddress } from "../lib/shared/home-address.ts";
import { Muted } from "../ui/core/layout.tsx";
import { FormSummary } from "../ui/core/notice.tsx";
import { Form, TextField } from "../ui/core/field.tsx";
import { Checkbox } from "../ui/core/checkbox.tsx";
import { type FieldErrors, useForm } from "../ui/core/use-form.ts";
import { Button } from "../ui/core/button.tsx";
import { asAuthError, type AuthError, authErrorText, weakPasswordText } from "../lib/error-text.ts";
import { signUp } from "../lib/session.ts";
import { NewPasswordField } from "../domain/new-password-field.tsx";
import {
  displayNameProblem,
  emailProblem,
  newPasswordProblem,
  termsProblem,
  toDisplayName,
} from "../lib/auth-rules.ts";

const CheckMail = lazyPart(async () => (await import("../features/auth/steps/codes.tsx")).CheckMail);

export function SignUpPage() {
  const { isAlreadyIn, search } = useRedirectAfterLogin();
  const { data: config } = useQuery(productConfigQuery);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  if (isAlreadyIn) return null;
  if (!isKnownAddress()) return <OtherAddressCard title="Sign Up" path={pages.signUp.path} search={search} />;
  const returnToForm = () => {
    flushSync(() => setMailedTo(null));
    document.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
  };
  const loginLink = (
    <Link to={pages.login.path} search={search}>
      Log in
    </Link>
  );
  if (isRefused || config?.sign_up === false) {
    return (
      <AuthCard title="Sign Up" line="Sign-up is closed at the moment. Ask the people who run this site.">
        <CardFoot>Already have an account? {loginLink}</CardFoot>
      </AuthCard>
    );
  }
  const landingUrl = toLandingUrl(search);
  const line = mailedTo === null ? "Create your account and set up your clan in two minutes." : "One step is left.";
  return (
    <AuthCard title="Sign Up" line={line}>
      {mailedTo !== null && <CheckMail email={mailedTo} landingUrl={landingUrl} onBack={returnToForm} />}
      <div hidden={mailedTo !== null}>
        <SignUpForm
          landingUrl={landingUrl}
          onMailSent={setMailedTo}
          onClosed={() => setRefused(true)}
          loginLink={loginLink}
        />
        <ProviderButtons search={search} note={<ProviderTerms />} />
      </div>
      <CardFoot>Already have an account? {loginLink}</CardFoot>
    </AuthCard>
  );
}

type Field = "displayName" | "email" | "password" | "terms";

interface SignUpFormProps {
  /** Where the link in the confirmation mail leads on to. */
  landingUrl: string | undefined;
  onMailSent: (email: string) => void;
  onClosed: () => void;
  /** Where somebody goes who finds out that they have an account already. */
  loginLink: ReactNode;
}

function SignUpForm({ landingUrl, onMailSent, onClosed, loginLink }: SignUpFormProps) {
  const min = usePasswordMin();
  const [error, setError] = useState<ReactNode>(null);
  const explain = (refusal: AuthError): FieldErrors<Field> => {
    if (refusal.code === "weak_password") return { password: weakPasswordText(refusal) };
    if (/email address/.test(refusal.message)) return { email: "This e-mail address cannot be used. Please check it." };
    if (refusal.code === "signup_disabled") onClosed();
    else if (refusal.code === "user_already_exists")
      setError(<>There is already an account with this e-mail address. {loginLink}</>);
    else setError(authErrorText(refusal));
    return {};
  };
  const form = useForm({
    rules: {
      displayName: displayNameProblem,
      email: emailProblem,
      password: (password) => newPasswordProblem(password, min),
      terms: termsProblem,
    },
    send: async ({ displayName, email, password }) => {
      setError(null);
      try {
        const { isSignedIn } = await signUp({ email, password, displayName: toDisplayName(displayName), landingUrl });
        if (!isSignedIn) onMailSent(email.trim());
      } catch (caught) {
        return explain(asAuthError(caught));
      }
      return undefined;
    },
  });
  const displayName = form.text("displayName");
  const email = form.text("email");
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      <TextField label="Display name" autoComplete="name" {...displayName} />
      <EmailField {...email} />
      <NewPasswordField
        label="Password"
        min={min}
        owner={{ email: email.value, displayName: displayName.value }}
        {...form.text("password")}
      />
      <Checkbox label={<TermsLabel />} {...form.check("terms")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Sign Up
      </Button>
    </Form>
  );
}

function TermsLabel() {
  return (
    <>
      I agree to the <NewTabLink href="/terms.html" label="Terms" /> and have read the{" "}
      <NewTabLink href="/privacy.html" label="Privacy" /> page.
    </>
  );
}

/** For a way in that has no box to tick. */
function ProviderTerms() {
  return (
    <Muted as="p">
      By continuing you agree to the <NewTabLink href="/terms.html" label="Terms" /> and confirm that you have read the{" "}
      <NewTabLink href="/privacy.html" label="Privacy" /> page.
    </Muted>
  );
}

function NewTabLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {label}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
