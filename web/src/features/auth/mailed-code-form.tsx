import { type AuthRefusal, refusalText } from "../../lib/error-text.ts";
import { enterMailedCode } from "./auth.api.ts";
import { CodeForm } from "./code-form.tsx";

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
  return <CodeForm send={send} explain={explain} />;
}

function explain(refusal: AuthRefusal): string {
  return refusal.code === "otp_expired"
    ? "This code is wrong or has expired. Use the latest one, or ask for another."
    : refusalText(refusal);
}
