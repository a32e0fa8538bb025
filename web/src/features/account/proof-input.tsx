import type { Proof } from "@clanhall/contract/account";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import buttons from "../../ui/button.module.css";
import { CodeField } from "../../ui/code-field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import styles from "./account.module.css";
import { Problem, SavedNote } from "../../ui/feedback.tsx";
import { mailProofCode } from "./sign-in-service.ts";

/** What somebody types to prove that it is them: their password, or a code that was mailed to them. */
export function useProofInput(hasPassword: boolean) {
  const [byMail, setByMail] = useState(!hasPassword);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  return {
    byMail,
    text,
    error,
    setError,
    hasPassword,
    type: (typed: string) => {
      setText(typed);
      setError(null);
    },
    choose: (mail: boolean) => {
      setByMail(mail);
      setText("");
      setError(null);
    },
    /** What is sent, or null after saying what is missing. */
    read: (): Proof | null => {
      if (byMail ? text.length === 6 : text !== "") return byMail ? { code: text } : { password: text };
      setError(byMail ? "Enter the six digits from the message." : "Enter your password.");
      return null;
    },
  };
}

export function ProofInput({ input }: { input: ReturnType<typeof useProofInput> }) {
  const mail = useMutation({ mutationFn: mailProofCode });
  const { byMail, text, error } = input;
  const field = {
    name: "proof",
    value: text,
    error,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => input.type(currentTarget.value),
  };
  const sendMail = () => mail.isPending || mail.mutate();
  if (!byMail) {
    return (
      <div>
        <PasswordField label="Password" autoComplete="current-password" {...field} />
        <button type="button" className={buttons.plain} onClick={() => input.choose(true)}>
          Use a code by mail instead
        </button>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <p>We send you a code of six digits by mail.</p>
      <div className={styles.actions}>
        <button type="button" className={buttons.secondary} aria-busy={mail.isPending} onClick={sendMail}>
          {mail.isSuccess ? "Send another code" : "Send me a code"}
        </button>
        <SavedNote text={mail.isSuccess && "Sent"} />
      </div>
      <Problem error={mail.error} />
      <CodeField label="Code from the message" {...field} />
      {input.hasPassword && (
        <button type="button" className={buttons.plain} onClick={() => input.choose(false)}>
          Use my password instead
        </button>
      )}
    </div>
  );
}
