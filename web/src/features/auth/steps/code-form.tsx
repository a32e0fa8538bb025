import { type ChangeEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { CodeField, Form } from "../../../ui/core/field.tsx";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { focusOnMount } from "../../../ui/focus.ts";
import { useSingleFlight } from "../../../ui/core/use-form.ts";
import { Button } from "../../../ui/core/button.tsx";
import { asAuthError, type AuthError, authErrorText } from "../../../lib/error-text.ts";
import type { SecondFactor } from "../../../lib/stored-session.ts";
import { enterMailedCode } from "../api.ts";
import styles from "../auth-card.module.css";

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
    <h2 ref={isFirst ? undefined : focusOnMount} tabIndex={-1} className={styles.stepTitle}>
      {children}
    </h2>
  );
}
