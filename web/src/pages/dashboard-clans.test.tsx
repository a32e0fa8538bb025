import { listMyBulletins } from "@clanhall/contract/bulletins";
import { listMyClans } from "@clanhall/contract/clans";
import { getMyToday } from "@clanhall/contract/dashboard";
import { listMyInvites } from "@clanhall/contract/invites";
import { listScoreboards } from "@clanhall/contract/scoreboards";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { raidTonight } from "../testing/fake-bulletins.ts";
import { fakeClans, ironwood, nightOwls, toCard } from "../testing/fake-clans.ts";
import { openDashboard, owlsToday, widget } from "../testing/fake-dashboard.ts";
import { inviteOf } from "../testing/fake-invites.ts";
import { weekRace } from "../testing/fake-scoreboards.ts";
import { devUserKey } from "../lib/stored-session.ts";

const ofIronwood = { clan_id: ironwood.id, clan_name: ironwood.name };

/** Kara owns both clans, and each has one of everything. */
function fakeTwoClans() {
  return fakeClans(nightOwls, { ...ironwood, role: "owner" })
    .answers(listScoreboards, [
      weekRace,
      { ...weekRace, ...ofIronwood, id: "33333333-0000-4000-8000-0000000000ff", title: "Iron race" },
    ])
    .answers(listMyInvites, {
      invites: [
        inviteOf(2, "Bo"),
        inviteOf(3, "Cy", {
          clan_id: ironwood.id,
          clan_member: { id: nightOwls.id, name: "Cy", tint: 3, clan: { id: ironwood.id, name: ironwood.name } },
        }),
      ],
    })
    .answers(listMyBulletins, {
      items: [
        raidTonight,
        { ...raidTonight, ...ofIronwood, id: "44444444-0000-4000-8000-0000000000ff", title: "Feast" },
      ],
    })
    .answers(getMyToday, { items: [{ ...owlsToday, ...ofIronwood }, owlsToday] });
}

const filter = () => screen.findByRole("combobox", { name: "Filter clans" });

test("somebody without a clan is welcomed and can create one", async () => {
  fakeClans();
  await openDashboard();
  expect(await screen.findByText("You're signed in but not part of any clans yet")).toBeTruthy();
  expect(screen.getByText(/browsing or searching for clans is unavailable/)).toBeTruthy();
  expect(screen.getAllByText(/Kara/).map(({ textContent }) => textContent)).toEqual(["Welcome, Kara"]);
  const link = screen.getByRole("link", { name: "Create a Clan" });
  expect(link.getAttribute("href")).toBe("/clanmanagement?create=clan");
  expect(screen.queryByRole("region", { name: "Scoreboards" })).toBeNull();
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("somebody who owns no clan is told how to join another and sees no invites", async () => {
  const backend = fakeClans(ironwood, { ...nightOwls, role: "maintainer" });
  await openDashboard();
  const banner = within(await screen.findByRole("complementary", { name: "Joining another clan" }));
  expect(banner.getByText(/ask a clan owner for an invite link/)).toBeTruthy();
  expect(banner.getByRole("link", { name: "Create a Clan" }).getAttribute("href")).toBe("/clanmanagement?create=clan");
  expect(screen.queryByRole("region", { name: "Member Invites" })).toBeNull();
  expect(backend.callsTo(listMyInvites)).toEqual([]);
});

test("an owner sees the invites and no such banner, and each list is asked for once", async () => {
  const backend = fakeTwoClans();
  await openDashboard();
  expect(await (await widget("Member Invites")).findByText("Bo")).toBeTruthy();
  expect(screen.queryByText(/ask a clan owner/)).toBeNull();
  for (const endpoint of [listMyClans, listScoreboards, listMyInvites, listMyBulletins, getMyToday]) {
    expect(backend.callsTo(endpoint)).toHaveLength(1);
  }
});

test("all clans are shown until some are chosen; then every part follows, and the address says so", async () => {
  fakeTwoClans();
  const { router } = await openDashboard();
  for (const text of ["Week race", "Iron race", "Bo", "Cy", "Raid tonight", "Feast"]) await screen.findByText(text);
  const field = await filter();
  expect(field.getAttribute("placeholder")).toBe("All clans");
  await userEvent.click(field);
  await userEvent.click(screen.getByRole("option", { name: "Ironwood Pact" }));
  await waitFor(() => expect(screen.queryByText("Week race")).toBeNull());
  for (const gone of ["Bo", "Raid tonight"]) expect(screen.queryByText(gone)).toBeNull();
  for (const there of ["Iron race", "Cy", "Feast"]) expect(screen.getByText(there)).toBeTruthy();
  expect(within(screen.getByRole("list", { name: "Today" })).getAllByRole("heading")).toHaveLength(1);
  expect(router.state.location.search).toEqual({ clans: ironwood.id });
  expect(field.getAttribute("placeholder")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Clear Filter clans" }));
  expect(document.activeElement).toBe(field);
  expect(await screen.findByText("Week race")).toBeTruthy();
  expect(router.state.location.search).toEqual({});
});

test("the filter is worked by keys alone", async () => {
  fakeTwoClans();
  const { router } = await openDashboard();
  await widget("Scoreboards");
  (await filter()).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(screen.getByRole("option", { name: "Ironwood Pact" }).getAttribute("aria-selected")).toBe("true");
  await userEvent.keyboard("owls{Enter}");
  expect(router.state.location.search).toEqual({ clans: `${ironwood.id},${nightOwls.id}` });
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.keyboard("{Backspace}");
  expect(router.state.location.search).toEqual({ clans: ironwood.id });
});

test.each([`?clans=${ironwood.id},gone`, `?clan=${ironwood.id}`])(
  "an address with %s opens filtered",
  async (search) => {
    fakeTwoClans();
    await openDashboard(search);
    expect(await screen.findByText("Iron race")).toBeTruthy();
    expect(screen.queryByText("Week race")).toBeNull();
    expect(screen.getByRole("button", { name: "Remove Ironwood Pact" })).toBeTruthy();
  },
);

test("clans nobody knows choose nothing", async () => {
  fakeTwoClans();
  await openDashboard("?clans=gone,lost");
  expect(await screen.findByText("Week race")).toBeTruthy();
  expect(screen.getByText("Iron race")).toBeTruthy();
});

test("clans that do not come are told by a toast and can be asked for again", async () => {
  const backend = fakeClans(nightOwls).answers(listScoreboards, [weekRace]).refuses(listMyClans, 403);
  await openDashboard();
  expect(await screen.findByText("Failed to load clans")).toBeTruthy();
  expect(await screen.findByText("Week race")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Member Invites" })).toBeNull();
  backend.answers(listMyClans, [toCard(nightOwls)]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Member Invites" })).toBeTruthy();
});

/** As another tab of the browser would tell it. */
function signInAs(user: string) {
  localStorage.setItem(devUserKey, user);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: devUserKey })));
}

test("when somebody else signs in, clans and all widgets are loaded again", async () => {
  const backend = fakeTwoClans();
  await openDashboard();
  await screen.findByText("Week race");
  backend.answers(listScoreboards, [{ ...weekRace, title: "Fresh race" }]);
  signInAs("bram");
  expect(await screen.findByText("Fresh race")).toBeTruthy();
  for (const endpoint of [listMyClans, listMyInvites, listMyBulletins, getMyToday]) {
    await waitFor(() => expect(backend.callsTo(endpoint)).toHaveLength(2));
  }
});

test("clans that fail when somebody else signs in are told by a toast", async () => {
  const backend = fakeTwoClans();
  await openDashboard();
  await screen.findByText("Week race");
  backend.refuses(listMyClans, 403);
  signInAs("bram");
  expect(await screen.findByText("Failed to load clans")).toBeTruthy();
  expect(await screen.findByText("Your clans could not be loaded. Nothing was changed.")).toBeTruthy();
});

test("clans that fail while they are shown stay, and a toast tells it", async () => {
  const backend = fakeTwoClans();
  const { queries } = await openDashboard();
  await screen.findByText("Week race");
  backend.refuses(listMyClans, 403);
  await act(() => queries.invalidateQueries());
  expect(await screen.findByText("Failed to load clans")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Member Invites" })).toBeTruthy();
});
