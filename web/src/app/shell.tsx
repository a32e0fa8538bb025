import { findClanPage, productName } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { type MouseEvent, Suspense, useLayoutEffect, useState } from "react";
import { issueHref, supportHref } from "../lib/navigation.ts";
import { isAtHome } from "../lib/shared/home-address.ts";
import { lazyPart, promptPart } from "../lib/load-chunk.ts";
import { useSession } from "../lib/session.ts";
import { readStored } from "../lib/shared/storage.ts";
import { passkeyOfferKey } from "../lib/stored-session.ts";
import { productConfigQuery } from "../domain/profile.ts";
import { Row, Stack } from "../ui/core/layout.tsx";
import { ToastRegion } from "../ui/toast-region.tsx";
import { AddressNotice } from "./address-notice.tsx";
import { ConnectionBanners } from "./connection.tsx";
import styles from "./shell.module.css";
import type { OpenPanel } from "./shortcuts.tsx";
import { TopBar } from "./top-bar.tsx";

/** Once in a while, after a password. */
const PasskeyOffer = lazyPart(async () => (await import("./passkey-offer.tsx")).PasskeyOffer);
/** Who logs in has no clan yet. */
const ClanBar = promptPart(async () => (await import("./clan-bar.tsx")).ClanBar);
/** For those who are signed in. */
const Shortcuts = lazyPart(async () => (await import("./shortcuts.tsx")).Shortcuts);

/** The frame around every page of the app. One bar stays in sight: inside a clan that is the clan's. */
export function Shell() {
  const isInClan = useLocation({ select: ({ pathname }) => findClanPage(pathname) !== null });
  const isOffered = useSession()?.accessToken && readStored(passkeyOfferKey) === "due" && !isInClan;
  const [open, setOpen] = useState<OpenPanel>(null);
  const isSignedIn = useSession() !== null;
  useLayoutEffect(() => void document.documentElement.toggleAttribute("data-clan", isInClan), [isInClan]);
  return (
    <Stack gap={0} className={styles.shell} data-clan={isInClan || undefined}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      {isInClan && <TopBar isInClan />}
      <div className={styles.sticky}>
        <ConnectionBanners />
        {isInClan ? (
          <ClanBar fallback={<div className={styles.clanBar} />} onFind={() => setOpen("palette")} />
        ) : (
          <TopBar />
        )}
      </div>
      {!isAtHome() && <AddressNotice />}
      <main id="main" className={styles.main} tabIndex={-1}>
        <Outlet />
        <Suspense fallback={null}>{isOffered && <PasskeyOffer />}</Suspense>
      </main>
      <Footer />
      <ToastRegion />
      <Suspense fallback={null}>{isSignedIn && <Shortcuts open={open} onOpen={setOpen} />}</Suspense>
    </Stack>
  );
}

/** Moves the focus only: the address stays as it is. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Footer() {
  const { data: config } = useQuery(productConfigQuery);
  return (
    <Row as="footer" between tight dim size="sm" className={`foot ${styles.footer}`}>
      <p>{productName}</p>
      <Row as="ul" tight gap={3}>
        <FooterLink href={supportHref(config)} label="Contact support" />
        <FooterLink href={issueHref(config)} label="Report an issue" />
        <FooterLink href="/privacy.html" label="Privacy" newTab />
        <FooterLink href="/terms.html" label="Terms" newTab />
      </Row>
    </Row>
  );
}

function FooterLink({ href, label, newTab = false }: { href: string; label: string; newTab?: boolean }) {
  return (
    <li>
      <a href={href} {...(newTab && { target: "_blank", rel: "noopener" })}>
        {label}
        {newTab && <span className="visually-hidden"> (opens in a new tab)</span>}
      </a>
    </li>
  );
}
