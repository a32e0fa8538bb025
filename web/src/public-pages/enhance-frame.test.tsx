import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAnalytics } from "../lib/shared/create-analytics.ts";
import { plainConfig } from "../testing/fake-backend.ts";
import { countView, installDrawer, installOfflineBanner, prefetchApp, warnOfMissingDiscord } from "./enhance-frame.ts";
import { publicPages } from "./render.tsx";

const library = { init: vi.fn(), capture: vi.fn() };

const root = document.documentElement;

beforeEach(() => {
  vi.clearAllMocks();
  library.init.mockReturnValue(library);
  document.body.innerHTML = publicPages.renderPage("landing", plainConfig);
});

afterEach(() => {
  delete root.dataset.analytics;
  delete root.dataset.prefetch;
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

test("a visit is counted once where the installation counts, without what the address must not tell", async () => {
  root.dataset.analytics = "key-1 https://counts.example";
  history.replaceState(null, "", "/scoreboard/very-secret?embed=0");
  countView(
    document,
    createAnalytics(async () => library),
  );
  await vi.waitFor(() => expect(library.capture).toHaveBeenCalled());
  expect(library.init).toHaveBeenCalledWith("key-1", expect.objectContaining({ api_host: "https://counts.example" }));
  expect(library.capture.mock.calls).toEqual([["$pageview", { $current_url: `${location.origin}/scoreboard/-` }]]);
});

test.each([undefined, "", "key-without-host"])("nobody is counted where the page says %j", async (said) => {
  if (said !== undefined) root.dataset.analytics = said;
  const analytics = createAnalytics(async () => library);
  countView(document, analytics);
  expect(await analytics.init(null)).toBe(false);
  expect(library.init).not.toHaveBeenCalled();
});

test("the app's files are fetched ahead when the browser is idle", async () => {
  root.dataset.prefetch = "/assets/app.js /assets/app.css";
  prefetchApp(window);
  await expect
    .poll(() => [...document.querySelectorAll('link[rel="prefetch"]')].map((link) => link.getAttribute("href")))
    .toEqual(["/assets/app.js", "/assets/app.css"]);
});

test.each([
  ["/", 1, false, 1],
  ["/", 0, false, 0],
  ["/", 1, true, 0],
  ["/privacy", 1, false, 0],
])(
  "A9: at %s after %d redirects, with Discord %s, %d warnings stand in the console",
  (pathname, redirectCount, discord, warnings) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    document.body.innerHTML = publicPages.renderPage("landing", { ...plainConfig, discord });
    const performance = { getEntriesByType: () => [{ redirectCount }] };
    warnOfMissingDiscord({ document, location: { pathname }, performance } as unknown as Window);
    expect(warn).toHaveBeenCalledTimes(warnings);
    warn.mockRestore();
  },
);
