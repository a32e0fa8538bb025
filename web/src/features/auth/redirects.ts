import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { currentSession, isSigningOut, pendingFactors, prepareSignIn, useSession } from "../../lib/session.ts";
import { findPage, type PageKey, pages, toPageTitle } from "@clanhall/contract/pages";
import { isPasswordDue } from "../../lib/stored-session.ts";
import { findWantedPage, forgetWantedPage } from "../../lib/navigation.ts";
import { homeOrigin } from "../../lib/shared/home-address.ts";

/** Reads from the address why a sign-in at another site failed, and takes it out of there. */
export function useRedirectError(search: { next?: string }): string | null {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const code = params.get("error_code") ?? params.get("error") ?? params.get("error_description");
  // A code that is still there could not be exchanged.
  const hasFailed = code !== null || params.has("code");
  const [isShown] = useState(hasFailed && !currentSession() && !pendingFactors());
  const [shownCode] = useState(code ?? "");
  const { next } = search;
  useEffect(() => {
    if (!hasFailed) return;
    const query = next === undefined ? "" : `?${new URLSearchParams({ next }).toString()}`;
    router.history.replace(pathname + query);
  }, [hasFailed, pathname, next, router]);
  return isShown ? redirectErrorText(shownCode) : null;
}

/** Leads whoever is signed in, or becomes so here or in another tab, on to where they wanted to go. */
export function useRedirectAfterLogin() {
  const router = useRouter();
  const session = useSession();
  const params = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr }));
  // Named in every way out of here, because a mail or a provider may lead back in another tab.
  const next = params.get("next") ?? findWantedPage();
  const hasForgotten = params.has("forgot");
  const [isAlreadyIn] = useState(() => currentSession() !== null && !isSigningOut());
  const isLed = useRef(false);
  useEffect(prepareSignIn, []);
  useEffect(() => {
    // Once on the way, the address already is the next page's: it must not be read again.
    if (session && !isSigningOut() && !isLed.current) {
      router.history.replace(hasForgotten && isPasswordDue() ? pages.resetPassword.path : takeNextPath(next));
    }
    isLed.current = session !== null;
  }, [session, next, hasForgotten, router]);
  return { isAlreadyIn: isAlreadyIn && session !== null, hasForgotten, search: next === null ? {} : { next } };
}

/** Pages nobody wants to land on after signing in. */
const entrances = new Set<PageKey>(["landing", "login", "signUp", "resetPassword", "confirmEmail", "notFound"]);

/** The wanted page as a whole address, for a mail that leads back to it; undefined when nothing was wanted. */
export function toLandingUrl({ next }: { next?: string }): string | undefined {
  return next === undefined ? undefined : homeOrigin() + toNextPath(next, location.origin);
}

/** Where to go now that somebody is signed in: what the address names, else what they wanted before. Answers once. */
export function takeNextPath(next: string | null): string {
  const path = toNextPath(next ?? findWantedPage(), location.origin);
  forgetWantedPage();
  return path;
}

/** Where to go after signing in: the wanted page if it is a page of this product, otherwise the dashboard. */
export function toNextPath(wanted: string | null, origin: string): string {
  const fallback = pages.dashboard.path;
  // A browser drops tabs and line breaks and reads a backslash as a slash: no address of ours contains any.
  if (!wanted?.startsWith("/") || /[\p{Cc}\\]/u.test(wanted) || !URL.canParse(wanted, origin)) return fallback;
  const { origin: target, pathname, search, hash } = new URL(wanted, origin);
  if (target !== origin || pathname.startsWith("//") || entrances.has(findPage(pathname))) return fallback;
  return pathname + search + hash;
}

/** Says where logging in leads to, unless it is where everybody lands or a page that needs no login. */
export function describeNext({ next = "" }: { next?: string }): string | null {
  const page = pages[findPage(new URL(toNextPath(next, location.origin), location.origin).pathname)];
  if (page === pages.dashboard || page.guard === "open") return null;
  const title = toPageTitle(page.name);
  return `After logging in you go on to ${title.charAt(0)}${title.slice(1).toLowerCase()}.`;
}

const redirectErrors = new Map(
  Object.entries({
    access_denied: "The other site did not sign you in. Nothing was changed.",
    bad_oauth_callback: "The other site did not sign you in. Nothing was changed.",
    bad_oauth_state: "This sign-in was started in another browser or has already been used. Please try again.",
    flow_state_expired: "The sign-in took too long. Please try again.",
    provider_email_needs_verification:
      "Your e-mail address is not confirmed at the other site. Confirm it there first, or log in with e-mail and password.",
    signup_disabled: "There is no account for this sign-in, and sign-up is closed.",
    user_banned: "This account is suspended. Please contact support.",
    user_already_exists:
      "There is already an account with this e-mail address. Log in with your password, then link the other site.",
    otp_expired: "This link has expired or has already been used.",
  }),
);

/** What to say to somebody whose sign-in at another site failed. */
function redirectErrorText(code: string): string {
  return redirectErrors.get(code) ?? "The sign-in could not be finished. Please try again.";
}
