/** What happened to the session, in the product's words. */
export type AuthEvent =
  | { name: "signed in" | "refreshed" | "signed out" | "MFA challenge verified" }
  | { name: "signed up"; displayName: string; isSignedIn: boolean }
  | { name: "me lookup"; userId: string | null };

const listeners = new Set<(event: AuthEvent) => void>();

export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function emitAuthEvent(event: AuthEvent): void {
  for (const listener of listeners) listener(event);
}
