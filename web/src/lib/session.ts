import { useSyncExternalStore } from "react";
import type { NewAccount, SessionService } from "./create-session.ts";
import { services } from "./services.ts";
import type { Session } from "./session-store.ts";
import type { SecondFactor } from "./stored-session.ts";

/** What the app asks of the session; each function is explained where the session is created. */
const session = (): SessionService => services().session;

export const currentSession = (): Session | null => session().current();
export const pendingFactors = (): SecondFactor[] | null => session().pendingFactors();
export const onSessionChange = (listener: (session: Session | null) => void) => session().onChange(listener);
export const sessionSettled = () => session().settled();
export const tryRefreshOnce = () => session().tryRefreshOnce();
export const refreshIfDue = () => session().refreshIfDue();
export const renewSession = () => session().renew();
export const prepareSignIn = () => session().prepareSignIn();
export const signIn = (email: string, password: string) => session().signIn(email, password);
export const signUp = (account: NewAccount) => session().signUp(account);
export const lookUpMe = () => session().lookUpMe();
export const isSigningOut = () => session().isSigningOut();
export const signOut = (leavePage?: () => Promise<void>) => session().signOut(leavePage);
export const ask: SessionService["ask"] = (question) => session().ask(question);

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}

export function usePendingFactors(): SecondFactor[] | null {
  return useSyncExternalStore(onSessionChange, pendingFactors);
}

/** Starts the session; the returned function stops it. */
export function startSession(): () => Promise<void> {
  const { start, stop } = session();
  start();
  return stop;
}
