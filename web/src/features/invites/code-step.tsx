import { inviteCodeLength } from "@clanhall/contract/invites";
import { type ChangeEvent, type SubmitEvent, useRef, useState } from "react";
import { CodeField, Form } from "../../ui/core/field.tsx";
import { FormSummary, Notice } from "../../ui/core/notice.tsx";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { useCooldown } from "../../lib/hooks.ts";
import type { InviteError } from "./accept.tsx";

interface CodeStepProps {
  error: InviteError | null;
  /** Seconds for which the invite is known to take no code. */
  lockedFor: number;
  send: (code: string) => Promise<InviteError | null>;
}

/** The six digits that came with the link, sent by the button or as soon as all of them are there. */
export function CodeStep({ error, lockedFor, send }: CodeStepProps) {
  const [code, setCode] = useState("");
  const [isShort, setShort] = useState(false);
  const [isPending, runAlone] = useSingleFlight();
  const form = useRef<HTMLFormElement>(null);
  const [secondsLeft, wait] = useCooldown(lockedFor);
  const focusField = () => form.current?.querySelector("input")?.focus();
  /** A wrong code makes room for the next. */
  const tryCode = async (typed: string) => {
    const refused = await send(typed);
    if (refused?.kind === "locked") wait(refused.seconds);
    if (refused?.kind !== "wrong-code" && refused?.kind !== "locked") return;
    setCode("");
    focusField();
  };
  const submit = (typed: string) => {
    const isWhole = typed.length === inviteCodeLength;
    setShort(!isWhole);
    if (isWhole && secondsLeft === 0) void runAlone(() => tryCode(typed));
    else focusField();
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const typed = currentTarget.value;
    setCode(typed);
    if (typed.length === inviteCodeLength && typed !== code) submit(typed);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(code);
  };
  const codeError = toCodeErrorText(error, isShort);
  return (
    <Form ref={form} onSubmit={onSubmit}>
      <FormSummary error={toFormError(error)} wrongFields={codeError ? 1 : 0} />
      {secondsLeft > 0 && <Locked secondsLeft={secondsLeft} />}
      <CodeField
        name="code"
        length={inviteCodeLength}
        value={code}
        onChange={onChange}
        error={codeError}
        readOnly={isPending || secondsLeft > 0}
        hint="Six digits. They are sent as soon as the last one is typed."
      />
      {secondsLeft === 0 && (
        <Button type="submit" variant="primary" busy={isPending}>
          Continue
        </Button>
      )}
    </Form>
  );
}

function Locked({ secondsLeft }: { secondsLeft: number }) {
  const minutes = Math.floor(secondsLeft / 60);
  const clock = `${minutes}:${String(secondsLeft % 60).padStart(2, "0")}`;
  return (
    <Notice tone="warning">
      <p role="alert">Too many wrong codes. This invite takes no code for a while.</p>
      <p>
        You can try again in <strong role="timer">{clock}</strong>.
      </p>
    </Notice>
  );
}

/** One and the same for a link nobody knows and a code that is wrong. */
function toCodeErrorText(error: InviteError | null, isShort: boolean): string | null {
  if (isShort) return `Enter all ${inviteCodeLength} digits.`;
  if (error?.kind !== "wrong-code") return null;
  const left = error.triesLeft;
  const tries = left === null ? "" : ` ${left} ${left === 1 ? "try is" : "tries are"} left.`;
  return `The code does not match this link. Check both with the person who invited you.${tries}`;
}

function toFormError(error: InviteError | null): string | null {
  if (error?.kind === "failed") return error.text;
  return error?.kind === "ask-again" ? "That took too long. Enter the code again." : null;
}
