import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { FormSummary, Notice } from "../../../ui/core/notice.tsx";
import { useSingleFlight } from "../../../ui/core/use-form.ts";
import { Form } from "../../../ui/core/field.tsx";
import { Button } from "../../../ui/core/button.tsx";
import { asAuthError, type AuthError, authErrorText } from "../../../lib/error-text.ts";
import { currentSession, useSession } from "../../../lib/session.ts";
import { profileQuery, useSendsMail } from "../../../domain/profile.ts";
import { Administrator, AskAdministrator } from "../../../domain/ask-administrator.tsx";
import { askForLink } from "../api.ts";
import { EmailForm, MailedCodeForm, SendAgain, StepHeading } from "./codes.tsx";
import { Stack } from "../../../ui/core/layout.tsx";

interface OpenLinkButtonProps {
  label: string;
  /** The same for who is signed in already, maybe with another account than that of the link. */
  labelSignedIn: string;
  open: () => Promise<void>;
  /** The link has expired, was used, or is no link of ours. */
  onDead: () => void;
}

/** Uses a link up only when a person presses the button: mail scanners open every address but press nothing. */
export function OpenLinkButton({ label, labelSignedIn, open, onDead }: OpenLinkButtonProps) {
  const isSignedIn = useWasSignedIn();
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
      {isSignedIn && <WhoIsSignedIn />}
      <FormSummary error={error} wrongFields={0} />
      <Button type="submit" variant="primary" busy={isPending}>
        {isSignedIn ? labelSignedIn : label}
      </Button>
    </Form>
  );
}

/** Whether the session of before the link was opened is still there. */
function useWasSignedIn(): boolean {
  const [before] = useState(() => currentSession()?.userId);
  return useSession()?.userId === before && before !== undefined;
}

/** Whose link it is shows only once it is used up: nobody is to find themselves in an account that they did not choose. */
function WhoIsSignedIn() {
  const { data: profile } = useQuery(profileQuery);
  const who = profile?.email ? ` as ${profile.email}` : "";
  return <Notice>{`You are signed in${who}. Continuing signs you in to the account this link belongs to.`}</Notice>;
}

interface LinkTexts {
  title: string;
  line: string;
  button: string;
  buttonSignedIn: string;
  /** Said when it worked. */
  done: string | null;
}

const confirmation: LinkTexts = {
  title: "Confirm your address",
  line: "Press the button to finish.",
  button: "Confirm my address",
  buttonSignedIn: "Confirm my address and sign in",
  done: "Your address is confirmed",
};

const textsOf = new Map<string, LinkTexts>(
  Object.entries({
    signup: confirmation,
    email: confirmation,
    email_change: {
      title: "Confirm your address",
      line: "Someone asked to change your account’s e-mail address.",
      button: "Confirm my address",
      buttonSignedIn: "Confirm my address and sign in",
      done: "Your new address is confirmed",
    },
    invite: {
      title: "Accept the invitation",
      line: "Press the button, then choose a password for your account.",
      button: "Accept the invitation",
      buttonSignedIn: "Accept the invitation and sign in",
      done: null,
    },
    magiclink: {
      title: "Log in by link",
      line: "You asked for a link to log in. It works once.",
      button: "Log in",
      buttonSignedIn: "Log in with this link",
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

interface AskForLinkProps {
  email?: string;
  error?: ReactNode;
  /** The code from the mail was typed here and opened the way. */
  onAccepted?: () => void;
}

/** Asks for a link to choose a new password; whatever the address, the answer is the same. */
export function AskForLink({ email, error, onAccepted }: AskForLinkProps) {
  const sendsMail = useSendsMail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return sendsMail ? (
      <CheckMail email={sentTo} onAccepted={onAccepted} />
    ) : (
      <HandedOver email={sentTo} onAccepted={onAccepted} />
    );
  }
  const action = sendsMail ? "Send the link" : "Create the link";
  return (
    <EmailForm action={action} {...(email && { email })} error={error} send={askForLink} onSent={setSentTo}>
      {!sendsMail && (
        <p>
          This site sends no mail. Create a link here, then ask <Administrator /> for it.
        </p>
      )}
    </EmailForm>
  );
}

interface AskedProps {
  email: string;
  onAccepted: (() => void) | undefined;
}

function CheckMail({ email, onAccepted }: AskedProps) {
  return (
    <Stack gap={3}>
      <StepHeading>Check your mail</StepHeading>
      <p>
        If there is an account for <strong>{email}</strong>, a message is on its way. Open the link in it within an
        hour, or type the six digits from it here.
      </p>
      <MailedCodeForm email={email} type="recovery" onAccepted={onAccepted} />
      <p>If nothing comes, check your spam folder and the address.</p>
      <SendAgain label="Send the link again" send={() => askForLink(email)} isSent />
    </Stack>
  );
}

/** Where no mail server is set, the link waits with whoever runs the site. */
function HandedOver({ email, onAccepted }: AskedProps) {
  return (
    <Stack gap={3}>
      <StepHeading>Ask the administrator</StepHeading>
      <p>
        If there is an account for <strong>{email}</strong>, its link is ready. This site sends no mail.{" "}
        <AskAdministrator what="link" />
      </p>
      <p>The link works for one hour. You can also type its six digits here.</p>
      <MailedCodeForm email={email} type="recovery" onAccepted={onAccepted} />
      <SendAgain
        label="Create another link"
        restLabel="Create another"
        send={() => askForLink(email)}
        sentText="Another link is ready."
        isSent
      />
    </Stack>
  );
}
