import { getMyAdminStatus } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { requestSignOut } from "../lib/requested-sign-out.ts";
import { storedIdentity } from "./stored-identity.ts";

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
