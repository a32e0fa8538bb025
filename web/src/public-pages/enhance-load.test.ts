import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAnalytics } from "../lib/create-analytics.ts";
import { countView, prefetchApp } from "./enhance-load.ts";

const library = { init: vi.fn(), capture: vi.fn() };

const root = document.documentElement;

beforeEach(() => {
  vi.clearAllMocks();
  library.init.mockReturnValue(library);
});
afterEach(() => {
  delete root.dataset.analytics;
  delete root.dataset.prefetch;
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
