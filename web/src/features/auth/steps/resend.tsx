import { useState } from "react";
import { Button } from "../../../ui/core/button.tsx";
import { useForm, useSingleFlight } from "../../../ui/core/use-form.ts";
import { asAuthError, type AuthError, authErrorText } from "../../../lib/error-text.ts";
import { useCooldown } from "../../../lib/hooks.ts";
import styles from "../auth-card.module.css";
import { useSendsMail } from "../../../domain/profile.ts";
import { AskAdministrator } from "../../../domain/ask-administrator.tsx";
import { resendConfirmation } from "../api.ts";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { Form } from "../../../ui/core/field.tsx";
import { emailProblem } from "../../../lib/auth-rules.ts";
import { CardFoot, EmailField } from "../auth-card.tsx";
import { Stack } from "../../../ui/core/layout.tsx";
import { MailedCodeForm, StepHeading } from "./code-form.tsx";

/** As long as the server takes no second message for the same address. */
const gapSeconds = 60;

interface SendAgainProps {
  label: string;
  send: () => Promise<void>;
  /** What the button says while it has to wait. */
  restLabel?: string;
  /** What to say when it worked. */
  sentText?: string;
  explain?: (refusal: AuthError) => string;
  /** Whether this is the one thing to do here. */
  isMain?: boolean;
  /** Whether one message is on its way already. */
  isSent?: boolean;
}

/** Sends a message once more, not too often, and says aloud what became of it. */
export function SendAgain({
  label,
  send,
  restLabel = "Send again",
  sentText = "It is on its way. Give it a few minutes.",
  explain = authErrorText,
  isMain = false,
  isSent = false,
}: SendAgainProps) {
  const [secondsLeft, wait] = useCooldown(isSent ? gapSeconds : 0);
  const [message, setMessage] = useState("");
  const [isPending, runAlone] = useSingleFlight();
  const isResting = isPending || secondsLeft > 0;
  const press = async () => {
    setMessage("");
    try {
      await send();
      wait(gapSeconds);
      setMessage(sentText);
    } catch (error) {
      const refusal = asAuthError(error);
      wait(refusal.retryAfterSeconds ?? 0);
      setMessage(explain(refusal));
    }
  };
  return (
    <Stack gap={2} className={styles.again}>
      <Button
        variant={isMain ? "primary" : "secondary"}
        aria-disabled={isResting}
        onClick={() => (isResting ? undefined : void runAlone(press))}
      >
        {secondsLeft > 0 ? `${restLabel} in ${secondsLeft} s` : label}
      </Button>
      <p role="status">{message}</p>
    </Stack>
  );
}

interface ResendConfirmationProps {
  email: string;
  landingUrl: string | undefined;
  isSent?: boolean;
}

export function ResendConfirmation({ email, landingUrl, isSent = false }: ResendConfirmationProps) {
  const send = () => resendConfirmation(email, landingUrl);
  if (useSendsMail()) return <SendAgain label="Send the confirmation again" send={send} isSent={isSent} />;
  return (
    <>
      {!isSent && (
        <p>
          This site sends no mail. <AskAdministrator what="link" />
        </p>
      )}
      <SendAgain
        label="Create another link"
        restLabel="Create another"
        send={send}
        sentText="Another link is ready."
        isSent={isSent}
      />
    </>
  );
}

const rules = { email: emailProblem };

/** For somebody whose confirmation link is dead: asks for the address and sends another one. */
export function ResendForm() {
  const [error, setError] = useState<string | null>(null);
  const sendsMail = useSendsMail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    rules,
    send: async ({ email }) => {
      setError(null);
      try {
        await resendConfirmation(email);
        setSentTo(email.trim());
      } catch (caught) {
        setError(authErrorText(asAuthError(caught)));
      }
      return undefined;
    },
  });
  if (sentTo !== null) {
    return (
      <Stack gap={3} className={styles.panel}>
        <StepHeading>{sendsMail ? "Check your mail" : "Ask the administrator"}</StepHeading>
        {sendsMail ? (
          <p>
            If <strong>{sentTo}</strong> still has to be confirmed, a message with a new link is on its way.
          </p>
        ) : (
          <p>
            If <strong>{sentTo}</strong> still has to be confirmed, a new link is ready. This site sends no mail.{" "}
            <AskAdministrator what="link" />
          </p>
        )}
      </Stack>
    );
  }
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      <EmailField {...form.text("email")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        {sendsMail ? "Send the confirmation again" : "Create another link"}
      </Button>
    </Form>
  );
}

interface CheckMailProps {
  email: string;
  landingUrl: string | undefined;
  onBack: () => void;
}

/** The same text for everybody: it must not show whether the address was known before. */
export function CheckMail({ email, landingUrl, onBack }: CheckMailProps) {
  const sendsMail = useSendsMail();
  return (
    <>
      <Stack gap={3} className={styles.panel}>
        <StepHeading>{sendsMail ? "Check your mail" : "Ask the administrator"}</StepHeading>
        {sendsMail ? (
          <p>
            We sent a message to <strong>{email}</strong>. Open the link in it to confirm your address, or type the six
            digits from it here.
          </p>
        ) : (
          <p>
            <strong>{email}</strong> has to be confirmed by a link, and this site sends no mail.{" "}
            <AskAdministrator what="link" /> You can also type its six digits here.
          </p>
        )}
        <MailedCodeForm email={email} type="signup" />
        {sendsMail && (
          <p>It can take a few minutes. If nothing comes, look into your spam folder or check the address.</p>
        )}
        <ResendConfirmation email={email} landingUrl={landingUrl} isSent />
      </Stack>
      <CardFoot>
        <Button variant="plain" onClick={onBack}>
          Use another address
        </Button>
      </CardFoot>
    </>
  );
}
