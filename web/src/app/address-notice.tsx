import { findPage, productName } from "@clanhall/contract/pages";
import { useLocation } from "@tanstack/react-router";
import { homeOrigin, isKnownAddress } from "../lib/shared/home-address.ts";
import styles from "./connection.module.css";

/** For a page that was opened at another address than PUBLIC_URL: it works, but what leaves it leads to PUBLIC_URL. */
export function AddressNotice() {
  const { href, pathname } = useLocation();
  // These say nothing else, and say it themselves.
  if (!isKnownAddress() && ["login", "signUp"].includes(findPage(pathname))) return null;
  return (
    <aside className={styles.notice} aria-label="Address">
      This {productName} lives at <a href={homeOrigin() + href}>{homeOrigin()}</a>. Links in mails lead there.
    </aside>
  );
}
