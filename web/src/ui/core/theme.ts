import {
  defaultTheme,
  isThemeName,
  themeChangeEvent,
  type ThemeName,
  themes,
  themeStorageKey,
} from "@clanhall/contract/themes";

/** The theme the page wears now. */
export function activeTheme(): ThemeName {
  const name = document.documentElement.dataset.theme ?? "";
  return isThemeName(name) ? name : defaultTheme;
}

/** Applies the stored theme, then every theme a `theme:change` event carries, until the returned function is called. */
export function startThemes(): () => void {
  applyTheme(defaultTheme);
  applyTheme(readPreference());
  const onChange = (event: Event) => {
    if (event instanceof CustomEvent) chooseTheme(event.detail);
  };
  window.addEventListener(themeChangeEvent, onChange);
  return () => window.removeEventListener(themeChangeEvent, onChange);
}

/** Dresses the page in the named theme; a name nobody knows changes nothing. */
function applyTheme(value: unknown): void {
  const name = String(value);
  if (!isThemeName(name)) return;
  document.documentElement.dataset.theme = name;
  themeColorTag().content = themes[name].colors.primary;
}

function chooseTheme(value: unknown): void {
  try {
    applyTheme(value);
    localStorage.setItem(themeStorageKey, activeTheme());
  } catch {
    // A theme that cannot be read or kept is not worth a word: the page stays as it is.
  }
}

function readPreference(): string | null {
  try {
    return localStorage.getItem(themeStorageKey);
  } catch {
    return null;
  }
}

function themeColorTag(): HTMLMetaElement {
  const found = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (found) return found;
  const tag = document.createElement("meta");
  tag.name = "theme-color";
  document.head.append(tag);
  return tag;
}
