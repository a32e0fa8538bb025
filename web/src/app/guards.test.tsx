import { getMyAdminStatus } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { signOut } from "../lib/session.ts";
import { sessionAnswer, storeSession } from "../testing/auth-entry.ts";
import { fakeAuth } from "../testing/fake-auth.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";
import { screens } from "./router.tsx";

const example = (path: string) => path.replace(/\$\w+/g, "42");
const isAdmin = (yes: boolean) => ({ success: true as const, data: { isAppAdmin: yes } });

test("every page of the app has a screen, and no other page has", () => {
  const appPages = Object.entries(pages).flatMap(([key, { face }]) => (face === "app" ? [key] : []));
  expect(Object.keys(screens).toSorted()).toEqual(appPages.toSorted());
});

describe("a visitor", () => {
  test.each(["/login", "/signup", "/reset-password", "/invite/abc"])("opens %s", async (path) => {
    fakeBackend();
    const { documents } = openApp(path);
    await screen.findByRole("heading", { level: 1 });
    expect(documents).toEqual([]);
  });

  const guarded = Object.values(pages).flatMap(({ path, guard }) => (guard === "open" ? [] : [example(path)]));
  test.each(guarded)("is sent from %s to the landing page", async (path) => {
    const backend = fakeBackend();
    const { documents } = openApp(path);
    await waitFor(() => expect(documents).toEqual(["/"]));
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
    expect(backend.callsTo(getMyAdminStatus)).toEqual([]);
  });
});

describe("a signed-in user", () => {
  const own = Object.values(pages).flatMap(({ path, guard }) => (guard === "session" ? [example(path)] : []));
  test.each(own)("opens %s", async (path) => {
    fakeBackend();
    const { documents } = openApp(path, { user: "user-1" });
    await screen.findByRole("heading", { level: 1 });
    expect(documents).toEqual([]);
  });

  const admin = Object.values(pages).flatMap(({ path, guard }) => (guard === "app-admin" ? [example(path)] : []));
  test.each([...admin, "/administration", "/admin/nowhere"])(
    "who is no app admin is sent from %s to the dashboard",
    async (path) => {
      fakeBackend();
      const { router, documents } = openApp(path, { user: "user-1" });
      await heading("Dashboard");
      expect(router.state.location.pathname).toBe("/dashboard");
      expect(documents).toEqual([]);
    },
  );

  test.each(admin)("who is app admin opens %s", async (path) => {
    fakeBackend().answers(getMyAdminStatus, isAdmin(true));
    const { router } = openApp(path, { user: "user-1" });
    await screen.findByRole("heading", { level: 1 });
    expect(router.state.location.pathname).toBe(path);
  });

  test("is sent to the dashboard when the admin check fails on the server", async () => {
    fakeBackend().refuses(getMyAdminStatus, 403);
    const { router } = openApp("/admin/users", { user: "user-1" });
    await heading("Dashboard");
    expect(router.state.location.pathname).toBe("/dashboard");
  });

  test("is sent to the landing page when the admin check itself errors", async () => {
    fakeBackend().refuses(getMyAdminStatus, 401);
    const { documents } = openApp("/admin/users", { user: "user-1" });
    await waitFor(() => expect(documents).toEqual(["/"]));
  });

  test("who loses the session on a guarded page is sent to the landing page", async () => {
    fakeBackend();
    const { documents } = openApp("/dashboard", { user: "user-1" });
    await heading("Dashboard");
    await signOut();
    await waitFor(() => expect(documents).toEqual(["/"]));
  });

  test("who loses the session on an open page stays there", async () => {
    fakeBackend();
    const { documents } = openApp("/invite/abc", { user: "user-1" });
    await heading("You are invited");
    await signOut();
    expect(documents).toEqual([]);
  });
});

test("a session whose token ended still opens the page; refreshing it is not the page's business", async () => {
  fakeAuth().answers("POST /token", sessionAnswer);
  storeSession({ endsIn: -60 });
  const { documents } = openApp("/dashboard");
  await heading("Dashboard");
  expect(documents).toEqual([]);
});

describe("pages the server renders", () => {
  test.each(["/", "/privacy", "/terms", "/scoreboard/abc", "/no-such-page"])(
    "a link inside the app to %s leaves it",
    async (path) => {
      fakeBackend();
      const { router, documents } = openApp("/login");
      await heading("Login");
      void router.navigate({ to: path });
      await waitFor(() => expect(documents).toEqual([path]));
    },
  );

  test("an unknown path the server gave to the app is told here, without a second try", async () => {
    fakeBackend();
    const { documents } = openApp("/no-such-page");
    await heading("Not Found");
    expect(documents).toEqual([]);
    expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex,nofollow");
  });
});
