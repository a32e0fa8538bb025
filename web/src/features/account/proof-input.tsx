import type { Proof } from "@clanhall/contract/account";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { AskAdministrator } from "../../domain/ask-administrator.tsx";
import { useSendsMail } from "../../domain/profile.ts";
import { Button } from "../../ui/core/button.tsx";
import { CodeField, PasswordField } from "../../ui/core/field.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import styles from "./account.module.css";
import { mailProofCode } from "./auth-api.ts";

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
      setError(byMail ? "Enter the six digits." : "Enter your password.");
      return null;
    },
  };
}

export function ProofInput({ input }: { input: ReturnType<typeof useProofInput> }) {
  const mail = useMutation({ mutationFn: mailProofCode });
  const sendsMail = useSendsMail();
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
        <Button variant="plain" onClick={() => input.choose(true)}>
          {sendsMail ? "Use a code by mail instead" : "Use a code from the administrator instead"}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      {sendsMail ? (
        <p>We send you a code of six digits by mail.</p>
      ) : (
        <p>
          This site sends no mail. Create a code of six digits here. <AskAdministrator what="code" />
        </p>
      )}
      <div className={styles.actions}>
        <Button busy={mail.isPending} onClick={sendMail}>
          {codeButton(sendsMail, mail.isSuccess)}
        </Button>
        <SavedNote text={mail.isSuccess && (sendsMail ? "Sent" : "Created")} />
      </div>
      <ErrorMessage error={mail.error} />
      <CodeField label={sendsMail ? "Code from the message" : "Code"} {...field} />
      {input.hasPassword && (
        <Button variant="plain" onClick={() => input.choose(false)}>
          Use my password instead
        </Button>
      )}
    </div>
  );
}

function codeButton(sendsMail: boolean, isAgain: boolean): string {
  if (sendsMail) return isAgain ? "Send another code" : "Send me a code";
  return isAgain ? "Create another code" : "Create a code";
}
