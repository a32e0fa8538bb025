import { countAttention } from "@clanhall/contract/attention";
import type { Clan } from "@clanhall/contract/clans";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { fakeClans, ironwood, nightOwls } from "../testing/fake-clans.ts";
import { openApp } from "../testing/open-app.tsx";
import { userEvent } from "../testing/user-event.ts";
import { bringIntoView } from "../ui/focus.ts";

const owned: Clan = { ...nightOwls, role: "owner", today: { ...nightOwls.today, due: 20, entered: 12 } };
const joined: Clan = { ...ironwood, role: "member", today: { ...ironwood.today, due: 20, entered: 12 } };

async function tabs() {
  const bar = await screen.findByRole("navigation", { name: "Clan" });
  return within(bar).getAllByRole("link");
}

const namesOf = (links: HTMLElement[]) => links.map(({ textContent }) => textContent);

test("an owner reaches every screen of the clan, each with the clan in its address", async () => {
  fakeClans(owned, joined);
  openApp(`/scoreboards?clan=${owned.id}`, { user: "kara" });
  const links = await tabs();
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Home", `/clan/${owned.id}`],
    ["Today", `/daily-activity?clan=${owned.id}`],
    ["History", `/activity-history?clan=${owned.id}`],
    ["Scoreboards", `/scoreboards?clan=${owned.id}`],
    ["Bulletins", `/bulletins?clan=${owned.id}`],
    ["Players", `/manage-players?clan=${owned.id}`],
    ["Activities", `/customize-activities?clan=${owned.id}`],
    ["Invites", `/invites?clan=${owned.id}`],
    ["Settings", `/clan-admin/${owned.id}`],
  ]);
  expect(namesOf(links.filter((link) => link.hasAttribute("aria-current")))).toEqual(["Scoreboards"]);
  expect(screen.getByRole("link", { name: "My Clans" }).dataset.current).toBe("true");
});

test("a member sees only the screens that are there for members", async () => {
  fakeClans(owned, joined);
  openApp(`/scoreboards?clan=${joined.id}`, { user: "kara" });
  expect(namesOf(await tabs())).toEqual(["Home", "Today", "History", "Scoreboards", "Bulletins", "Players"]);
});

test("outside of a clan there is no such bar", async () => {
  fakeClans(owned);
  openApp("/dashboard", { user: "kara" });
  await screen.findByRole("heading", { name: "Dashboard" });
  expect(screen.queryByRole("navigation", { name: "Clan" })).toBeNull();
});

test("another clan opens on the same screen, or where it is not allowed there, on its home", async () => {
  fakeClans(owned, joined);
  const { router } = openApp(`/invites?clan=${owned.id}`, { user: "kara" });
  await userEvent.click(await screen.findByRole("button", { name: "Switch clan: Night Owls" }));
  const choices = within(screen.getByRole("dialog", { name: "Switch clan: Night Owls" }));
  expect(choices.getByRole("link", { name: /Night Owls/ }).textContent).toContain("Owner · 8 missing today");
  expect(choices.getByRole("link", { name: /Night Owls/ }).getAttribute("href")).toBe(`/invites?clan=${owned.id}`);
  const other = choices.getByRole("link", { name: /Ironwood/ });
  expect(other.textContent).not.toContain("missing");
  await userEvent.click(other);
  await waitFor(() => expect(router.state.location.href).toBe(`/clan/${joined.id}`));
  await screen.findByRole("button", { name: "Switch clan: Ironwood Pact" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the tabs show the current one without moving where the first Tab of the keyboard begins", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  fakeClans(owned);
  openApp(`/manage-players?clan=${owned.id}`, { user: "kara" });
  const bar = await screen.findByRole("navigation", { name: "Clan" });
  await screen.findByRole("navigation", { name: "Players" });
  expect(scrolled).not.toHaveBeenCalled();
  vi.spyOn(bar, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 300, 50));
  vi.spyOn(HTMLAnchorElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(400, 0, 100, 50));
  bringIntoView(within(bar).getByRole("link", { name: "Settings" }));
  expect(bar.scrollLeft).toBe(300);
});

test("many clans can be searched", async () => {
  const many = Array.from({ length: 8 }, (_, index) => ({
    ...owned,
    id: `11111111-1111-4111-8111-11111111111${index}`,
    name: `Clan ${index}`,
  }));
  fakeClans(...many);
  openApp(`/scoreboards?clan=${many[0]?.id}`, { user: "kara" });
  await userEvent.click(await screen.findByRole("button", { name: "Switch clan: Clan 0" }));
  const choices = within(screen.getByRole("dialog"));
  await userEvent.type(choices.getByLabelText("Find a clan"), "clan 7");
  expect(choices.queryByRole("link", { name: /Clan 3/ })).toBeNull();
  expect(choices.getByRole("link", { name: /Clan 7/ })).toBeTruthy();
  await userEvent.type(choices.getByLabelText("Find a clan"), "x");
  expect(choices.getByText("No clans found.")).toBeTruthy();
});

test("without a chosen clan the bar asks for one and the screens are still there", async () => {
  fakeClans(owned, joined);
  openApp("/bulletins", { user: "kara" });
  await screen.findByText("Of which clan? We remember your choice.");
  expect((await tabs()).map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Home", "/clan"],
    ["Today", "/daily-activity"],
    ["History", "/activity-history"],
    ["Scoreboards", "/scoreboards"],
    ["Bulletins", "/bulletins"],
    ["Players", "/manage-players"],
    ["Activities", "/customize-activities"],
    ["Invites", "/invites"],
    ["Settings", "/clan-admin"],
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Choose a clan" }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("link", { name: /Ironwood/ }));
  expect(await screen.findByRole("button", { name: "Switch clan: Ironwood Pact" })).toBeTruthy();
});

test.each([
  ["/clan", "Clan Home", "/clan/"],
  ["/clan/", "Clan Home", "/clan/"],
  ["/clan-admin", "Clan Admin", "/clan-admin/"],
])("%s without a clan asks for one, and goes on with it in its path", async (path, title, target) => {
  const second = { ...ironwood, role: "maintainer" as const };
  fakeClans(owned, second);
  const { router } = openApp(path, { user: "kara" });
  await screen.findByText("Of which clan? We remember your choice.");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(title);
  const choices = within(screen.getByRole("list", { name: "Your clans" }));
  await userEvent.click(choices.getByRole("link", { name: /Ironwood/ }));
  await waitFor(() => expect(router.state.location.href).toBe(`${target}${second.id}`));
});

test("the clan used last is opened at once, also where its path is missing", async () => {
  fakeClans({ ...owned, last_used_at: new Date().toISOString() }, joined);
  const { router } = openApp("/clan-admin?tab=day", { user: "kara" });
  await waitFor(() => expect(router.state.location.href).toBe(`/clan-admin/${owned.id}?tab=day`));
});

test("what waits for a decision is counted for each clan, at the tab and in the list of clans", async () => {
  const backend = fakeClans({ ...owned, open_requests: 2 }, { ...ironwood, role: "maintainer" });
  backend.answers(countAttention, {
    items: [
      { clan_id: owned.id, count: 3 },
      { clan_id: ironwood.id, count: 1 },
    ],
  });
  openApp(`/scoreboards?clan=${owned.id}`, { user: "kara" });
  expect(await screen.findByRole("link", { name: "Players 5 to decide" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Switch clan: Night Owls" }));
  const choices = within(screen.getByRole("dialog"));
  expect(choices.getByRole("link", { name: /Night Owls/ }).textContent).toContain("8 missing today · 5 to decide");
  expect(choices.getByRole("link", { name: /Ironwood/ }).textContent).toContain("1 to decide");
});

test("on a phone it is said before the sheet is opened that something waits", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
  fakeClans({ ...owned, open_requests: 2 });
  openApp(`/scoreboards?clan=${owned.id}`, { user: "kara" });
  expect((await screen.findByRole("button", { name: /^More/ })).textContent).toBe("More2 to decide");
});

test("on a phone the daily screens are at the foot and the others one step away", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
  fakeClans(owned);
  const { router } = openApp(`/scoreboards?clan=${owned.id}`, { user: "kara" });
  expect(namesOf(await tabs())).toEqual(["Home", "Today", "History", "Scoreboards"]);
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  const sheet = within(screen.getByRole("dialog", { name: "More" }));
  expect(namesOf(sheet.getAllByRole("link"))).toEqual([
    "Bulletins",
    "Players",
    "Activities",
    "Invites",
    "Settings",
    "My own page",
  ]);
  await userEvent.click(sheet.getByRole("link", { name: "Players" }));
  await waitFor(() => expect(router.state.location.href).toBe(`/manage-players?clan=${owned.id}`));
  expect(screen.queryByRole("dialog", { name: "More" })).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "More" }).dataset.current).toBe("true"));
});

test("a link of the sheet closes it, also where it only changes the list of the screen that is open", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: media.includes("48em") }) as MediaQueryList,
  );
  fakeClans(owned);
  const { router } = openApp(`/manage-players?clan=${owned.id}&view=requests`, { user: "kara" });
  await userEvent.click(await screen.findByRole("button", { name: "More" }));
  await userEvent.click(within(screen.getByRole("dialog", { name: "More" })).getByRole("link", { name: "Players" }));
  await waitFor(() => expect(router.state.location.href).toBe(`/manage-players?clan=${owned.id}`));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "More" })).toBeNull());
});
