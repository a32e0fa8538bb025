import { exportUsers, listUsers, type UserRow } from "@clanhall/contract/admin-users";
import { getConfig } from "@clanhall/contract/system";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { bram, fakeAdmin, openAdmin } from "../testing/fake-admin.ts";
import { plainConfig } from "../testing/fake-backend.ts";

const runa: UserRow = {
  ...bram,
  id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaab",
  display_name: "Runa",
  email: null,
  state: "deletion_pending",
  is_app_admin: true,
  has_factor: false,
  providers: [],
  last_sign_in_at: "2026-01-01T00:00:00.000Z",
};

const page = (items: UserRow[], total = items.length, next_cursor: string | null = null) => ({
  items,
  total,
  next_cursor,
});

function openUsers(search = "", backend = fakeAdmin().answers(listUsers, page([bram, runa]))) {
  return openAdmin(`/admin/users${search}`, "Manage Users", backend);
}

test("everybody with an account is listed with what an admin needs to know", async () => {
  const { backend } = await openUsers();
  const first = await screen.findByRole("row", { name: /Bram/ });
  for (const texts of ["bram@owls.example", "Active", "Password, Discord", "Yes", "2", "Never"]) {
    expect(first.textContent).toContain(texts);
  }
  expect(within(first).getByRole("link", { name: "Bram" }).getAttribute("href")).toBe(`/admin/users/${bram.id}`);
  const second = screen.getByRole("row", { name: /Runa/ });
  for (const texts of ["No address", "App admin", "Deletion pending", "None", "No"]) {
    expect(second.textContent).toContain(texts);
  }
  expect(screen.getByText("2 of 2 users")).toBeTruthy();
  expect(Object.fromEntries(backend.callsTo(listUsers)[0]?.query ?? [])).toEqual({ sort: "newest" });
});

test("on a phone every user is a row of two lines", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
  await openUsers();
  const list = within(await screen.findByRole("list", { name: "Users" }));
  expect(list.getAllByRole("listitem")).toHaveLength(2);
  expect(screen.queryByRole("table")).toBeNull();
});

test("the address holds search, filters and order, and the server is asked for exactly that", async () => {
  const { backend } = await openUsers("?q=owls&state=suspended&mfa=no&provider=github&sort=name");
  await screen.findByRole("table");
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "owls");
  expect(screen.getByLabelText("Sign-in method")).toHaveProperty("value", "github");
  expect(Object.fromEntries(backend.callsTo(listUsers)[0]?.query ?? [])).toEqual({
    q: "owls",
    state: "suspended",
    mfa: "false",
    provider: "github",
    sort: "name",
  });
});

test("what is chosen goes into the address, and clearing takes it out but keeps the order", async () => {
  const discord = { ...plainConfig, providers: [{ key: "discord", name: "Discord" }] };
  const backend = fakeAdmin()
    .answers(listUsers, page([bram]))
    .answers(getConfig, discord);
  const { router } = await openUsers("", backend);
  await screen.findByRole("table");
  await userEvent.selectOptions(screen.getByLabelText("State"), "Unconfirmed");
  await userEvent.selectOptions(screen.getByLabelText("Second factor"), "With one");
  await userEvent.selectOptions(
    screen.getByLabelText("Sign-in method"),
    await within(screen.getByLabelText("Sign-in method")).findByRole("option", { name: "Discord" }),
  );
  await userEvent.selectOptions(screen.getByLabelText("Order"), "By name");
  await userEvent.type(screen.getByRole("searchbox"), "bra");
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      q: "bra",
      state: "unconfirmed",
      mfa: "yes",
      provider: "discord",
      sort: "name",
    }),
  );
  await waitFor(() => expect(backend.callsTo(listUsers).at(-1)?.query.get("mfa")).toBe("true"));
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "name" }));
  expect(screen.getByRole("searchbox")).toHaveProperty("value", "");
});

test("further users come when they are asked for; a failure leaves what is there", async () => {
  const { backend } = await openUsers("", fakeAdmin().answers(listUsers, page([bram], 10_000, "further")));
  await screen.findByText("1 of 10,000 or more users");
  const more = screen.getByRole("button", { name: "Show more" });
  backend.refuses(listUsers, 429);
  await userEvent.click(more);
  expect((await screen.findByRole("alert")).textContent).toBe("No");
  backend.answers(listUsers, page([runa], 10_000));
  await userEvent.click(more);
  await screen.findByRole("row", { name: /Runa/ });
  expect(backend.callsTo(listUsers).at(-1)?.query.get("cursor")).toBe("further");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("row", { name: /Runa/ }));
});

test("filters nobody fits offer to be cleared", async () => {
  const { backend } = await openUsers("?state=suspended", fakeAdmin().answers(listUsers, page([])));
  const nothing = await screen.findByRole("heading", { name: "Nobody matches" });
  backend.answers(listUsers, page([bram]));
  await userEvent.click(within(nothing.parentElement as HTMLElement).getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByRole("row", { name: /Bram/ })).toBeTruthy();
});

test("an installation without users says what will be here", async () => {
  await openUsers("", fakeAdmin().answers(listUsers, page([])));
  expect(await screen.findByRole("heading", { name: "No users yet" })).toBeTruthy();
});

test("a list that does not come can be asked for again", async () => {
  const { backend } = await openUsers("", fakeAdmin().refuses(listUsers, 500));
  await screen.findByText(/The users could not be loaded/);
  backend.answers(listUsers, page([bram]));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("row", { name: /Bram/ })).toBeTruthy();
});

test("somebody whose rights were taken meanwhile is told so", async () => {
  await openUsers("", fakeAdmin().refuses(listUsers, 403));
  expect((await screen.findByRole("alert")).textContent).toContain("You cannot administer now");
  expect(screen.queryByRole("search")).toBeNull();
});

test("the file holds exactly what is filtered", async () => {
  const { backend } = await openUsers("?q=owls&mfa=yes");
  const files = catchFiles();
  backend.repliesTo("GET /api/admin/users.csv", () => new Response("id,name"));
  await userEvent.click(await screen.findByRole("button", { name: "Download CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toBe("id,name");
  expect(backend.callsTo(exportUsers).at(-1)?.query.toString()).toBe("q=owls&mfa=true&sort=newest");
});
