import { Outlet } from "@tanstack/react-router";
import { lazy, type MouseEvent, Suspense } from "react";
import { isAtHome } from "../lib/home-address.ts";
import { loadWhenReachable } from "../lib/load-when-reachable.ts";
import { ToastRegion } from "../ui/toast-region.tsx";
import { ConnectionBanners } from "./connection-banners.tsx";
import { Footer } from "./footer.tsx";
import styles from "./shell.module.css";
import { TopBar } from "./top-bar.tsx";

/** Few people ever see it. */
const AddressNotice = lazy(async () => {
  const { AddressNotice: notice } = await loadWhenReachable(() => import("./address-notice.tsx"));
  return { default: notice };
});

/** The frame around every page of the app. */
export function Shell() {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <TopBar />
      <Suspense fallback={null}>{!isAtHome() && <AddressNotice />}</Suspense>
      <ConnectionBanners />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ToastRegion />
    </div>
  );
}

/** Moves the focus only: the address stays as it is. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
