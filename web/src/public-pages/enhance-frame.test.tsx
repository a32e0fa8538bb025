import { beforeEach, expect, test } from "vitest";
import { installDrawer } from "./drawer.ts";
import { followStorage } from "./follow-storage.ts";
import { installOfflineBanner } from "./offline-banner.ts";
import { prefetchApp } from "./enhance-load.ts";
import { publicFace } from "./render.tsx";

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.theme;
  delete root.dataset.signedIn;
  delete root.dataset.prefetch;
  document.head.innerHTML = '<meta name="theme-color" content="#000000">';
  document.body.innerHTML = publicFace.renderPage("landing", {
    product_name: "Clanhall",
    providers: [],
    sign_up: true,
    password_min: 10,
    email_confirmation: false,
    mail: true,
    phone_factors: false,
    manual_linking: false,
    analytics: null,
    discord: false,
    support_contact: null,
    issue_url: null,
  });
});

function get(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}`);
  return found;
}

function openDrawer(): HTMLDialogElement {
  installDrawer(document);
  get(".bar > button").click();
  return get("dialog") as HTMLDialogElement;
}

test("the menu button opens a labelled drawer with the entries in groups", () => {
  const drawer = openDrawer();
  expect(drawer.open).toBe(true);
  expect(drawer.getAttribute("aria-label")).toBe("Menu");
  const entriesOf = (group: string) =>
    [...drawer.querySelectorAll(`.when-out [aria-label="${group}"] a`)].map((link) => link.textContent);
  expect(entriesOf("Navigate")).toEqual(["Home"]);
  expect(entriesOf("Account")).toEqual(["Login", "Sign Up"]);
});

test.each([
  ["choosing an entry", "dialog a"],
  ["the close button", "dialog button"],
  ["a click beside it", "dialog"],
])("%s closes the drawer and gives the focus back to the menu button", (_how, target) => {
  const drawer = openDrawer();
  drawer.addEventListener("click", (event) => event.preventDefault());
  get(target).click();
  expect(drawer.open).toBe(false);
  expect(document.activeElement).toBe(get(".bar > button"));
});

test("a click on the drawer's own paper leaves it open", () => {
  const drawer = openDrawer();
  get("dialog .menu-panel").click();
  expect(drawer.open).toBe(true);
});

test("a theme chosen on this page or in another tab is applied at once", () => {
  followStorage(window);
  window.dispatchEvent(new CustomEvent("theme:change", { detail: "forestTheme" }));
  expect(root.dataset.theme).toBe("forestTheme");
  window.dispatchEvent(new StorageEvent("storage", { key: "ui_theme", newValue: "slateTheme" }));
  expect(root.dataset.theme).toBe("slateTheme");
  expect(get("meta").getAttribute("content")).toBe("#465365");
  window.dispatchEvent(new CustomEvent("theme:change", { detail: { no: "theme" } }));
  expect(root.dataset.theme).toBe("slateTheme");
});

test("signing in or out in another tab changes the top bar", () => {
  followStorage(window);
  localStorage.setItem("auth_token", "token");
  window.dispatchEvent(new StorageEvent("storage", { key: "auth_token", newValue: "token" }));
  expect(root.dataset.signedIn).toBe("true");
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(root.dataset.signedIn).toBeUndefined();
});

test("the app's files are fetched ahead when the browser is idle", async () => {
  root.dataset.prefetch = "/assets/app.js /assets/app.css";
  prefetchApp(window);
  await expect
    .poll(() => [...document.querySelectorAll('link[rel="prefetch"]')].map((link) => link.getAttribute("href")))
    .toEqual(["/assets/app.js", "/assets/app.css"]);
});

test("a reader who loses the line is told, and told nothing once it is back", () => {
  const line = { online: true };
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => line.online });
  installOfflineBanner(window);
  const banner = get(".offline");
  expect(banner.hidden).toBe(true);
  line.online = false;
  window.dispatchEvent(new Event("offline"));
  expect(banner.textContent).toBe("You’re offline. When connection is restored, the app will become active again.");
  line.online = true;
  window.dispatchEvent(new Event("online"));
  expect(banner.hidden).toBe(true);
});
