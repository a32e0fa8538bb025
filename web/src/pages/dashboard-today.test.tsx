import { putMyClanSettings } from "@clanhall/contract/account";
import { type ClanToday, getMyToday } from "@clanhall/contract/dashboard";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { fakeClans, ironwood, nightOwls } from "../testing/fake-clans.ts";
import { openDashboard, owlsToday, widget } from "../testing/fake-dashboard.ts";
import { takeComplaints } from "../testing/complaints.ts";

const noSteps = { day: false, players: false, activities: false, entries: false, invites: false, board: false };
const begun = { ...noSteps, day: true, players: true };
const allDone = { day: true, players: true, activities: true, entries: true, invites: true, board: true };

function fakeToday(...items: Partial<ClanToday>[]) {
  return fakeClans(nightOwls).answers(getMyToday, { items: items.map((item) => ({ ...owlsToday, ...item })) });
}

const card = async () => within(await screen.findByRole("article", { name: "Night Owls" }));
const steps = () => screen.findByRole("region", { name: "First steps in Night Owls" });

test("today says in one line what is entered, how many are missing and when it ends, and leads to the grid", async () => {
  fakeToday({ due: 1200 });
  await openDashboard();
  const shown = await card();
  expect(shown.getByRole("paragraph").textContent).toBe("84 of 1,200 values · 5 players missing · ends in 5 h 12 min");
  const link = shown.getByRole("link", { name: "Enter today for Night Owls" });
  expect(link.getAttribute("href")).toBe(`/daily-activity?clan=${nightOwls.id}`);
  expect(shown.getByRole("link", { name: "Night Owls" }).getAttribute("href")).toBe(`/clan/${nightOwls.id}`);
});

const nobody = { count: 0, names: [] };
const nothing = { due: 0, entered: 0, missing: nobody };
const reason = { activities: null, players: 12, first_days: 0, away: 0, due_from: null };

test.each<[Partial<ClanToday>, string]>([
  [{ due: 48, entered: 48, missing: nobody }, "All 48 values · nobody missing · "],
  [{ due: 1, entered: 1, missing: nobody }, "1 of 1 value · nobody missing · "],
  [nothing, "Nothing is due · "],
  [{ ...nothing, nothing_due: { ...reason, activities: "weekday" } }, "No activity is asked for on Tuesdays · "],
  [{ ...nothing, nothing_due: { ...reason, activities: "none" } }, "The clan has no activities yet · "],
  [
    { ...nothing, nothing_due: { ...reason, first_days: 12, due_from: "2026-11-18" } },
    "All 12 players are in their first days, due from Wed 18 Nov · ",
  ],
  [{ ...nothing, nothing_due: { ...reason, away: 12 } }, "All 12 players are away · "],
  [{ ...nothing, nothing_due: { ...reason, players: 0 } }, "Nobody is on the roster · "],
  [
    { ...nothing, nothing_due: { ...reason, first_days: 1, away: 11, due_from: "2026-11-18" } },
    "1 player is in their first days, due from Wed 18 Nov; 11 players are away · ",
  ],
])("a day with %j can be opened", async (item, text) => {
  fakeToday(item);
  await openDashboard();
  const shown = await card();
  expect(shown.getByRole("paragraph").textContent).toBe(`${text}ends in 5 h 12 min`);
  expect(shown.getByRole("link", { name: "Open the day for Night Owls" })).toBeTruthy();
});

test("a name that is longer than its line is cut at its end, never inside a word", async () => {
  fakeToday({});
  await openDashboard();
  const name = (await card()).getByRole("heading", { name: "Night Owls" });
  expect([name.dataset.wrap, name.title]).toEqual(["cut", "Night Owls"]);
});

test("one missing player is one player", async () => {
  fakeToday({ missing: { count: 1, names: ["Kara"] } });
  await openDashboard();
  expect((await card()).getByText(/1 player missing/)).toBeTruthy();
});

test("a day that just ended says so", async () => {
  fakeToday({ ends_at: "2026-03-04T00:00:00.000Z" });
  await openDashboard();
  expect((await card()).getByText(/just ended$/)).toBeTruthy();
});

test("each managed clan has its own row", async () => {
  fakeToday({}, { clan_id: ironwood.id, clan_name: ironwood.name });
  await openDashboard();
  const strip = within(await screen.findByRole("list", { name: "Today" }));
  expect(strip.getAllByRole("article")).toHaveLength(2);
});

test("the dashboard does without today when it does not come, and leaves a trace of it", async () => {
  fakeClans(nightOwls).refuses(getMyToday, 403);
  await openDashboard();
  await widget("Scoreboards");
  expect(screen.queryByRole("list", { name: "Today" })).toBeNull();
  expect(takeComplaints()).toEqual([["Today could not be loaded", expect.any(Error)]]);
});

test("a new owner sees six steps, where they lead, and which of them are done", async () => {
  fakeToday({ steps: begun });
  await openDashboard();
  const list = within(await steps());
  const links = list.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Set the clan’s day and time zone (done)", `/clan-admin/${nightOwls.id}?tab=day`],
    ["Choose what you count", `/customize-activities?clan=${nightOwls.id}`],
    ["Add your players (done)", `/manage-players?clan=${nightOwls.id}`],
    ["Enter the first day", `/daily-activity?clan=${nightOwls.id}`],
    ["Make a scoreboard", `/scoreboards?clan=${nightOwls.id}`],
    ["Invite your players", `/invites?clan=${nightOwls.id}`],
  ]);
  expect(list.getByRole("link", { name: "Add your players (done)" })).toBeTruthy();
  expect(list.getByText("2 of 6 done")).toBeTruthy();
  expect(list.getByRole("progressbar", { name: "Steps done" })).toHaveProperty("value", 2);
});

test.each([null, allDone])("no steps are shown when they are %j", async (given) => {
  fakeToday({ steps: given });
  await openDashboard();
  await card();
  expect(screen.queryByRole("region", { name: /First steps/ })).toBeNull();
});

test("the steps can be dismissed, and shown again", async () => {
  const settings = {
    public_name: null,
    first_steps_hidden: true,
    row_sort: "name" as const,
    row_order: [],
    version: 2,
  };
  const backend = fakeToday({ steps: begun }).answers(putMyClanSettings, settings);
  await openDashboard();
  const list = within(await steps());
  backend.answers(getMyToday, { items: [owlsToday] });
  await userEvent.click(list.getByRole("button", { name: "Dismiss the first steps in Night Owls" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: /First steps/ })).toBeNull());
  backend.answers(getMyToday, { items: [{ ...owlsToday, steps: begun }] });
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await steps()).toBeTruthy();
  expect(backend.callsTo(putMyClanSettings).map(({ call, body }) => [call, body])).toEqual([
    [`PUT /api/me/clans/${nightOwls.id}/settings`, { first_steps_hidden: true }],
    [`PUT /api/me/clans/${nightOwls.id}/settings`, { first_steps_hidden: false }],
  ]);
});

test("steps that cannot be dismissed stay and say why", async () => {
  fakeToday({ steps: begun }).refuses(putMyClanSettings, 403);
  await openDashboard();
  const list = within(await steps());
  await userEvent.click(list.getByRole("button", { name: /Dismiss/ }));
  expect(await list.findByText("No")).toBeTruthy();
});
