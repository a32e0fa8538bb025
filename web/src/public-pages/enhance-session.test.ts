import { getMyAdminStatus } from "@clanhall/contract/account";
import { beforeEach, expect, test, vi } from "vitest";
import { authTokenKey, hasTokenEnded, takeRequestedSignOut } from "../lib/shared/storage.ts";
import { readStoredSession } from "../lib/stored-session.ts";
import { sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { publicPages } from "./render.tsx";
import { followStorage, installSignedInBar } from "./enhance-session.ts";
import { renewSession } from "./renew-session.ts";

const renewal = "POST /auth/v1/token";
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

test("a session whose access token has ended is renewed before anything is asked", async () => {
  const backend = fakeBackend()
    .answers(getMyAdminStatus, { success: true, data: { isAppAdmin: true } })
    .repliesTo(renewal, () => Response.json(sessionAnswer));
  localStorage.setItem(authTokenKey, storeSession({ endsIn: -60 }));
  installSignedInBar(window);
  await vi.waitFor(() => expect(root.dataset.appAdmin).toBe("true"));
  expect(backend.received.map(({ call }) => call)).toEqual([renewal, "GET /api/me/admin"]);
  expect(backend.received[0]?.body).toEqual({ refresh_token: "refresh-1" });
  expect(backend.received[1]?.headers.get("authorization")).toBe("Bearer new-token");
  expect(readStoredSession()).toMatchObject({ userId: "user-1", accessToken: "new-token", refreshToken: "refresh-2" });
  expect(hasTokenEnded()).toBe(false);
  expect(localStorage.getItem(authTokenKey)).toBe("new-token");
});

test("a session that still lasts is not renewed, nor is a developer's", async () => {
  const backend = fakeBackend();
  localStorage.setItem(authTokenKey, storeSession({ endsIn: 60 }));
  installSignedInBar(window);
  await vi.waitFor(() => expect(backend.received).toHaveLength(1));
  localStorage.clear();
  localStorage.setItem("dev_user_id", "dev-1");
  installSignedInBar(window);
  await vi.waitFor(() => expect(backend.received).toHaveLength(2));
  expect(new Set(backend.received.map(({ call }) => call))).toEqual(new Set(["GET /api/me/admin"]));
});

test("a visitor with what is left of a session asks nothing", () => {
  const backend = fakeBackend();
  storeSession({ endsIn: -60 });
  delete root.dataset.signedIn;
  installSignedInBar(window);
  expect(backend.received).toEqual([]);
});

test("tabs that find the session ended at once renew it one after the other, and only once", async () => {
  const backend = fakeBackend().repliesTo(renewal, () => Response.json(sessionAnswer));
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<void>) => (last = last.then(work));
  const page = Object.create(window, {
    navigator: { value: { locks: { request } } },
    fetch: { value: fetch },
  }) as Window;
  storeSession({ endsIn: -60 });
  await Promise.all([renewSession(page), renewSession(page)]);
  expect(backend.received.map(({ call }) => call)).toEqual([renewal]);
});

test("what another tab did while the session was renewed here stays", async () => {
  fakeBackend().repliesTo(renewal, () => {
    localStorage.clear();
    return Response.json(sessionAnswer);
  });
  storeSession({ endsIn: -60 });
  await renewSession(window);
  expect(localStorage).toHaveLength(0);
});

test("a renewal that is refused, or cannot be asked for, leaves everything to the app", async () => {
  const backend = fakeBackend().repliesTo(renewal, () => Response.json({}, { status: 400 }));
  const token = storeSession({ endsIn: -60 });
  localStorage.setItem(authTokenKey, token);
  installSignedInBar(window);
  await vi.waitFor(() => expect(backend.received).toHaveLength(2));
  backend.repliesTo(renewal, () => Promise.reject(new TypeError("Failed to fetch")));
  installSignedInBar(window);
  await vi.waitFor(() => expect(backend.received).toHaveLength(3));
  expect(readStoredSession()).toMatchObject({ accessToken: token });
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

test("Logout leads to the login page also where storage is forbidden", () => {
  fakeBackend();
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  installSignedInBar(window);
  vi.stubGlobal("sessionStorage", undefined);
  get("[data-logout]").click();
  expect(assign).toHaveBeenCalledWith("/login");
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
