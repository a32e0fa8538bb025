import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { productConfigQuery } from "../domain/profile.ts";
import { ConfirmIdentityProvider, useAddPasskey } from "../features/account/confirm-identity.tsx";
import { passkeysQuery } from "../lib/passkeys.ts";
import { canUsePasskeys } from "../lib/shared/home-address.ts";
import { passkeyOfferKey } from "../lib/stored-session.ts";
import { writeStored } from "../lib/shared/storage.ts";
import { Button } from "../ui/core/button.tsx";
import { FormSummary, Notice } from "../ui/core/notice.tsx";
import { showToast } from "../ui/toasts.ts";
import styles from "./shell.module.css";

/** Offered once to somebody who came in by a password and whose device has a lock of its own. */
export function PasskeyOffer() {
  const { data: config } = useQuery(productConfigQuery);
  const hasLock = useDeviceLock();
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: config?.passkeys === true && hasLock });
  // There they are added anyway.
  const isSecurity = useLocation({
    select: ({ pathname, searchStr }) =>
      pathname === pages.account.path && new URLSearchParams(searchStr).get("tab") === "security",
  });
  const [isOver, setOver] = useState(false);
  if (isOver || isSecurity || !hasLock || !passkeys || passkeys.length > 0) return null;
  const end = () => {
    writeStored(passkeyOfferKey, "made");
    setOver(true);
  };
  // The offer stays until it is answered, by when the password may be too long ago.
  return (
    <ConfirmIdentityProvider>
      <Offer onEnd={end} />
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

function useDeviceLock(): boolean {
  const [hasLock, setLock] = useState(false);
  useEffect(() => {
    if (!canUsePasskeys()) return;
    void PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(setLock, () => undefined);
  }, []);
  return hasLock;
}
