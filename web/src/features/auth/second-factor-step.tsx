import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { asRefusal } from "../../lib/error-text.ts";
import { currentSession, pendingFactors, renewSession, signOut } from "../../lib/session.ts";
import type { SecondFactor } from "../../lib/stored-session.ts";
import { confirmFactor, confirmWithRecoveryCode, sendCodeToPhone } from "./auth.api.ts";
import { CardFoot } from "./auth-card.tsx";
import styles from "./auth-card.module.css";
import { CodeForm } from "./code-form.tsx";
import { factorRefusalText } from "./factor-refusal.ts";
import { RecoveryCodeForm } from "./recovery-code-form.tsx";
import { SendAgain } from "./send-again.tsx";
import { StepHeading } from "./step-heading.tsx";

interface SecondFactorStepProps {
  factors: SecondFactor[];
  /** The half sign-in is no longer good for anything. */
  onEnded: () => void;
}

const recovery = "recovery";

/** Completes half a sign-in by one of the account's second factors, or by a recovery code. */
export function SecondFactorStep({ factors, onEnded }: SecondFactorStepProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const factor = chosen === recovery ? undefined : (factors.find(({ id }) => id === chosen) ?? factors[0]);
  const confirm: Confirm = (work) => watchOver(work, onEnded);
  const isFirst = chosen === null;
  return (
    <>
      <div key={factor?.id} className={styles.panel}>
        {!factor && <RecoveryWay confirm={confirm} />}
        {factor?.type === "totp" && <AppWay factor={factor} confirm={confirm} isFirst={isFirst} />}
        {factor?.type === "phone" && <PhoneWay factor={factor} confirm={confirm} isFirst={isFirst} />}
      </div>
      <ul className={styles.ways} aria-label="Other ways">
        {factors
          .filter((other) => other !== factor)
          .map((other) => (
            <Way key={other.id} label={labelOf(other)} onChoose={() => setChosen(other.id)} />
          ))}
        {factor && <Way label="Use a recovery code" onChoose={() => setChosen(recovery)} />}
      </ul>
      <CardFoot>
        Not you?{" "}
        <Button variant="plain" onClick={() => void signOut()}>
          Use another account
        </Button>
      </CardFoot>
    </>
  );
}

type Confirm = (work: Promise<void>) => Promise<void>;

interface WayProps {
  factor: SecondFactor;
  confirm: Confirm;
  isFirst: boolean;
}

function AppWay({ factor, confirm, isFirst }: WayProps) {
  return (
    <>
      <StepHeading isFirst={isFirst}>Code from your app</StepHeading>
      <p>
        Open your authenticator app{factor.name && ` (“${factor.name}”)`} and type the six digits it shows for this
        site.
      </p>
      <CodeForm
        send={(code) => confirm(confirmFactor(factor.id, code))}
        explain={(refusal) => factorRefusalText("totp", refusal)}
      />
    </>
  );
}

function PhoneWay({ factor, confirm, isFirst }: WayProps) {
  const [challengeId, setChallengeId] = useState<string>();
  const send = async () => setChallengeId(await sendCodeToPhone(factor.id));
  return (
    <>
      <StepHeading isFirst={isFirst}>Code by text message</StepHeading>
      <p>We send six digits to the number {endOf(factor)}.</p>
      {challengeId !== undefined && (
        <CodeForm
          send={(code) => confirm(confirmFactor(factor.id, code, challengeId))}
          explain={(refusal) => factorRefusalText("phone", refusal)}
          takesFocus
        />
      )}
      <SendAgain
        label={challengeId === undefined ? "Send code" : "Send another code"}
        send={() => confirm(send())}
        isMain={challengeId === undefined}
        sentWords="The code is on its way."
        explain={(refusal) => factorRefusalText("phone", refusal)}
      />
    </>
  );
}

function RecoveryWay({ confirm }: { confirm: Confirm }) {
  return (
    <>
      <StepHeading>Recovery code</StepHeading>
      <p>Type one of the codes you kept when you set up the second step. Each of them works once.</p>
      <RecoveryCodeForm send={(code) => confirm(confirmWithRecoveryCode(code))} />
    </>
  );
}

function Way({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <li>
      <Button variant="plain" onClick={onChoose}>
        {label}
      </Button>
    </li>
  );
}

function labelOf(factor: SecondFactor): string {
  if (factor.type === "phone") return `Use a text message to the number ${endOf(factor)}`;
  return factor.name ? `Use the app “${factor.name}”` : "Use your authenticator app";
}

/** Whoever knows only the password learns no phone number here. */
function endOf({ phone }: SecondFactor): string {
  return phone ? `ending in ${phone.slice(-2)}` : "of your account";
}

/** Notices when the sign-in has ended elsewhere, and when the account has other factors by now. */
async function watchOver(work: Promise<void>, onEnded: () => void): Promise<void> {
  try {
    await work;
  } catch (error) {
    const { code } = asRefusal(error);
    const isGone = code === "session_not_found" || code === "user_not_found" || code === "user_banned";
    if (isGone || (!pendingFactors() && !currentSession())) {
      onEnded();
      return signOut();
    }
    if (code === "mfa_factor_not_found") void renewSession();
    throw error;
  }
}
