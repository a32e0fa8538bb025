import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { AuthCard, CardFoot, lazyStep, OtherAddressCard } from "../features/auth/auth-card.tsx";
import { LoginForm } from "../features/auth/login-form.tsx";
import { describeNext, useRedirectAfterLogin, useRedirectError } from "../features/auth/redirects.ts";
import { ProviderButtons } from "../features/auth/provider-buttons.tsx";
import { forgetEndedSignIn, readEndedSignIn } from "../lib/auth-service.ts";
import { productConfigQuery } from "../domain/profile.ts";
import { canUsePasskeys, isKnownAddress } from "../lib/shared/home-address.ts";
import { usePendingFactors } from "../lib/session.ts";

const AskForLink = lazyStep(async () => (await import("../features/auth/steps/ask-for-link.tsx")).AskForLink);
const SecondFactorStep = lazyStep(
  async () => (await import("../features/auth/steps/second-factor.tsx")).SecondFactorStep,
);

const PasskeySignIn = lazyStep(async () => (await import("../features/auth/steps/passkey-sign-in.tsx")).PasskeySignIn);

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
        <Suspense fallback={null}>
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
