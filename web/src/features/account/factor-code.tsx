import { useState } from "react";
import { asRefusal } from "../../lib/auth-refusal.ts";
import buttons from "../../ui/button.module.css";
import { CodeField } from "../../ui/code-field.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import { FormSummary } from "../../ui/form-summary.tsx";
import forms from "../../ui/form.module.css";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import type { Enrolment } from "./factor-start.tsx";
import styles from "./factor.module.css";
import { problemText } from "../../lib/problem-text.ts";
import { challengeFactor, verifyFactor } from "./sign-in-service.ts";

interface FactorCodeProps {
  enrolment: Enrolment;
  onVerified: () => Promise<void>;
  onClose: () => void;
}

/** A challenge that was used up or ran out is replaced by a new one, so that the next try can succeed. */
export function FactorCode({ enrolment, onVerified, onClose }: FactorCodeProps) {
  const { factorId, app } = enrolment;
  const [challengeId, setChallengeId] = useState(enrolment.challengeId);
  const [problem, setProblem] = useState<string | null>(null);
  const renewChallenge = () => challengeFactor(factorId).then(setChallengeId, () => undefined);
  const form = useCheckedForm<"code">({
    rules: { code: (text) => (text.length === 6 ? null : "Enter the six digits.") },
    send: async ({ code }) => {
      setProblem(null);
      try {
        await verifyFactor(factorId, challengeId, code);
        await onVerified();
      } catch (error) {
        const { code: why } = asRefusal(error);
        if (app || why === "mfa_challenge_expired") await renewChallenge();
        if (why === "mfa_verification_failed" || why === "mfa_challenge_expired") return { code: problemText(error) };
        setProblem(problemText(error));
      }
      return undefined;
    },
  });
  return (
    <form className={forms.form} onSubmit={form.onSubmit} noValidate>
      <FormSummary problem={problem} wrongFields={form.wrongFields} />
      {app ? <AppKey qrCode={app.qrCode} secret={app.secret} /> : <p>We sent a code to your phone.</p>}
      <CodeField label={app ? "Code from the app" : "Code from the message"} {...form.textField("code")} />
      <DialogActions>
        <button type="button" className={buttons.secondary} onClick={onClose}>
          Cancel
        </button>
        <SubmitButton label="Turn it on" isPending={form.isPending} />
      </DialogActions>
    </form>
  );
}

function AppKey({ qrCode, secret }: { qrCode: string; secret: string }) {
  return (
    <>
      <p>Scan this with your authenticator app, or type the key into it. Then enter the code it shows.</p>
      <img className={styles.picture} src={qrCode} alt="QR code for your authenticator app" width={200} height={200} />
      <div className={styles.key}>
        <div>
          <span className={forms.label}>Key</span>
          <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </div>
        <CopyButton label="Copy key" text={secret} />
      </div>
    </>
  );
}
