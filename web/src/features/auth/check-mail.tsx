import { useEffect, useRef } from "react";
import { CardFoot } from "./auth-card.tsx";
import styles from "./auth-card.module.css";

/** The same words for everybody: they must not tell whether the address was known before. */
export function CheckMail({ email, onBack }: { email: string; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className={styles.panel}>
        <h2 ref={heading} tabIndex={-1}>
          Check your mail
        </h2>
        <p>
          We sent a message to <strong>{email}</strong>. Open the link in it to confirm your address, then log in.
        </p>
        <p>It can take a few minutes. If nothing comes, look into your spam folder or check the address.</p>
      </div>
      <CardFoot>
        <button type="button" onClick={onBack}>
          Use another address
        </button>
      </CardFoot>
    </>
  );
}
