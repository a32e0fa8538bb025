import { useState } from "react";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { useSingleFlight } from "../../../ui/core/use-form.ts";
import { Form } from "../../../ui/core/field.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { asAuthError, type AuthError, authErrorText } from "../../../lib/error-text.ts";

interface OpenLinkButtonProps {
  label: string;
  open: () => Promise<void>;
  /** The link has expired, was used, or is no link of ours. */
  onDead: () => void;
}

/** Uses a link up only when a person presses the button: mail scanners open every address but press nothing. */
export function OpenLinkButton({ label, open, onDead }: OpenLinkButtonProps) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const explain = (refusal: AuthError) => {
    if (refusal.code === "otp_expired" || refusal.code === "validation_failed") onDead();
    else setError(authErrorText(refusal));
  };
  const press = async () => {
    setError(null);
    await open().catch((caught: unknown) => explain(asAuthError(caught)));
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void runAlone(press);
      }}
    >
      <FormSummary error={error} wrongFields={0} />
      <Button type="submit" variant="primary" busy={isPending}>
        {label}
      </Button>
    </Form>
  );
}

interface LinkTexts {
  title: string;
  line: string;
  button: string;
  /** Said when it worked. */
  done: string | null;
}

const confirmation: LinkTexts = {
  title: "Confirm your address",
  line: "One press, and your account is ready.",
  button: "Confirm my address",
  done: "Your address is confirmed",
};

const textsOf = new Map<string, LinkTexts>(
  Object.entries({
    signup: confirmation,
    email: confirmation,
    email_change: {
      title: "Confirm your address",
      line: "Somebody, hopefully you, wants to change the address of your account.",
      button: "Confirm my address",
      done: "Your new address is confirmed",
    },
    invite: {
      title: "Accept the invitation",
      line: "One press, and you can choose a password for your account.",
      button: "Accept the invitation",
      done: null,
    },
    magiclink: {
      title: "Log in by link",
      line: "You asked for a link to log in. It works once.",
      button: "Log in",
      done: null,
    },
  }),
);

interface MailedLink extends LinkTexts {
  tokenHash: string;
  type: string;
  next: string | null;
}

/** What a link from a mail is for, by its address; null when it is none of ours. */
export function readMailedLink(params: URLSearchParams): MailedLink | null {
  const tokenHash = params.get("token_hash");
  const type = params.get("type") ?? "signup";
  const texts = textsOf.get(type);
  return tokenHash && texts ? { ...texts, tokenHash, type, next: params.get("next") } : null;
}
