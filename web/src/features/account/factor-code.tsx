import { useState } from "react";
import { CodeField, Form, FieldLabel } from "../../ui/core/field.tsx";
import { FormSummary } from "../../ui/core/notice.tsx";
import { useForm } from "../../ui/core/use-form.ts";
import { Button } from "../../ui/core/button.tsx";
import { asRefusal, problemText } from "../../lib/error-text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DialogActions } from "../../ui/dialog.tsx";
import type { Enrolment } from "./factor-start.tsx";
import styles from "./factor.module.css";
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
  const form = useForm<"code">({
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
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={problem} wrongFields={form.wrongFields} />
      {app ? <AppKey qrCode={app.qrCode} secret={app.secret} /> : <p>We sent a code to your phone.</p>}
      <CodeField label={app ? "Code from the app" : "Code from the message"} {...form.text("code")} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Turn it on
        </Button>
      </DialogActions>
    </Form>
  );
}

function AppKey({ qrCode, secret }: { qrCode: string; secret: string }) {
  return (
    <>
      <p>Scan this with your authenticator app, or type the key into it. Then enter the code it shows.</p>
      <img className={styles.picture} src={qrCode} alt="QR code for your authenticator app" width={200} height={200} />
      <div className={styles.key}>
        <div>
          <FieldLabel>Key</FieldLabel>
          <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </div>
        <CopyButton label="Copy key" text={secret} />
      </div>
    </>
  );
}
