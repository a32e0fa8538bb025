import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { currentSession, isSigningOut, prepareSignIn, useSession } from "../../lib/session.ts";
import { toNextPath } from "./next-path.ts";

/** Leads whoever is signed in, or becomes so here or in another tab, on to where they wanted to go. */
export function useLeadOn() {
  const router = useRouter();
  const session = useSession();
  const next = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get("next") });
  const [isAlreadyIn] = useState(() => currentSession() !== null && !isSigningOut());
  const isLed = useRef(false);
  useEffect(prepareSignIn, []);
  useEffect(() => {
    // Once on the way, the address already is the next page's: it must not be read again.
    if (session && !isSigningOut() && !isLed.current) router.history.replace(toNextPath(next, location.origin));
    isLed.current = session !== null;
  }, [session, next, router]);
  return { isAlreadyIn: isAlreadyIn && session !== null, search: next === null ? {} : { next } };
}
