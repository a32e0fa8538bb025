import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { productConfigQuery } from "../domain/profile.ts";
import { lazyPart } from "../lib/load-chunk.ts";
import { passkeysQuery } from "../lib/passkeys.ts";
import { canUsePasskeys } from "../lib/shared/home-address.ts";
import { writeStored } from "../lib/shared/storage.ts";
import { passkeyOfferKey } from "../lib/stored-session.ts";

/** Brings the forms that confirm who one is: only for those to whom the offer is made. */
const PasskeyNotice = lazyPart(async () => (await import("./passkey-notice.tsx")).PasskeyNotice);

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
  return <PasskeyNotice onEnd={end} />;
}

function useDeviceLock(): boolean {
  const [hasLock, setLock] = useState(false);
  useEffect(() => {
    if (!canUsePasskeys()) return;
    void PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(setLock, () => undefined);
  }, []);
  return hasLock;
}
