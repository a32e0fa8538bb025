import { expect, test } from "vitest";
import { findPage, pages, pageTitle } from "./pages.ts";

test.each([
  ["/", "landing"],
  ["/clan-admin/42", "clanAdmin"],
  ["/clan-admin", "clanAdmin"],
  ["/clan-admin/", "clanAdmin"],
  ["/clan", "clanHome"],
  ["/clan-admin/42/more", "notFound"],
  ["/scoreboard/abc", "publicScoreboard"],
  ["/scoreboards", "scoreboards"],
  ["/admin/users", "manageUsers"],
  ["/admin/users/7", "userDetail"],
  ["/invite/abc", "acceptInvite"],
  ["/login/", "login"],
  ["/Login", "notFound"],
  ["/wp-admin.php", "notFound"],
])("%s leads to the page %s", (path, key) => {
  expect(findPage(path)).toBe(key);
});

test("a title is the route name in words, an en dash and the product's name", () => {
  expect(pageTitle(pages.managePlayers.name)).toBe("Manage Players – Clanhall");
  expect(pageTitle(pages.landing.name)).toBe("Clanhall");
});

test("only scoreboards, links to join and unknown pages ask search engines to stay away", () => {
  const hidden = Object.entries(pages).filter(([, { robots }]) => robots !== "index,follow");
  expect(hidden.map(([key]) => key)).toEqual(["publicScoreboard", "join", "notFound"]);
});

test("the specification's protected screens all ask for a session", () => {
  const open = Object.values(pages).flatMap(({ path, guard }) => (guard === "open" ? [path] : []));
  expect(open).toEqual([
    "/",
    "/login",
    "/signup",
    "/reset-password",
    "/confirm-email",
    "/scoreboard/$token",
    "/invite/$token",
    "/join/$token",
    "/privacy",
    "/terms",
    "/help",
    "*",
  ]);
  const admin = Object.values(pages).flatMap(({ path, guard }) => (guard === "app-admin" ? [path] : []));
  expect(admin).toEqual(["/admin", "/admin/games", "/admin/users", "/admin/users/$userId"]);
});
