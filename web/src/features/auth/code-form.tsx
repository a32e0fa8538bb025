import { type ChangeEvent, type SubmitEvent, useRef, useState } from "react";
import { CodeField, Form } from "../../ui/core/field.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { focusOnMount } from "../../ui/focus.ts";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { asRefusal, type AuthRefusal } from "../../lib/error-text.ts";

const length = 6;

interface CodeFormProps {
  send: (code: string) => Promise<void>;
  /** What to say at the field when the code was refused. */
  explain: (refusal: AuthRefusal) => string;
  /** For a form that appears because somebody asked for its code. */
  takesFocus?: boolean;
}

/** Six digits, sent by the button or as soon as all of them are there. A wrong code makes room for the next. */
export function CodeForm({ send, explain, takesFocus = false }: CodeFormProps) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const form = useRef<HTMLFormElement>(null);
  const refuse = (words: string) => {
    setProblem(words);
    form.current?.querySelector("input")?.focus();
  };
  const submit = async (typed: string) => {
    if (typed.length < length) return refuse(`Enter all ${length} digits.`);
    setProblem(null);
    try {
      await send(typed);
    } catch (error) {
      const refusal = asRefusal(error);
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
      <FormSummary error={null} wrongFields={problem === null ? 0 : 1} />
      <CodeField
        ref={takesFocus ? focusOnMount : undefined}
        name="code"
        length={length}
        value={code}
        onChange={onChange}
        error={problem}
        readOnly={isPending}
        hint="It is sent as soon as the last digit is typed."
      />
      <Button type="submit" variant="primary" busy={isPending}>
        Confirm
      </Button>
    </Form>
  );
}
