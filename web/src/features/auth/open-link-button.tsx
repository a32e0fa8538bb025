import { useState } from "react";
import { asRefusal, type AuthRefusal } from "../../lib/auth-refusal.ts";
import { refusalText } from "../../lib/refusal-text.ts";
import { FormSummary } from "../../ui/form-summary.tsx";
import styles from "../../ui/form.module.css";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useOneAtATime } from "../../ui/use-one-at-a-time.ts";

interface OpenLinkButtonProps {
  label: string;
  open: () => Promise<void>;
  /** The link has expired, was used, or is no link of ours. */
  onDead: () => void;
}

/** Uses a link up only when a person presses the button: mail scanners open every address but press nothing. */
export function OpenLinkButton({ label, open, onDead }: OpenLinkButtonProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, runAlone] = useOneAtATime();
  const explain = (refusal: AuthRefusal) => {
    if (refusal.code === "otp_expired" || refusal.code === "validation_failed") onDead();
    else setProblem(refusalText(refusal));
  };
  const press = async () => {
    setProblem(null);
    await open().catch((error: unknown) => explain(asRefusal(error)));
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void runAlone(press);
      }}
    >
      <FormSummary problem={problem} wrongFields={0} />
      <SubmitButton label={label} isPending={isPending} />
    </form>
  );
}
