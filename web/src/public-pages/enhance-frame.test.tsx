import { beforeEach, expect, test } from "vitest";
import { plainConfig } from "../testing/fake-backend.ts";
import { installDrawer, installOfflineBanner } from "./enhance-frame.ts";
import { publicFace } from "./render.tsx";

beforeEach(() => {
  document.body.innerHTML = publicFace.renderPage("landing", plainConfig);
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
