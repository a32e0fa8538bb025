import { useEffect, useRef, useState } from "react";
import { isRefused, passkeyErrorText, signInWithPasskey } from "../../../lib/passkeys.ts";
import { Button } from "../../../ui/core/button.tsx";
import { Notice } from "../../../ui/core/notice.tsx";
import { OtherWay } from "../auth-card.tsx";
import { useSingleFlight } from "../../../ui/core/use-form.ts";

/** A challenge of the server lives five minutes. */
const renewAfterMs = 4 * 60_000;

/** Offers passkeys in the address field where the browser can, and by a button everywhere. */
export function PasskeySignIn({ tries }: { tries: number }) {
  const [error, setError] = useState<string | null>(null);
  const [isPending, runAlone] = useSingleFlight();
  const stopWaiting = useWaitingPasskey((refusal) => setError(passkeyErrorText(refusal)));
  // A password is on its way: the browser offers nothing beside it.
  useEffect(() => {
    if (tries > 0) stopWaiting();
  }, [tries, stopWaiting]);
  const start = async () => {
    stopWaiting();
    setError(null);
    try {
      await signInWithPasskey();
    } catch (refusal) {
      setError(passkeyErrorText(refusal));
    }
  };
  return (
    <OtherWay>
      {error && (
        <Notice tone="danger" role="alert">
          {error}
        </Notice>
      )}
      <Button busy={isPending} onClick={() => void runAlone(start)}>
        Sign in with a passkey
      </Button>
    </OtherWay>
  );
}

/** Waits for a passkey that somebody picks in the address field; answers with what ends the wait. */
function useWaitingPasskey(onRefused: (error: unknown) => void): () => void {
  const waiting = useRef<AbortController | null>(null);
  const refused = useRef(onRefused);
  const [stop] = useState(() => () => waiting.current?.abort());
  useEffect(() => {
    refused.current = onRefused;
  }, [onRefused]);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let isGone = false;
    const wait = () => {
      stop();
      const controller = new AbortController();
      waiting.current = controller;
      signInWithPasskey({ mediation: "conditional", signal: controller.signal }).catch((error: unknown) => {
        if (!controller.signal.aborted && isRefused(error)) refused.current(error);
      });
    };
    const begin = async () => {
      const isAvailable = await PublicKeyCredential.isConditionalMediationAvailable?.();
      if (!isAvailable || isGone) return;
      wait();
      timer = setInterval(wait, renewAfterMs);
    };
    void begin();
    return () => {
      isGone = true;
      clearInterval(timer);
      stop();
    };
  }, [stop]);
  return stop;
}
