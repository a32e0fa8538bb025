import { Suspense, useState } from "react";
import { Button } from "../../../ui/core/button.tsx";
import { asAuthError, type AuthError, authErrorText, waitText } from "../../../lib/error-text.ts";
import { currentSession, pendingFactors, renewSession, signOut } from "../../../lib/session.ts";
import { readStoredSession, type SecondFactor } from "../../../lib/stored-session.ts";
import { confirmFactor, confirmWithRecoveryCode, sendCodeToPhone } from "../api.ts";
import { canUsePasskeys } from "../../../lib/shared/home-address.ts";
import { CardFoot } from "../auth-card.tsx";
import styles from "../auth-card.module.css";
import { CodeForm, type Confirm, type FactorProps, SendAgain, StepHeading } from "./codes.tsx";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { Form, TextField } from "../../../ui/core/field.tsx";
import { Stack } from "../../../ui/core/layout.tsx";
import { useForm, useSingleFlight } from "../../../ui/core/use-form.ts";
import { confirmWithSecurityKey, passkeyErrorText, signInWithPasskey } from "../../../lib/passkeys.ts";

interface SecondFactorStepProps {
  factors: SecondFactor[];
  /** Where a passkey counts as well. */
  passkey?: PasskeyProofProps;
  /** The half sign-in is no longer good for anything. */
  onEnded: () => void;
}

const recovery = "recovery";

/** Completes half a sign-in by one of the account's second factors, or by a recovery code. */
export function SecondFactorStep({ factors, passkey, onEnded }: SecondFactorStepProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const factor = chosen === recovery ? undefined : (factors.find(({ id }) => id === chosen) ?? factors[0]);
  const confirm: Confirm = (work) => watchOver(work, onEnded);
  const isFirst = chosen === null;
  return (
    <>
      <Stack key={factor?.id} gap={3}>
        {!factor && <RecoveryCode confirm={confirm} />}
        {factor?.type === "totp" && <AppFactor factor={factor} confirm={confirm} isFirst={isFirst} />}
        {factor?.type === "phone" && <PhoneFactor factor={factor} confirm={confirm} isFirst={isFirst} />}
        {factor?.type === "webauthn" && (
          <Suspense fallback={null}>
            <KeyFactor factor={factor} confirm={confirm} isFirst={isFirst} />
          </Suspense>
        )}
      </Stack>
      <ul className={styles.ways} aria-label="Other methods">
        {factors
          .filter((other) => other !== factor)
          .map((other) => (
            <OtherFactor key={other.id} label={labelOf(other)} onChoose={() => setChosen(other.id)} />
          ))}
        {factor && <OtherFactor label="Use a recovery code" onChoose={() => setChosen(recovery)} />}
        {passkey && canUsePasskeys() && (
          <Suspense fallback={null}>
            <PasskeyProof {...passkey} />
          </Suspense>
        )}
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

function AppFactor({ factor, confirm, isFirst }: FactorProps) {
  return (
    <>
      <StepHeading isFirst={isFirst}>Code from your app</StepHeading>
      <p>
        Open your authenticator app{factor.name && ` (“${factor.name}”)`} and type the six digits it shows for this
        site.
      </p>
      <CodeForm
        send={(code) => confirm(confirmFactor(factor.id, code))}
        explain={(refusal) => factorErrorText("totp", refusal)}
      />
    </>
  );
}

function PhoneFactor({ factor, confirm, isFirst }: FactorProps) {
  const [challengeId, setChallengeId] = useState<string>();
  const send = async () => setChallengeId(await sendCodeToPhone(factor.id));
  return (
    <>
      <StepHeading isFirst={isFirst}>Code by text message</StepHeading>
      <p>We send six digits to the number {endOf(factor)}.</p>
      {challengeId !== undefined && (
        <CodeForm
          send={(code) => confirm(confirmFactor(factor.id, code, challengeId))}
          explain={(refusal) => factorErrorText("phone", refusal)}
          takesFocus
        />
      )}
      <SendAgain
        label={challengeId === undefined ? "Send code" : "Send another code"}
        send={() => confirm(send())}
        isMain={challengeId === undefined}
        sentText="The code is on its way."
        explain={(refusal) => factorErrorText("phone", refusal)}
      />
    </>
  );
}

function RecoveryCode({ confirm }: { confirm: Confirm }) {
  return (
    <>
      <StepHeading>Recovery code</StepHeading>
      <p>Type one of the codes you kept when you set up the second step. Each of them works once.</p>
      <RecoveryCodeForm send={(code) => confirm(confirmWithRecoveryCode(code))} />
    </>
  );
}

function OtherFactor({ label, onChoose }: { label: string; onChoose: () => void }) {
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
  if (factor.type === "webauthn") return factor.name ? `Use the key “${factor.name}”` : "Use your security key";
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
    const { code } = asAuthError(error);
    const isGone = code === "session_not_found" || code === "user_not_found" || code === "user_banned";
    if (isGone || (!pendingFactors() && !currentSession())) {
      onEnded();
      return signOut();
    }
    if (code === "mfa_factor_not_found") void renewSession();
    throw error;
  }
}

const rules = { code: (code: string) => (code.trim() === "" ? "Enter a recovery code." : null) };

function RecoveryCodeForm({ send }: { send: (code: string) => Promise<void> }) {
  const form = useForm({
    rules,
    send: async ({ code }) => {
      try {
        await send(code.trim());
      } catch (error) {
        return { code: factorErrorText("recovery", asAuthError(error)) };
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={null} wrongFields={form.wrongFields} />
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...form.text("code")}
      />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Confirm
      </Button>
    </Form>
  );
}

type FactorKind = "totp" | "phone" | "recovery";

const wrongCode: Record<FactorKind, string> = {
  totp: "This code is wrong. Type the one your app shows now.",
  phone: "This code is wrong. Check the latest message.",
  recovery: "This recovery code is wrong, or it was used before.",
};

const sentences: Record<string, string> = {
  mfa_challenge_expired: "This code has expired. Send another one.",
  mfa_factor_not_found: "This method is no longer on your account. Choose another one below.",
  mfa_factor_secret_lost: "Codes from this app no longer work. Use another method below, or ask an app admin.",
  mfa_phone_verify_not_enabled: "Codes by text message are switched off here. Choose another method below.",
  sms_send_failed: "The message could not be sent. Try again, or use another method below.",
};

const locks = new Set(["mfa_verification_rejected", "mfa_recovery_codes_locked"]);

/** One sentence for a second factor that was not accepted. */
function factorErrorText(kind: FactorKind, refusal: AuthError): string {
  if (refusal.code === "mfa_verification_failed") return wrongCode[kind];
  if (locks.has(refusal.code)) {
    return `Too many wrong codes. Try again ${waitText(refusal.retryAfterSeconds)}, or use another method below.`;
  }
  return sentences[refusal.code] ?? authErrorText(refusal);
}

/** A key that is plugged in, held against the device or part of it. */
function KeyFactor({ factor, confirm, isFirst }: FactorProps) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const use = async () => {
    setError(null);
    try {
      await confirm(confirmWithSecurityKey(factor.id));
    } catch (failure) {
      setError(passkeyErrorText(failure));
    }
  };
  return (
    <>
      <StepHeading isFirst={isFirst}>Security key</StepHeading>
      <p>Have your key{factor.name && ` (“${factor.name}”)`} at hand and follow your browser.</p>
      <FormSummary error={error} wrongFields={0} />
      <Button variant="primary" busy={isPending} onClick={() => void runAlone(use)}>
        Use security key
      </Button>
    </>
  );
}

interface PasskeyProofProps {
  onChoose: () => void;
  /** It was one of another account, and the half sign-in is gone. */
  onForeign: () => void;
}

/** A passkey of the same account in place of a second factor. One of another account signs nobody in here. */
function PasskeyProof({ onChoose, onForeign }: PasskeyProofProps) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const use = async () => {
    const userId = readStoredSession()?.userId;
    setError(null);
    onChoose();
    try {
      await signInWithPasskey();
      if (currentSession()?.userId === userId) return;
      onForeign();
      await signOut();
    } catch (failure) {
      setError(passkeyErrorText(failure));
    }
  };
  return (
    <li>
      <Button variant="plain" busy={isPending} onClick={() => void runAlone(use)}>
        Use a passkey
      </Button>
      <FormSummary error={error} wrongFields={0} />
    </li>
  );
}
