import { pages } from "@clanhall/contract/pages";
import { Link, useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { choosePassword, openMailedLink } from "../features/auth/api.ts";
import { AuthCard, CardFoot } from "../features/auth/auth-card.tsx";
import { takeNextPath } from "../features/auth/redirects.ts";
import { AskForLink, OpenLinkButton } from "../features/auth/steps/mail-links.tsx";
import { lazyPart } from "../lib/load-chunk.ts";
import { prepareSignIn, renewSession, usePendingFactors, useSession } from "../lib/session.ts";
import { isPasswordDue } from "../lib/stored-session.ts";
import { showToast } from "../ui/toasts.ts";
import { useQuery } from "@tanstack/react-query";
import { FormSummary } from "../ui/core/notice.tsx";
import { Form, PasswordField } from "../ui/core/field.tsx";
import { useForm } from "../ui/core/use-form.ts";
import { Button } from "../ui/core/button.tsx";
import { newPasswordProblem } from "../lib/auth-rules.ts";
import { asAuthError, type AuthError, authErrorText, weakPasswordText } from "../lib/error-text.ts";
import { profileQuery, usePasswordMin } from "../domain/profile.ts";
import { NewPasswordField } from "../domain/new-password-field.tsx";

const SecondFactorStep = lazyPart(
  async () => (await import("../features/auth/steps/second-factor.tsx")).SecondFactorStep,
);

const dead = "This link has expired or has already been used. Ask for a new one.";
const ended = "Too much time has passed since you opened the link. Ask for a new one.";
const foreign = "That passkey belongs to another account. Ask for a new link.";

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
    showToast({ kind: "success", message: "Password changed. Your other devices are signed out." });
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
        <OpenLinkButton
          label="Choose a new password"
          labelSignedIn="Sign in and choose a new password"
          open={open}
          onDead={giveUp}
        />
      </AuthCard>
    );
  }
  if (error === null && factors && isPasswordDue()) {
    return (
      <AuthCard title="Confirm it’s you" line="Your account asks for a second step before the password is changed.">
        <SecondFactorStep
          factors={factors}
          passkey={{ onChoose: () => setByPasskey(true), onForeign: () => setError(foreign) }}
          onEnded={() => setError(ended)}
        />
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

/** What the server says when the link that led here no longer counts. */
const endings = new Set(["session_not_found", "current_password_required", "reauthentication_needed"]);

function NewPasswordForm({ onDone, onEnded }: { onDone: () => void; onEnded: () => void }) {
  const min = usePasswordMin();
  const { data: profile } = useQuery(profileQuery);
  const [error, setError] = useState<string | null>(null);
  const explain = (refusal: AuthError) => {
    if (refusal.code === "weak_password") return { password: weakPasswordText(refusal) };
    if (refusal.code === "same_password") return { password: "This is already your password. Choose another one." };
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
