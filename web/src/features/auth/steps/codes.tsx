import { type ChangeEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { Button } from "../../../ui/core/button.tsx";
import { useForm, useSingleFlight } from "../../../ui/core/use-form.ts";
import { asAuthError, type AuthError, authErrorText } from "../../../lib/error-text.ts";
import { useCooldown } from "../../../lib/hooks.ts";
import { useSendsMail } from "../../../domain/profile.ts";
import { AskAdministrator } from "../../../domain/ask-administrator.tsx";
import { enterMailedCode, resendConfirmation } from "../api.ts";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { CodeField, Form } from "../../../ui/core/field.tsx";
import { emailProblem } from "../../../lib/auth-rules.ts";
import { CardFoot, EmailField } from "../auth-card.tsx";
import { Muted, Stack } from "../../../ui/core/layout.tsx";
import { focusOnMount } from "../../../ui/focus.ts";
import type { SecondFactor } from "../../../lib/stored-session.ts";

const length = 6;

interface CodeFormProps {
  send: (code: string) => Promise<void>;
  /** What to say at the field when the code was refused. */
  explain: (refusal: AuthError) => string;
  /** For a form that appears because somebody asked for its code. */
  takesFocus?: boolean;
}

/** Six digits, sent by the button or as soon as all of them are there. A wrong code makes room for the next. */
export function CodeForm({ send, explain, takesFocus = false }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const form = useRef<HTMLFormElement>(null);
  const refuse = (message: string) => {
    setError(message);
    form.current?.querySelector("input")?.focus();
  };
  const submit = async (typed: string) => {
    if (typed.length < length) return refuse(`Enter all ${length} digits.`);
    setError(null);
    try {
      await send(typed);
    } catch (caught) {
      const refusal = asAuthError(caught);
      if (refusal.code !== "unreachable") setCode("");
      refuse(explain(refusal));
    }
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const typed = currentTarget.value;
    setCode(typed);
    if (typed.length === length && typed !== code) void runAlone(() => submit(typed));
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void runAlone(() => submit(code));
  };
  return (
    <Form ref={form} onSubmit={onSubmit}>
      <FormSummary error={null} wrongFields={error === null ? 0 : 1} />
      <CodeField
        ref={takesFocus ? focusOnMount : undefined}
        name="code"
        length={length}
        value={code}
        onChange={onChange}
        error={error}
        readOnly={isPending}
        hint="It is sent as soon as the last digit is typed."
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Confirm
      </Button>
    </Form>
  );
}

interface MailedCodeFormProps {
  email: string;
  type: "signup" | "recovery";
  onAccepted?: (() => void) | undefined;
}

/** For somebody who reads the mail on another device than this one. */
export function MailedCodeForm({ email, type, onAccepted }: MailedCodeFormProps) {
  const send = async (code: string) => {
    await enterMailedCode(email, code, type);
    onAccepted?.();
  };
  return <CodeForm send={send} explain={mailedCodeErrorText} />;
}

function mailedCodeErrorText(refusal: AuthError): string {
  return refusal.code === "otp_expired"
    ? "This code is wrong or has expired. Use the latest one, or ask for another."
    : authErrorText(refusal);
}

export type Confirm = (work: Promise<void>) => Promise<void>;

/** What a second factor is confirmed with. */
export interface FactorProps {
  factor: SecondFactor;
  confirm: Confirm;
  isFirst: boolean;
}

/** The heading of a step that replaces another on the same card: it takes the focus, unless the card's title has it. */
export function StepHeading({ isFirst = false, children }: { isFirst?: boolean; children: ReactNode }) {
  return (
    <h2 ref={isFirst ? undefined : focusOnMount} tabIndex={-1}>
      {children}
    </h2>
  );
}

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
    <Stack gap={2}>
      <Button
        variant={isMain ? "primary" : "secondary"}
        aria-disabled={isResting}
        onClick={() => (isResting ? undefined : void runAlone(press))}
      >
        {secondsLeft > 0 ? `${restLabel} in ${secondsLeft} s` : label}
      </Button>
      <Muted as="p" role="status">
        {message}
      </Muted>
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
  const sendsMail = useSendsMail();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) {
    const action = sendsMail ? "Send the confirmation again" : "Create another link";
    return <EmailForm action={action} send={(email) => resendConfirmation(email)} onSent={setSentTo} />;
  }
  return (
    <Stack gap={3}>
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

interface EmailFormProps {
  /** What the button says. */
  action: string;
  email?: string;
  /** What went wrong before, if anything. */
  error?: ReactNode;
  send: (email: string) => Promise<unknown>;
  onSent: (email: string) => void;
  children?: ReactNode;
}

/** Asks for the address to which something is sent. */
export function EmailForm({ action, email = "", error: firstError = null, send, onSent, children }: EmailFormProps) {
  const [error, setError] = useState<ReactNode>(firstError);
  const form = useForm({
    rules,
    initial: { email },
    send: async (values) => {
      setError(null);
      try {
        await send(values.email);
        onSent(values.email.trim());
      } catch (caught) {
        setError(authErrorText(asAuthError(caught)));
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={error} wrongFields={form.wrongFields} />
      {children}
      <EmailField {...form.text("email")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        {action}
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
      <Stack gap={3}>
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
        {sendsMail && <p>It can take a few minutes. If nothing comes, check your spam folder and the address.</p>}
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
