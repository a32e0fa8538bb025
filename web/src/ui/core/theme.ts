import {
  type Appearance,
  appearances,
  appearanceStorageKey,
  darkDevice,
  defaultTheme,
  isThemeName,
  themeChangeEvent,
  type ThemeName,
  themeStorageKey,
  mainColors,
} from "@clanhall/contract/theme-choice";

export const appearanceNames: Record<Appearance, string> = { light: "Light", dark: "Dark", device: "As the device" };

/** The theme the page wears now. */
export function activeTheme(): ThemeName {
  const name = document.documentElement.dataset.theme ?? "";
  return isThemeName(name) ? name : defaultTheme;
}

/** The appearance that was chosen; light until then. */
export function chosenAppearance(): Appearance {
  const stored = readStored(appearanceStorageKey);
  return appearances.find((name) => name === stored) ?? "light";
}

/** Shows the page light, dark, or as the device is set, and remembers that. */
export function chooseAppearance(name: Appearance): void {
  try {
    localStorage.setItem(appearanceStorageKey, name);
  } catch {
    // Then it holds until the page is left.
  }
  applyAppearance(name);
}

function applyAppearance(name: Appearance): void {
  const isDark = name === "dark" || (name === "device" && matchMedia(darkDevice).matches);
  const { dataset } = document.documentElement;
  if (isDark) dataset.appearance = "dark";
  else delete dataset.appearance;
}

/** Applies the stored theme and appearance, then every theme a `theme:change` event carries, until the returned function is called. */
export function startThemes(): () => void {
  applyTheme(defaultTheme);
  applyTheme(readStored(themeStorageKey));
  const onChange = (event: Event) => {
    if (event instanceof CustomEvent) chooseTheme(event.detail);
  };
  const device = matchMedia(darkDevice);
  const followDevice = () => applyAppearance(chosenAppearance());
  followDevice();
  window.addEventListener(themeChangeEvent, onChange);
  device.addEventListener("change", followDevice);
  return () => {
    window.removeEventListener(themeChangeEvent, onChange);
    device.removeEventListener("change", followDevice);
  };
}

/** Dresses the page in the named theme; a name nobody knows changes nothing. */
function applyTheme(value: unknown): void {
  const name = String(value);
  if (!isThemeName(name)) return;
  document.documentElement.dataset.theme = name;
  themeColorTag().content = mainColors[name];
}

function chooseTheme(value: unknown): void {
  try {
    applyTheme(value);
    localStorage.setItem(themeStorageKey, activeTheme());
  } catch {
    // A theme that cannot be read or kept is not worth a word: the page stays as it is.
  }
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
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
