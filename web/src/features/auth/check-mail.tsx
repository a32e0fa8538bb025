import { CardFoot } from "./auth-card.tsx";
import styles from "./auth-card.module.css";
import { MailedCodeForm } from "./mailed-code-form.tsx";
import { ResendConfirmation } from "./resend-confirmation.tsx";
import { StepHeading } from "./step-heading.tsx";

interface CheckMailProps {
  email: string;
  landingUrl: string | undefined;
  onBack: () => void;
}

/** The same words for everybody: they must not tell whether the address was known before. */
export function CheckMail({ email, landingUrl, onBack }: CheckMailProps) {
  return (
    <>
      <div className={styles.panel}>
        <StepHeading>Check your mail</StepHeading>
        <p>
          We sent a message to <strong>{email}</strong>. Open the link in it to confirm your address, or type the six
          digits from it here.
        </p>
        <MailedCodeForm email={email} type="signup" />
        <p>It can take a few minutes. If nothing comes, look into your spam folder or check the address.</p>
        <ResendConfirmation email={email} landingUrl={landingUrl} isSent />
      </div>
      <CardFoot>
        <button type="button" onClick={onBack}>
          Use another address
        </button>
      </CardFoot>
    </>
  );
}
