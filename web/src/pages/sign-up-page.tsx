import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { flushSync } from "react-dom";
import { AuthCard, CardFoot, lazyStep, OtherAddressCard } from "../features/auth/auth-card.tsx";
import { toLandingUrl, useRedirectAfterLogin } from "../features/auth/redirects.ts";
import { ProviderButtons } from "../features/auth/provider-buttons.tsx";
import { ProviderTerms, SignUpForm } from "../features/auth/steps/sign-up-form.tsx";
import { productConfigQuery } from "../domain/profile.ts";
import { isKnownAddress } from "../lib/shared/home-address.ts";

const CheckMail = lazyStep(async () => (await import("../features/auth/steps/resend.tsx")).CheckMail);

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
      <AuthCard
        title="Sign Up"
        line="New accounts are not being taken here at the moment. Please ask whoever runs this site."
      >
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
