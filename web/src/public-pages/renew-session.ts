import { authTokenKey, hasTokenEnded, readStored, sessionKey, writeStored } from "../lib/shared/storage.ts";

/**
 * Renews the stored session for a page that does not carry the auth client; a refusal changes nothing here, the app signs
 * out when it opens. Of several tabs one goes first, and the others find it renewed.
 */
export async function renewSession(page: Window): Promise<void> {
  const { locks } = page.navigator as { locks?: LockManager };
  // Without a secure context there are no locks: then the server gives those who ask at once the same session.
  await (locks ? locks.request("session_renewal", () => renewEnded(page)) : renewEnded(page));
}

async function renewEnded(page: Window): Promise<void> {
  if (!hasTokenEnded()) return;
  const ended = readStored(sessionKey) ?? "{}";
  const { refresh_token } = JSON.parse(ended) as { refresh_token?: string };
  const answer = await page.fetch("/auth/v1/token?grant_type=refresh_token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token }),
  });
  if (!answer.ok) return;
  const session = (await answer.json()) as { access_token: string; expires_in: number };
  // The app in another tab has renewed it meanwhile, or signed out.
  if (readStored(sessionKey) !== ended) return;
  const expires_at = Math.round(Date.now() / 1000) + session.expires_in;
  writeStored(sessionKey, JSON.stringify({ ...session, expires_at }));
  writeStored(authTokenKey, session.access_token);
}
