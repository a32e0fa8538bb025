import { pages } from "@clanhall/contract/pages";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { currentSession, isSigningOut, prepareSignIn, useSession } from "../../lib/session.ts";
import { isPasswordDue } from "../../lib/stored-session.ts";
import { findWantedPage } from "../../lib/navigation.ts";
import { takeNextPath } from "./next-path.ts";

/** Leads whoever is signed in, or becomes so here or in another tab, on to where they wanted to go. */
export function useLeadOn() {
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
