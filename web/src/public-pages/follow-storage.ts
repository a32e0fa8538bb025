import { isThemeName, themeChangeEvent, themes, themeStorageKey } from "@clanhall/contract/themes";

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
  page.querySelector('meta[name="theme-color"]')?.setAttribute("content", themes[name].colors.primary);
}

function markSignedIn({ document: page, localStorage: stored }: Window): void {
  if (stored.getItem("auth_token") ?? stored.getItem("dev_user_id")) page.documentElement.dataset.signedIn = "true";
  else delete page.documentElement.dataset.signedIn;
}
