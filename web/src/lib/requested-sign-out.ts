const key = "sign_out_requested";

/** For pages that do not carry the auth client: the app signs out when it opens next, in this tab. */
export function requestSignOut(): void {
  sessionStorage.setItem(key, "1");
}

/** Whether a sign-out was asked for; asking answers only once. */
export function takeRequestedSignOut(): boolean {
  const isRequested = sessionStorage.getItem(key) !== null;
  sessionStorage.removeItem(key);
  return isRequested;
}
