import { useState } from "react";
import { confirmWithSecurityKey, passkeyErrorText, signInWithPasskey } from "../../../lib/passkeys.ts";
import { currentSession, signOut } from "../../../lib/session.ts";
import { readStoredSession } from "../../../lib/stored-session.ts";
import { Button } from "../../../ui/core/button.tsx";
import { FormSummary } from "../../../ui/core/notice.tsx";
import { useSingleFlight } from "../../../ui/core/use-form.ts";
import { type FactorProps, StepHeading } from "./code-form.tsx";

/** A key that is plugged in, held against the device or part of it. */
export function KeyFactor({ factor, confirm, isFirst }: FactorProps) {
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
  onEnded: () => void;
}

/** A passkey of the same account in place of a second factor. One of another account signs nobody in here. */
export function PasskeyProof({ onChoose, onEnded }: PasskeyProofProps) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const use = async () => {
    const userId = readStoredSession()?.userId;
    setError(null);
    onChoose();
    try {
      await signInWithPasskey();
      if (currentSession()?.userId === userId) return;
      onEnded();
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
