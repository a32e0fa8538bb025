import { pages, pageTitle } from "@clanhall/contract/pages";
import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { service } from "../lib/services.ts";
import { createAnalytics } from "../lib/shared/create-analytics.ts";
import { fakeBackend } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";

function content(selector: string) {
  return document.head.querySelector(selector)?.getAttribute("content");
}

test("every navigation names the page in the tab, for search engines and for social cards", async () => {
  fakeBackend();
  openApp("/signup");
  await heading("Sign Up");
  await waitFor(() => expect(document.title).toBe("Sign Up – Clanhall"));
  const { description } = pages.signUp;
  expect(content('meta[name="description"]')).toBe(description);
  expect(content('meta[name="robots"]')).toBe("index,follow");
  expect(content('meta[property="og:title"]')).toBe("Sign Up – Clanhall");
  expect(content('meta[property="og:description"]')).toBe(description);
  expect(content('meta[property="og:url"]')).toBe(`${location.origin}/signup`);
  expect(content('meta[name="twitter:title"]')).toBe("Sign Up – Clanhall");
  expect(content('meta[name="twitter:description"]')).toBe(description);
  expect(document.head.querySelector("link[rel=canonical]")?.getAttribute("href")).toBe(`${location.origin}/signup`);
});

test("the tags the server wrote are changed, not doubled", async () => {
  fakeBackend();
  document.head.innerHTML = '<meta name="description" content="old"><link rel="canonical" href="https://old.example/">';
  openApp("/login");
  await heading("Login");
  await waitFor(() => expect(content('meta[name="description"]')).toBe(pages.login.description));
  expect(document.head.querySelectorAll('meta[name="description"]')).toHaveLength(1);
  expect(document.head.querySelectorAll("link[rel=canonical]")).toHaveLength(1);
});

test("the canonical address leaves out the query", async () => {
  fakeBackend();
  openApp("/clanmanagement?create=clan", { user: "user-1" });
  await heading("Create a clan");
  await waitFor(() => expect(document.title).toBe(pageTitle("MyClans")));
  expect(content('meta[property="og:url"]')).toBe(`${location.origin}/clanmanagement`);
});

test.each([
  [undefined, "Go to the start page", "/"],
  ["user-1", "Go to the dashboard", "/dashboard"],
])("an address without a page leads home (%s)", async (user, name, href) => {
  fakeBackend();
  openApp("/nowhere", user ? { user } : {});
  await heading("Not Found");
  expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(href);
});

test("each navigation sends one page view", async () => {
  fakeBackend();
  const pageView = vi.spyOn(service(createAnalytics), "pageView");
  openApp("/login");
  await heading("Login");
  await waitFor(() => expect(pageView).toHaveBeenCalledTimes(1));
  await userEvent.click(screen.getByRole("link", { name: "Sign Up" }));
  await heading("Sign Up");
  await waitFor(() => expect(pageView).toHaveBeenCalledTimes(2));
});

test("a keyboard user starts at the new page's heading, but not on the first page", async () => {
  fakeBackend();
  openApp("/login");
  const first = await heading("Login");
  expect(document.activeElement).not.toBe(first);
  await userEvent.click(screen.getByRole("link", { name: "Sign Up" }));
  const second = await heading("Sign Up");
  await waitFor(() => expect(document.activeElement).toBe(second));
});

test("the skip link leads past the top bar", async () => {
  fakeBackend();
  openApp("/login");
  await heading("Login");
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe("Skip to content");
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a search that changes in place keeps the focus where it is", async () => {
  fakeBackend();
  const { router } = openApp("/clanmanagement", { user: "user-1" });
  await heading("My Clans");
  const link = screen.getByRole("link", { name: "My Clans" });
  link.focus();
  await act(() => router.navigate({ to: "/clanmanagement", search: { create: "clan" } } as never));
  expect(document.activeElement).toBe(link);
});
