import { getMyAdminStatus } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { isThemeName, themeChangeEvent, themeStorageKey, mainColors } from "@clanhall/contract/theme-choice";
import { hasTokenEnded, requestSignOut } from "../lib/shared/storage.ts";

/** Brings the bar of a signed-in user to life: logging out, menus that close, and the Admin menu for app admins. */
export function installSignedInBar(page: Window): void {
  const { document: root, location } = page;
  root.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("[data-logout]")) {
      requestSignOut();
      location.assign(pages.login.path);
    }
    closeFolds(root, target as Element);
  });
  root.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closeFolds(root, null);
  });
  void showAdminMenu(page);
}

function closeFolds(root: Document, chosen: Element | null): void {
  for (const fold of root.querySelectorAll<HTMLDetailsElement>("details.fold[open]")) {
    if (chosen && fold.contains(chosen)) continue;
    if (fold.contains(root.activeElement)) fold.querySelector("summary")?.focus();
    fold.open = false;
  }
}

/** The menu is a convenience: the server decides on every admin call. */
async function showAdminMenu(page: Window): Promise<void> {
  const status = (await askAsUser(page, getMyAdminStatus.path)) as { data?: { isAppAdmin?: boolean } } | null;
  if (status?.data?.isAppAdmin === true) page.document.documentElement.dataset.appAdmin = "true";
}

/** Asks as whoever is signed in. Null for everybody else, and when it fails: what it is for is a convenience. */
export async function askAsUser(page: Window, path: string): Promise<unknown> {
  if (!page.document.documentElement.dataset.signedIn) return null;
  try {
    if (hasTokenEnded()) await import("./renew-session.ts").then(({ renewSession }) => renewSession(page));
    const answer = await page.fetch(path, { headers: storedIdentity(page) });
    return await answer.json();
  } catch {
    return null;
  }
}

/** Headers that say who is signed in, as the app has left it in this browser. */
function storedIdentity({ localStorage: stored }: Window): Headers {
  const token = stored.getItem("auth_token");
  return new Headers(
    token ? { authorization: `Bearer ${token}` } : { "x-dev-user-id": stored.getItem("dev_user_id") ?? "" },
  );
}

/** Keeps the page in step with what the app, here or in another tab, does to the theme and the session. */
export function followStorage(page: Window): void {
  page.addEventListener(themeChangeEvent, (event) => applyTheme(page.document, String((event as CustomEvent).detail)));
  page.addEventListener("storage", ({ key, newValue }) => {
    if (key === themeStorageKey) applyTheme(page.document, newValue ?? "");
    else markSignedIn(page);
  });
}

function applyTheme(page: Document, name: string): void {
  if (!isThemeName(name)) return;
  page.documentElement.dataset.theme = name;
  page.querySelector('meta[name="theme-color"]')?.setAttribute("content", mainColors[name]);
}

function markSignedIn({ document: page, localStorage: stored }: Window): void {
  if (stored.getItem("auth_token") ?? stored.getItem("dev_user_id")) page.documentElement.dataset.signedIn = "true";
  else delete page.documentElement.dataset.signedIn;
}
