import {
  appearanceStorageKey,
  themeChangeEvent,
  type ThemeName,
  themeStorageKey,
} from "@clanhall/contract/theme-choice";
import { themes } from "@clanhall/contract/themes";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { activeTheme, chooseAppearance, chosenAppearance, startThemes } from "./theme.ts";

let stop = () => {};
const themeNames = Object.keys(themes) as ThemeName[];

beforeEach(() => {
  document.head.innerHTML = "";
  delete document.documentElement.dataset.theme;
});
afterEach(() => stop());

function themeColor() {
  return document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content;
}

function choose(detail: unknown) {
  window.dispatchEvent(new CustomEvent(themeChangeEvent, { detail }));
}

test.each(themeNames)("a visitor who chose %s finds it again", (name) => {
  localStorage.setItem(themeStorageKey, name);
  stop = startThemes();
  expect(activeTheme()).toBe(name);
  expect(document.documentElement.dataset.theme).toBe(name);
  expect(themeColor()).toBe(themes[name].colors.primary);
});

test.each(themeNames)("choosing %s dresses the page at once and is remembered", (name) => {
  stop = startThemes();
  choose(name);
  expect(activeTheme()).toBe(name);
  expect(themeColor()).toBe(themes[name].colors.primary);
  expect(localStorage.getItem(themeStorageKey)).toBe(name);
});

test("a value that only turns into a theme's name as text counts", () => {
  stop = startThemes();
  choose({ toString: () => "slateTheme" });
  expect(activeTheme()).toBe("slateTheme");
});

test.each([["neonTheme"], [""], ["toString"], [null]])("%j as stored theme leaves the default one", (stored) => {
  if (stored !== null) localStorage.setItem(themeStorageKey, stored);
  stop = startThemes();
  expect(activeTheme()).toBe("tavernTheme");
  expect(themeColor()).toBe(themes.tavernTheme.colors.primary);
});

test.each([["neonTheme"], [undefined], [null], [42], [Object.create(null)]])(
  "a change to something that is no theme changes nothing",
  (value) => {
    localStorage.setItem(themeStorageKey, "oceanTheme");
    stop = startThemes();
    choose(value);
    expect(activeTheme()).toBe("oceanTheme");
    expect(localStorage.getItem(themeStorageKey)).toBe("oceanTheme");
  },
);

test("a browser that forbids storage still changes its theme", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  stop = startThemes();
  choose("forestTheme");
  expect(activeTheme()).toBe("forestTheme");
});

test("the page's own theme-color tag is used, not a second one", () => {
  document.head.innerHTML = '<meta name="theme-color" content="#000000" />';
  stop = startThemes();
  expect(document.querySelectorAll('meta[name="theme-color"]')).toHaveLength(1);
  expect(themeColor()).toBe(themes.tavernTheme.colors.primary);
});

describe("appearance", () => {
  const root = document.documentElement;
  let device: EventTarget & { matches: boolean };

  beforeEach(() => {
    localStorage.removeItem(appearanceStorageKey);
    delete root.dataset.appearance;
    device = Object.assign(new EventTarget(), { matches: false });
    vi.spyOn(window, "matchMedia").mockImplementation(() => device as MediaQueryList);
  });

  test("the page is light until something else is chosen, also on a dark device", () => {
    device.matches = true;
    stop = startThemes();
    expect(root.dataset.appearance).toBeUndefined();
    expect(chosenAppearance()).toBe("light");
  });

  test("a choice shows at once, is remembered and leaves the theme alone", () => {
    localStorage.setItem(themeStorageKey, "oceanTheme");
    stop = startThemes();
    chooseAppearance("dark");
    expect(root.dataset.appearance).toBe("dark");
    expect(activeTheme()).toBe("oceanTheme");
    stop();
    delete root.dataset.appearance;
    stop = startThemes();
    expect(root.dataset.appearance).toBe("dark");
    chooseAppearance("light");
    expect(root.dataset.appearance).toBeUndefined();
  });

  test("as the device: it follows the device while the page is open", () => {
    stop = startThemes();
    chooseAppearance("device");
    expect(root.dataset.appearance).toBeUndefined();
    device.matches = true;
    device.dispatchEvent(new Event("change"));
    expect(root.dataset.appearance).toBe("dark");
  });

  test("a stored appearance that nobody knows is light", () => {
    localStorage.setItem(appearanceStorageKey, "neon");
    stop = startThemes();
    expect(chosenAppearance()).toBe("light");
    expect(root.dataset.appearance).toBeUndefined();
  });
});
