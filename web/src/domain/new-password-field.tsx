import { checkPassword, type PasswordProblem } from "@clanhall/contract/account";
import { useRef, useState } from "react";
import { PasswordField, type TextFieldProps } from "../ui/core/field.tsx";
import { call } from "../lib/api-client.ts";
import { newPasswordProblem } from "../lib/auth-rules.ts";
import { guessablePassword } from "../lib/error-text.ts";
import { Row } from "../ui/core/layout.tsx";
import styles from "./new-password-field.module.css";

/** Whose password it is to be: the server refuses one that is made of their name or address. */
export interface PasswordOwner {
  email: string;
  displayName: string;
}

interface NewPasswordFieldProps extends Omit<TextFieldProps, "hint" | "onBlur"> {
  value: string;
  /** How many characters it needs. */
  min: number;
  /** Null while it is not known. */
  owner: PasswordOwner | null;
}

/** A password somebody chooses. Its length is counted while they type; whether it is good enough, the server says. */
export function NewPasswordField({ owner, min, ...props }: NewPasswordFieldProps) {
  const { value } = props;
  const { problem, ask } = useServerCheck(value, owner);
  const askIfLong = () => {
    if (newPasswordProblem(value, min) === null) void ask();
  };
  // Once the form has said what is wrong, nothing else is said about it.
  const hint = props.error && value ? null : <Meter password={value} min={min} problem={problem} />;
  return <PasswordField autoComplete="new-password" {...props} hint={hint} onBlur={askIfLong} />;
}

/** What the server says about exactly this input; undefined as long as it has said nothing. */
function useServerCheck(password: string, owner: PasswordOwner | null) {
  const [answer, setAnswer] = useState<{ to: string; problem: PasswordProblem | null }>();
  const asked = useRef("");
  const body = owner && { password, email: owner.email, display_name: owner.displayName };
  const question = JSON.stringify(body);
  const ask = async () => {
    if (!body || asked.current === question) return;
    asked.current = question;
    try {
      const { problem } = await call(checkPassword, { body }, { anonymous: true });
      setAnswer({ to: question, problem });
    } catch {
      // The form says nothing then, and the server decides when it is sent.
      asked.current = "";
    }
  };
  return { problem: answer?.to === question ? answer.problem : undefined, ask };
}

interface MeterProps {
  password: string;
  min: number;
  problem: PasswordProblem | null | undefined;
}

function Meter({ password, min, problem }: MeterProps) {
  if (password === "") return `At least ${min} characters. A few unrelated words are easy to remember.`;
  const length = Array.from(password).length;
  return (
    <div className={styles.meter} data-tone={problem === undefined ? undefined : problem ? "danger" : "success"}>
      <Row gap={1} align="stretch" nowrap className={styles.bars} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={styles.bar} data-filled={length * 4 >= step * min || undefined} />
        ))}
      </Row>
      <span aria-live="polite">{describe(length, min, problem)}</span>
    </div>
  );
}

function describe(length: number, min: number, problem: MeterProps["problem"]): string {
  const missing = min - length;
  if (missing > 0) return `${missing} more ${missing === 1 ? "character" : "characters"} needed`;
  if (problem === undefined) return `${length} characters`;
  if (problem === null) return "This password is strong enough.";
  return problem === "guessable" ? guessablePassword : `This password is ${problem.replace("_", " ")}.`;
}
