import { ConfirmIdentityProvider, useAddPasskey } from "../features/account/confirm-identity.tsx";
import { Button } from "../ui/core/button.tsx";
import { FormSummary, Notice } from "../ui/core/notice.tsx";
import { showToast } from "../ui/toasts.ts";
import styles from "./shell.module.css";

/** It stays until it is answered, by when the password may be too long ago to add a passkey without asking for it. */
export function PasskeyNotice({ onEnd }: { onEnd: () => void }) {
  return (
    <ConfirmIdentityProvider>
      <Offer onEnd={onEnd} />
    </ConfirmIdentityProvider>
  );
}

function Offer({ onEnd }: { onEnd: () => void }) {
  const { error, isPending, add } = useAddPasskey(() => {
    onEnd();
    showToast({ kind: "success", message: "Passkey added. Use it to log in next time." });
  });
  return (
    <Notice
      className={styles.offer}
      title="Log in faster next time"
      level={2}
      actions={
        <>
          <Button variant="primary" busy={isPending} onClick={add}>
            Add a passkey
          </Button>
          <Button onClick={onEnd}>No thanks</Button>
        </>
      }
    >
      <p>With a passkey you log in by fingerprint, face or screen lock, without a password.</p>
      <FormSummary error={error} wrongFields={0} />
    </Notice>
  );
}
