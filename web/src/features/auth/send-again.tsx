import { useState } from "react";
import { Button } from "../../ui/core/button.tsx";
import { useSingleFlight } from "../../ui/core/use-form.ts";
import { asRefusal, type AuthRefusal, refusalText } from "../../lib/error-text.ts";
import { useCooldown } from "../../ui/use-cooldown.ts";
import styles from "./auth-card.module.css";

/** As long as the server takes no second message for the same address. */
const gapSeconds = 60;

interface SendAgainProps {
  label: string;
  send: () => Promise<void>;
  /** What the button says while it has to wait. */
  restLabel?: string;
  /** What to say when it worked. */
  sentWords?: string;
  explain?: (refusal: AuthRefusal) => string;
  /** Whether this is the one thing to do here. */
  isMain?: boolean;
  /** Whether one message is on its way already. */
  isSent?: boolean;
}

/** Sends a message once more, not too often, and says aloud what became of it. */
export function SendAgain({
  label,
  send,
  restLabel = "Send again",
  sentWords = "It is on its way. Give it a few minutes.",
  explain = refusalText,
  isMain = false,
  isSent = false,
}: SendAgainProps) {
  const [secondsLeft, wait] = useCooldown(isSent ? gapSeconds : 0);
  const [words, setWords] = useState("");
  const [isPending, runAlone] = useSingleFlight();
  const isResting = isPending || secondsLeft > 0;
  const press = async () => {
    setWords("");
    try {
      await send();
      wait(gapSeconds);
      setWords(sentWords);
    } catch (error) {
      const refusal = asRefusal(error);
      wait(refusal.retryAfterSeconds ?? 0);
      setWords(explain(refusal));
    }
  };
  return (
    <div className={styles.again}>
      <Button
        variant={isMain ? "primary" : "secondary"}
        aria-disabled={isResting}
        onClick={() => (isResting ? undefined : void runAlone(press))}
      >
        {secondsLeft > 0 ? `${restLabel} in ${secondsLeft} s` : label}
      </Button>
      <p role="status">{words}</p>
    </div>
  );
}
