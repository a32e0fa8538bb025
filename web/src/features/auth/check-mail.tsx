import { AskAdministrator } from "../../domain/ask-administrator.tsx";
import { useSendsMail } from "../../domain/profile.ts";
import { Button } from "../../ui/core/button.tsx";
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
  const sendsMail = useSendsMail();
  return (
    <>
      <div className={styles.panel}>
        <StepHeading>{sendsMail ? "Check your mail" : "Ask the administrator"}</StepHeading>
        {sendsMail ? (
          <p>
            We sent a message to <strong>{email}</strong>. Open the link in it to confirm your address, or type the six
            digits from it here.
          </p>
        ) : (
          <p>
            <strong>{email}</strong> has to be confirmed by a link, and this site sends no mail.{" "}
            <AskAdministrator what="link" /> You can also type its six digits here.
          </p>
        )}
        <MailedCodeForm email={email} type="signup" />
        {sendsMail && (
          <p>It can take a few minutes. If nothing comes, look into your spam folder or check the address.</p>
        )}
        <ResendConfirmation email={email} landingUrl={landingUrl} isSent />
      </div>
      <CardFoot>
        <Button variant="plain" onClick={onBack}>
          Use another address
        </Button>
      </CardFoot>
    </>
  );
}
