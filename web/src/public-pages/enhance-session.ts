import { getMyAdminStatus } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { isThemeName, themeChangeEvent, themeStorageKey, mainColors } from "@clanhall/contract/theme-choice";
import { requestSignOut } from "../lib/shared/storage.ts";

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
  if (root.documentElement.dataset.signedIn) void showAdminMenu(page);
}

function closeFolds(root: Document, chosen: Element | null): void {
  for (const fold of root.querySelectorAll<HTMLDetailsElement>("details.fold[open]")) {
    if (chosen && fold.contains(chosen)) continue;
    if (fold.contains(root.activeElement)) fold.querySelector("summary")?.focus();
    fold.open = false;
  }
}

/** Silent when it fails: the menu is a convenience, the server decides on every admin call. */
async function showAdminMenu(page: Window): Promise<void> {
  try {
    const answer = await page.fetch(getMyAdminStatus.path, { headers: storedIdentity(page) });
    const { data } = (await answer.json()) as { data?: { isAppAdmin?: boolean } };
    if (data?.isAppAdmin === true) page.document.documentElement.dataset.appAdmin = "true";
  } catch {
    return;
  }
}

/** Headers that say who is signed in, as the app has left it in this browser. */
export function storedIdentity({ localStorage: stored }: Window): Headers {
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
