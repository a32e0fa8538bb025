import { pages } from "@clanhall/contract/pages";
import { Link, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { openMailedLink } from "../features/auth/api.ts";
import { AuthCard, CardFoot, lazyStep } from "../features/auth/auth-card.tsx";
import { NewPasswordForm } from "../features/auth/steps/new-password-form.tsx";
import { takeNextPath } from "../features/auth/redirects.ts";
import { OpenLinkButton } from "../features/auth/steps/mail-link.tsx";
import { prepareSignIn, usePendingFactors, useSession } from "../lib/session.ts";
import { isPasswordDue } from "../lib/stored-session.ts";
import { showToast } from "../ui/toasts.ts";

const AskForLink = lazyStep(async () => (await import("../features/auth/steps/ask-for-link.tsx")).AskForLink);
const SecondFactorStep = lazyStep(
  async () => (await import("../features/auth/steps/second-factor.tsx")).SecondFactorStep,
);

const dead = "This link has expired or was used already. Ask for a new one.";
const ended = "Too much time has passed since you opened the link. Ask for a new one.";

export function ResetPasswordPage() {
  const session = useSession();
  const factors = usePendingFactors();
  const navigate = useNavigate();
  const { history } = useRouter();
  const params = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr }));
  const tokenHash = params.get("token_hash");
  const [error, setError] = useState(params.has("error") ? dead : null);
  // A passkey begins a session of its own, which does not say that it began with a link.
  const [byPasskey, setByPasskey] = useState(false);
  useEffect(prepareSignIn, []);
  const withoutLink = () => navigate({ to: pages.resetPassword.path, replace: true });
  const leave = () => {
    showToast({ kind: "success", message: "Your password is changed; other devices are signed out" });
    history.replace(takeNextPath(null));
  };
  if (tokenHash !== null) {
    const open = async () => {
      await openMailedLink(tokenHash, "recovery");
      await withoutLink();
    };
    const giveUp = () => {
      setError(dead);
      void withoutLink();
    };
    return (
      <AuthCard title="Reset password" line="You asked for a new password. The link works once.">
        <OpenLinkButton label="Choose a new password" open={open} onDead={giveUp} />
      </AuthCard>
    );
  }
  if (error === null && factors && isPasswordDue()) {
    return (
      <AuthCard title="Confirm it’s you" line="Your account asks for a second step before the password is changed.">
        <SecondFactorStep factors={factors} onPasskey={() => setByPasskey(true)} onEnded={() => setError(ended)} />
      </AuthCard>
    );
  }
  if (error === null && session && (byPasskey || isPasswordDue())) {
    return (
      <AuthCard title="Choose a new password" line="You will be signed out on all other devices.">
        <NewPasswordForm onDone={leave} onEnded={() => setError(ended)} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Forgot your password?" line="A link lets you choose a new one.">
      <AskForLink error={error} onAccepted={() => setError(null)} />
      <CardFoot>
        <Link to={pages.login.path}>Back to login</Link>
      </CardFoot>
    </AuthCard>
  );
}
