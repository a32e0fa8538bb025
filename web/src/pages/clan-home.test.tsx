import { getClanHome } from "@clanhall/contract/clan-home";
import { putMyClanSettings } from "@clanhall/contract/account";
import type { Clan } from "@clanhall/contract/clans";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeClans, ironwood, nightOwls, openAsKara, quietHome } from "../testing/fake-clans.ts";
import { homeCard, openHome, owlsHome } from "../testing/fake-home.ts";
import { ironStanding } from "../testing/fake-standing.ts";
import { heading } from "../testing/open-app.tsx";
import { weekRace } from "../testing/fake-scoreboards.ts";
import { userEvent } from "../testing/user-event.ts";
import { earlyCalls } from "../public-pages/boot-script.ts";

const member: Clan = { ...nightOwls, role: "member" };
const { today } = owlsHome;
if (!today) throw new Error("the clan has a day");

const begun = { day: true, activities: true, players: false, entries: false, board: false, invites: false };

function cardNames(): (string | null)[] {
  return screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
}

const hrefOf = (link: HTMLElement) => link.getAttribute("href");

test("an officer sees the clan, and where to begin", async () => {
  await openHome();
  expect(await screen.findByText("War Game · Europe · 12 players, 9 with an account")).toBeTruthy();
  expect(hrefOf(screen.getByRole("link", { name: "New bulletin" }))).toBe(`/bulletins?clan=${nightOwls.id}&new=1`);
  const [enter] = screen.getAllByRole("link", { name: "Enter today" });
  expect(enter && hrefOf(enter)).toBe(`/daily-activity?clan=${nightOwls.id}`);
  expect(cardNames()).toEqual([
    "Today",
    "This week",
    "Top of the week",
    "Falling",
    "To decide",
    "Latest bulletin",
    "Scoreboards",
  ]);
  const decide = await homeCard("To decide");
  expect(decide.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["3 players need attention", `/manage-players?clan=${nightOwls.id}&view=attention`],
    ["2 disputed values", `/manage-players?clan=${nightOwls.id}&view=requests&kind=value`],
    ["1 absence asked for", `/manage-players?clan=${nightOwls.id}&view=requests&kind=away`],
  ]);
  // By the rules that the clan has.
  expect(decide.getByText("Below 60%, 3 days missed or no entry for 5 days")).toBeTruthy();
  expect(decide.getAllByRole("listitem").every((line) => line.querySelector("[aria-hidden] svg"))).toBe(true);
});

test("today says what is missing from whom, and leads to the others", async () => {
  await openHome();
  const card = await homeCard("Today");
  expect(card.getByText("162 of 225 values")).toBeTruthy();
  expect(card.getByText("63 missing from 18 players")).toBeTruthy();
  expect(card.getByText("ends in 5 h 12 min")).toBeTruthy();
  expect(card.getByRole("listitem").textContent).toContain("Dario5 missing");
  expect(hrefOf(card.getByRole("link", { name: "and 17 more" }))).toBe(
    `/daily-activity?clan=${nightOwls.id}&missing=true`,
  );
  expect(card.getByText(/^Next reset \d\d:\d\d UTC/)).toBeTruthy();
});

test.each([
  [{ due: 0, entered: 0, missing: { count: 0, players: [] } }, "Nothing is due today"],
  [{ entered: 225, missing: { count: 0, players: [] } }, "Everything is entered"],
])("today with %j says: %s", async (fields, text) => {
  await openHome({ ...owlsHome, today: { ...today, ...fields } });
  const card = await homeCard("Today");
  expect(card.getByText(text)).toBeTruthy();
  expect(card.queryByRole("list")).toBeNull();
});

test("a member sees how they are doing where officers see who is falling", async () => {
  const standing = { ...ironStanding, clan_id: nightOwls.id };
  const { unmount } = await openHome({ ...owlsHome, falling: null, standing }, member);
  const card = await homeCard("My standing");
  for (const text of ["of 50", "27 of 31", "Misty Raven"]) expect(card.getByText(text)).toBeTruthy();
  expect(cardNames().slice(0, 4)).toEqual(["Today", "This week", "Top of the week", "My standing"]);
  // The day beside it says what is left.
  expect(card.queryByText(/Still due/)).toBeNull();
  unmount();
  const first_due_on = "2026-11-18";
  const waiting = { ...standing, today: { ...standing.today, still_due: [], first_due_on } };
  await openHome({ ...owlsHome, falling: null, standing: waiting }, member);
  expect((await homeCard("My standing")).getByText("Your first due day is Wed 18 Nov")).toBeTruthy();
});

test("a member sees their own day, and enters it where the clan lets them", async () => {
  const activity = {
    activity_id: weekRace.id,
    name: "Raids",
    icon: "sword",
    color: "moss",
    entry_by: "members",
  } as const;
  const own = { ...today, due: 3, entered: 2, missing: null, still_due: [activity] };
  const home = { ...owlsHome, today: own, falling: null, to_decide: null };
  const { unmount } = await openHome(home, member);
  let card = await homeCard("Today");
  expect(card.getByText("2 of 3 values")).toBeTruthy();
  expect(card.getByText("1 still due")).toBeTruthy();
  expect(within(card.getByRole("list", { name: "Still due today" })).getByText("Raids")).toBeTruthy();
  expect(card.queryByRole("link", { name: "Enter" })).toBeNull();
  expect(screen.queryByRole("link", { name: "New bulletin" })).toBeNull();
  expect(cardNames()).not.toContain("Falling");
  unmount();

  const entering = { ...member, toggles: { ...member.toggles, members_enter_own: true } };
  const ofOfficers = { ...own, still_due: [{ ...activity, entry_by: "maintainers" as const }] };
  const left = await openHome({ ...home, today: ofOfficers }, entering);
  card = await homeCard("Today");
  expect(card.getByText("Raids")).toBeTruthy();
  expect(card.queryByRole("link", { name: "Enter" })).toBeNull();
  left.unmount();

  await openHome(home, entering);
  card = await homeCard("Today");
  expect(hrefOf(card.getByRole("link", { name: "Enter" }))).toBe(`/daily-activity?clan=${nightOwls.id}`);
});

test("the week compares with the last one, and each day opens", async () => {
  await openHome();
  const card = await homeCard("This week");
  expect(card.getByText("60.5% met")).toBeTruthy();
  expect(card.getByText(/up/).parentElement?.textContent).toContain("3.6");
  const days = within(card.getByRole("list", { name: "Days of the week" }));
  expect(days.getAllByRole("listitem")).toHaveLength(7);
  const bars = days.getAllByRole("link");
  expect(bars.map(hrefOf)).toEqual(
    ["2026-03-02", "2026-03-03"].map((day) => `/daily-activity?clan=${nightOwls.id}&day=${day}`),
  );
  expect(days.getByRole("img", { name: "Mon 2 Mar: 120 met, 20 partly, 10 missed, 40 not entered" })).toBeTruthy();
  await userEvent.click(card.getByText("Data table"));
  const [, monday] = card.getAllByRole("row");
  expect(monday?.textContent).toBe("Mon 2 Mar1202010401063.2%");
});

test("without the right to see values the week is one's own, and opens the history", async () => {
  await openHome({ ...owlsHome, week: { ...owlsHome.week, of: "me", rate_before: null } }, member);
  const card = await homeCard("My week");
  expect(card.queryByText("on last week")).toBeNull();
  const [monday] = within(card.getByRole("list", { name: "Days of the week" })).getAllByRole("link");
  expect(monday && hrefOf(monday)).toBe(`/activity-history?clan=${nightOwls.id}&from=2026-03-02&to=2026-03-02`);
});

test("the main board shows who moved, and the others who leads", async () => {
  await openHome();
  const top = await homeCard("Top of the week");
  expect(top.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Silent Lynx▲up 2362.4$/),
    expect.stringMatching(/Dilnoza▼down 1352.5$/),
    expect.stringMatching(/Tariq327.0$/),
  ]);
  const address = `/scoreboards?clan=${nightOwls.id}&board=${weekRace.id}&show=standings`;
  expect(hrefOf(top.getByRole("link", { name: "Week race" }))).toBe(address);

  expect(hrefOf(top.getByRole("link", { name: "352.5, Week race" }))).toBe(address);

  const boards = await homeCard("Scoreboards");
  const [first, second] = boards.getAllByRole("listitem");
  expect(hrefOf(boards.getByRole("link", { name: "362.4, Week race" }))).toBe(address);
  expect(hrefOf(boards.getByRole("link", { name: "Silent Lynx" }))).toMatch(/^\/player\//);
  expect(first?.textContent).toContain("main board");
  expect(first?.textContent).toMatch(/Points · this week.*Silent Lynx362.4$/);
  expect(second?.textContent).toBe("Most generous Troops donated · last 30 daysno values yet");
});

test("a board without values, and a clan without a board, say so", async () => {
  const { top } = owlsHome;
  const { unmount } = await openHome({ ...owlsHome, top: top && { ...top, rows: [] } });
  expect((await homeCard("Top of the week")).getByText("No values in this period yet.")).toBeTruthy();
  unmount();
  await openHome(quietHome);
  const none = await homeCard("No board yet");
  expect(hrefOf(none.getByRole("link", { name: "Make one" }))).toBe(`/scoreboards?clan=${nightOwls.id}&new=1`);
  expect(cardNames()).toEqual(["No board yet"]);
});

test("members are not asked to make a board", async () => {
  await openHome(quietHome, member);
  expect((await homeCard("No board yet")).queryByRole("link")).toBeNull();
});

test("falling players stand with what they met before and now", async () => {
  await openHome();
  const card = await homeCard("Falling");
  expect(card.getByRole("listitem").textContent).toMatch(/IronMagpie61% →to 24%$/);
});

test("the latest bulletin is read in short, with its readers for officers", async () => {
  const { unmount } = await openHome();
  const card = await homeCard("Latest bulletin");
  expect(hrefOf(card.getByRole("link", { name: "Raid weekend" }))).toMatch(/bulletin=4{8}/);
  expect(card.getByText("Six attacks & more, please. Thank you.")).toBeTruthy();
  expect(card.getByText(/31 of 50 have read it/)).toBeTruthy();
  unmount();
  const { bulletin } = owlsHome;
  const alone = await openHome({ ...owlsHome, bulletin: bulletin && { ...bulletin, seen_by: { seen: 0, of: 0 } } });
  await homeCard("Latest bulletin");
  expect(screen.queryByText(/have read it/)).toBeNull();
  alone.unmount();
  await openHome({ ...owlsHome, bulletin: bulletin && { ...bulletin, author: null, seen_by: null } }, member);
  expect((await homeCard("Latest bulletin")).getByText(/Former member/)).toBeTruthy();
  expect(screen.queryByText(/have read it/)).toBeNull();
});

test("a new owner is led through the first steps, the next one with its buttons", async () => {
  const { missing } = today;
  await openHome({
    ...quietHome,
    players: { active: 1, linked: 1 },
    today: { ...today, due: 4, entered: 0, missing: missing && { ...missing, count: 1 } },
    steps: begun,
  });
  const card = await homeCard("First steps in Night Owls");
  expect(card.getByText("2 of 6 done")).toBeTruthy();
  const items = card.getAllByRole("listitem");
  expect(items.map((item) => item.getAttribute("aria-current"))).toEqual([null, null, "step", null, null, null]);
  expect(items[0]?.textContent).toMatch(/time zone \(done\)Resets \d\d:\d\d UTC/);
  expect(hrefOf(card.getByRole("link", { name: "Change: Choose what you count" }))).toBe(
    `/customize-activities?clan=${nightOwls.id}`,
  );
  expect(hrefOf(card.getByRole("link", { name: "Paste a list" }))).toBe(
    `/manage-players?clan=${nightOwls.id}&show=import`,
  );
  expect(hrefOf(card.getByRole("link", { name: "Add one" }))).toBe(`/manage-players?clan=${nightOwls.id}&show=add`);
  expect(hrefOf(card.getByRole("link", { name: "Make a scoreboard" }))).toBe(
    `/scoreboards?clan=${nightOwls.id}&new=week&link=on`,
  );
  expect((await homeCard("Today")).getByText("Only you are on the roster yet")).toBeTruthy();
  expect(cardNames()).toEqual(["First steps in Night Owls", "Today", "What comes here"]);
});

test("with the first value the week takes its place beside the steps", async () => {
  await openHome({ ...owlsHome, steps: begun });
  await homeCard("First steps in Night Owls");
  expect(cardNames().slice(0, 4)).toEqual(["First steps in Night Owls", "Today", "This week", "Top of the week"]);
});

test("another open step has a button that leads there", async () => {
  await openHome({ ...quietHome, steps: { ...begun, players: true } });
  const card = await homeCard("First steps in Night Owls");
  expect(hrefOf(card.getByRole("link", { name: "Enter today" }))).toBe(`/daily-activity?clan=${nightOwls.id}`);
});

test("steps can be dismissed here too, and come back with Undo", async () => {
  const { backend } = await openHome({ ...quietHome, steps: begun });
  const settings = {
    public_name: null,
    first_steps_hidden: true,
    row_sort: "name" as const,
    row_order: [],
    version: 2,
  };
  backend.answers(putMyClanSettings, settings).answers(getClanHome, quietHome);
  const card = await homeCard("First steps in Night Owls");
  await userEvent.click(card.getByRole("button", { name: "Dismiss the first steps in Night Owls" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: /First steps/ })).toBeNull());
  backend.answers(getClanHome, { ...quietHome, steps: begun });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await homeCard("First steps in Night Owls");
  expect(backend.callsTo(putMyClanSettings).map(({ body }) => body)).toEqual([
    { first_steps_hidden: true },
    { first_steps_hidden: false },
  ]);
});

test("an archived clan is there to be read", async () => {
  await openHome(
    { ...owlsHome, today: null, falling: null, to_decide: null },
    { ...nightOwls, archived_at: "2026-03-01T00:00:00.000Z" },
  );
  expect(await screen.findByText("This clan is archived and can only be read.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Enter today" })).toBeNull();
  expect(cardNames()).toEqual(["This week", "Top of the week", "Latest bulletin", "Scoreboards"]);
});

test("a home that does not come can be asked for again", async () => {
  const backend = fakeClans(nightOwls).refuses(getClanHome, 403);
  openAsKara(`/clan/${nightOwls.id}`);
  await heading("Night Owls");
  const alert = within(await screen.findByRole("alert"));
  backend.answers(getClanHome, owlsHome);
  await userEvent.click(alert.getByRole("button", { name: "Try again" }));
  expect(await homeCard("This week")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an unknown clan reads like not found, with one's own clans below", async () => {
  fakeClans(nightOwls, ironwood);
  const { router } = openAsKara(`/clan/${weekRace.id}`);
  await heading("Clan Home");
  expect((await screen.findByRole("alert")).textContent).toContain("Not found.");
  const choices = within(screen.getByRole("list", { name: "Your clans" }));
  await userEvent.click(choices.getByRole("link", { name: /Ironwood/ }));
  await heading("Ironwood Pact");
  expect(router.state.location.pathname).toBe(`/clan/${ironwood.id}`);
});

test("what the document asks for ahead is what the screen asks for", async () => {
  const path = `/clan/${nightOwls.id}`;
  const { backend } = await openHome();
  await homeCard("Today");
  const [pattern, urls] = earlyCalls.find(([of]) => path.match(of)) ?? ["", ["none"]];
  for (const url of urls) {
    expect(backend.received.map(({ call }) => call)).toContain(`GET ${path.replace(new RegExp(pattern), url)}`);
  }
});
