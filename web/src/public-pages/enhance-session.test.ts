import { getMyAdminStatus } from "@clanhall/contract/account";
import { beforeEach, expect, test, vi } from "vitest";
import { takeRequestedSignOut } from "../lib/shared/storage.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { publicPages } from "./render.tsx";
import { followStorage, installSignedInBar } from "./enhance-session.ts";

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.appAdmin;
  delete root.dataset.theme;
  root.dataset.signedIn = "true";
  document.head.innerHTML = '<meta name="theme-color" content="#000000">';
  document.body.innerHTML = publicPages.renderPage("privacy", plainConfig);
});

function get(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing matches ${selector}`);
  return found;
}

test("an app admin gets the Admin menu, as the person who is signed in", async () => {
  const backend = fakeBackend().answers(getMyAdminStatus, { success: true, data: { isAppAdmin: true } });
  localStorage.setItem("auth_token", "token-1");
  installSignedInBar(window);
  await vi.waitFor(() => expect(root.dataset.appAdmin).toBe("true"));
  expect(backend.received[0]?.headers.get("authorization")).toBe("Bearer token-1");
});

test("a plain user, and one whose check fails, gets none", async () => {
  const backend = fakeBackend().answers(getMyAdminStatus, { success: true, data: { isAppAdmin: false } });
  installSignedInBar(window);
  await vi.waitFor(() => expect(backend.received).toHaveLength(1));
  backend.refuses(getMyAdminStatus, 401);
  installSignedInBar(window);
  await vi.waitFor(() => expect(backend.received).toHaveLength(2));
  expect(root.dataset.appAdmin).toBeUndefined();
});

test("choosing Logout leads to the login page, where the app signs out", () => {
  fakeBackend();
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  installSignedInBar(window);
  get("[data-logout]").click();
  expect(assign).toHaveBeenCalledWith("/login");
  expect(takeRequestedSignOut()).toBe(true);
});

test("an open menu closes with Escape and with a click elsewhere", () => {
  fakeBackend();
  installSignedInBar(window);
  const fold = get("details.fold") as HTMLDetailsElement;
  fold.open = true;
  get("details.fold summary").focus();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(fold.open).toBe(false);
  fold.open = true;
  get("h1").click();
  expect(fold.open).toBe(false);
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
  delete root.dataset.signedIn;
  followStorage(window);
  localStorage.setItem("auth_token", "token");
  window.dispatchEvent(new StorageEvent("storage", { key: "auth_token", newValue: "token" }));
  expect(root.dataset.signedIn).toBe("true");
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(root.dataset.signedIn).toBeUndefined();
});
