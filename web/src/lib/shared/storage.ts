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

export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Where somebody's last opened items are, until they log out. */
export function recentItemsKey(userId: string): string {
  return `recent_items.${userId}`;
}

/** For pages that do not carry the auth client: the app signs out when it opens next, in this tab. */
export function requestSignOut(): void {
  sessionStorage.setItem(signOutKey, "1");
}

/** Whether a sign-out was asked for; asking answers only once. */
export function takeRequestedSignOut(): boolean {
  const isRequested = sessionStorage.getItem(signOutKey) !== null;
  sessionStorage.removeItem(signOutKey);
  return isRequested;
}
