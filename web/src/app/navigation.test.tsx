import { getMyAdminStatus } from "@clanhall/contract/account";
import { getConfig } from "@clanhall/contract/system";
import { type BoundFunctions, type queries, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { describe, expect, test } from "vitest";
import { adminStatusOf } from "../domain/profile.ts";
import { currentSession } from "../lib/session.ts";
import { fakeBackend, plainConfig } from "../testing/fake-backend.ts";
import { heading, openApp } from "../testing/open-app.tsx";

const main = () => within(screen.getByRole("navigation", { name: "Main" }));

type Area = BoundFunctions<typeof queries>;

function linksIn(area: Area) {
  return area.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
}

async function asAppAdmin() {
  fakeBackend().answers(getMyAdminStatus, { success: true, data: { isAppAdmin: true } });
  const opened = openApp("/dashboard", { user: "user-1" });
  await heading("Dashboard");
  await main().findByRole("button", { name: "Admin" });
  return opened;
}

async function asUser() {
  fakeBackend();
  const opened = openApp("/dashboard", { user: "user-1" });
  await heading("Dashboard");
  return opened;
}

async function asVisitor() {
  fakeBackend();
  const opened = openApp("/login");
  await heading("Login");
  return opened;
}

describe("the top bar", () => {
  test("shows a visitor Home, Login and Sign Up", async () => {
    await asVisitor();
    expect(linksIn(main())).toEqual([
      ["Home", "/"],
      ["Login", "/login"],
      ["Sign Up", "/signup"],
    ]);
    expect(main().queryAllByRole("button")).toEqual([]);
    expect(screen.getByRole("link", { name: "Clanhall" }).getAttribute("href")).toBe("/");
  });

  test("leads nobody to a sign-up that is switched off", async () => {
    fakeBackend().answers(getConfig, { ...plainConfig, sign_up: false });
    openApp("/login");
    await heading("Login");
    await waitFor(() =>
      expect(linksIn(main())).toEqual([
        ["Home", "/"],
        ["Login", "/login"],
      ]),
    );
  });

  test("shows a user Dashboard, My Clans and the Account menu, and marks the page they are on", async () => {
    await asUser();
    expect(linksIn(main())).toEqual([
      ["Dashboard", "/dashboard"],
      ["My Clans", "/clanmanagement"],
    ]);
    expect(
      main()
        .getAllByRole("button")
        .map((button) => button.textContent),
    ).toEqual(["Account"]);
    expect(main().getByRole("link", { name: "Dashboard" }).getAttribute("aria-current")).toBe("page");
    expect(screen.getByRole("link", { name: "Clanhall" }).getAttribute("href")).toBe("/dashboard");
  });

  test("shows no Admin menu while the check fails", async () => {
    const backend = fakeBackend().refuses(getMyAdminStatus, 500);
    const { queries } = openApp("/account", { user: "user-1" });
    await heading("Account Settings");
    await waitFor(() => expect(backend.callsTo(getMyAdminStatus)).not.toEqual([]));
    await waitFor(() => expect(queries.isFetching(adminStatusOf("user-1"))).toBe(0));
    expect(main().queryByRole("button", { name: "Admin" })).toBeNull();
  });

  test("shows an app admin the Admin menu with its three places", async () => {
    await asAppAdmin();
    await userEvent.click(main().getByRole("button", { name: "Admin" }));
    const items = within(screen.getByRole("menu", { name: "Admin" })).getAllByRole("menuitem");
    expect(items.map((item) => [item.textContent, item.getAttribute("href")])).toEqual([
      ["Manage Users", "/admin/users"],
      ["Manage Admins", "/admin?admins=1"],
      ["Manage Games", "/admin/games"],
    ]);
  });
});

describe("a menu", () => {
  test("opens by click, takes the focus, and closes with its choice", async () => {
    await asUser();
    await userEvent.click(main().getByRole("button", { name: "Account" }));
    expect(document.activeElement?.textContent).toBe("Account Settings");
    await userEvent.click(screen.getByRole("menuitem", { name: "Account Settings" }));
    await heading("Account Settings");
    expect(screen.queryByRole("menu")).toBeNull();
  });

  test("is walked with the arrow keys and left with Escape, back to its button", async () => {
    await asAppAdmin();
    const button = main().getByRole("button", { name: "Admin" });
    button.focus();
    const walk: (string | null | undefined)[] = [];
    for (const key of ["{ArrowDown}", "{ArrowDown}", "{End}", "{ArrowDown}", "{ArrowUp}", "{Home}"]) {
      await userEvent.keyboard(key);
      walk.push(document.activeElement?.textContent);
    }
    const [users, admins, games] = ["Manage Users", "Manage Admins", "Manage Games"];
    expect(walk).toEqual([users, admins, games, users, games, users]);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  test("closes when the focus goes elsewhere", async () => {
    await asUser();
    await userEvent.click(main().getByRole("button", { name: "Account" }));
    await userEvent.click(main().getByRole("link", { name: "My Clans" }));
    await heading("My Clans");
    expect(screen.queryByRole("menu")).toBeNull();
  });
});

test("logging out forgets the session and the admin flag and ends on the login page", async () => {
  const { documents } = await asAppAdmin();
  await userEvent.click(main().getByRole("button", { name: "Account" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Logout" }));
  await heading("Login");
  await waitFor(() => expect(currentSession()).toBeNull());
  await waitFor(() => expect(linksIn(main()).map(([label]) => label)).toEqual(["Home", "Login", "Sign Up"]));
  expect(main().queryByRole("button")).toBeNull();
  expect(localStorage.getItem("dev_user_id")).toBeNull();
  expect(documents).toEqual([]);
});

describe("the drawer", () => {
  async function openDrawer() {
    await userEvent.click(screen.getByRole("button", { name: "Menu" }));
    return within(await screen.findByRole("dialog", { name: "Menu" }));
  }

  function groupsOf(drawer: Area) {
    return drawer.getAllByRole("region").map((group) => {
      const entries = within(group)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
      return [group.getAttribute("aria-label"), entries];
    });
  }

  test("groups a visitor's entries", async () => {
    await asVisitor();
    expect(groupsOf(await openDrawer())).toEqual([
      ["Navigate", ["Home"]],
      ["Account", ["Login", "Sign Up"]],
    ]);
  });

  test("groups an app admin's entries as Navigate, Account and Admin", async () => {
    await asAppAdmin();
    expect(groupsOf(await openDrawer())).toEqual([
      ["Navigate", ["Dashboard", "My Clans"]],
      ["Account", ["Account Settings", "Logout"]],
      ["Admin", ["Manage Users", "Manage Admins", "Manage Games"]],
    ]);
  });

  test("has no Admin group for a plain user, and closes with a choice", async () => {
    await asUser();
    const drawer = await openDrawer();
    expect(groupsOf(drawer).map(([label]) => label)).toEqual(["Navigate", "Account"]);
    await userEvent.click(drawer.getByRole("link", { name: "My Clans" }));
    await heading("My Clans");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("closes by its button and gives the focus back", async () => {
    await asUser();
    const drawer = await openDrawer();
    await userEvent.click(drawer.getByRole("button", { name: "Close menu" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Menu" }));
  });

  test("closes when somebody presses beside it", async () => {
    await asUser();
    await openDrawer();
    await userEvent.click(screen.getByRole("dialog"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the footer", () => {
  const footer = () => within(screen.getByRole("contentinfo"));

  test("shows the contact, the issue link, and the legal pages in a new tab", async () => {
    await asVisitor();
    await waitFor(() => expect(linksIn(footer())[0]?.[1]).not.toBe("/help"));
    expect(linksIn(footer())).toEqual([
      ["Contact support", "mailto:help@clan.example"],
      ["Report an issue", "https://issues.example/new"],
      ["Privacy (opens in a new tab)", "/privacy.html"],
      ["Terms (opens in a new tab)", "/terms.html"],
    ]);
    for (const name of [/Privacy/, /Terms/]) {
      expect(footer().getByRole("link", { name }).getAttribute("target")).toBe("_blank");
    }
  });

  test("links a contact that is a page, and leads to the Help page for what is not set", async () => {
    fakeBackend().answers(getConfig, { ...plainConfig, support_contact: "https://help.example/", issue_url: null });
    openApp("/login");
    await heading("Login");
    await waitFor(() => expect(linksIn(footer())[0]).toEqual(["Contact support", "https://help.example/"]));
    expect(linksIn(footer())[1]).toEqual(["Report an issue", "/help"]);
  });
});
