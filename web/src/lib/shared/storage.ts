/** Where the auth client keeps the session, and where its access token is at hand for calls. */
export const sessionKey = "clanhall-auth";
export const authTokenKey = "auth_token";
const signOutKey = "sign_out_requested";

/** Local storage that may be full, forbidden or absent: then nothing is stored and nothing breaks. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The session then lasts as long as the page.
  }
}

/** The same for what is kept until the tab is closed. */
export function readInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeInTab(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // It is then forgotten with the page.
  }
}

export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Whether the stored access token has ended, by this browser's clock, which the auth client reckons with; no without one. */
export function hasTokenEnded(): boolean {
  try {
    const { expires_at } = JSON.parse(readStored(sessionKey) ?? "{}") as { expires_at?: number };
    return expires_at !== undefined && expires_at * 1000 < Date.now();
  } catch {
    return false;
  }
}

/** Where somebody's last opened items are, until they log out. */
export function recentItemsKey(userId: string): string {
  return `recent_items.${userId}`;
}

/** For pages that do not carry the auth client: the app signs out when it opens next, in this tab. */
export function requestSignOut(): void {
  writeInTab(signOutKey, "1");
}

/** Whether a sign-out was asked for; asking answers only once. */
export function takeRequestedSignOut(): boolean {
  const isRequested = readInTab(signOutKey) !== null;
  writeInTab(signOutKey, null);
  return isRequested;
}
