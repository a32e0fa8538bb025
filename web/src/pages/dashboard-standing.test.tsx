import { getMyStanding, type MyStanding } from "@clanhall/contract/my-standing";
import type { Clan } from "@clanhall/contract/clans";
import { markRequestSeen } from "@clanhall/contract/requests";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { takeComplaints } from "../testing/complaints.ts";
import { fakeClans, ironwood } from "../testing/fake-clans.ts";
import { openDashboard, owlsToday, widget } from "../testing/fake-dashboard.ts";
import { ironStanding } from "../testing/fake-standing.ts";
import { getMyToday } from "@clanhall/contract/dashboard";

type Fields = { [Part in "board" | "week" | "streak" | "today"]?: Partial<MyStanding[Part]> };

function standingWith({ board, week, streak, today }: Fields): MyStanding {
  return {
    ...ironStanding,
    board: ironStanding.board && { ...ironStanding.board, ...board },
    week: { ...ironStanding.week, ...week },
    streak: { ...ironStanding.streak, ...streak },
    today: { ...ironStanding.today, ...today },
  };
}

function fakeStanding(standing: MyStanding, clan: Clan = ironwood) {
  return fakeClans(clan).answers(getMyStanding, { items: [standing] });
}

const card = async (name = "Ironwood Pact") => within(await screen.findByRole("region", { name }));

test("a member sees rank, week, streak, the next above and what is still due", async () => {
  fakeStanding(ironStanding);
  await openDashboard();
  const shown = await card();
  for (const text of ["of 50", "271.5", "27 of 31", "87%", "4 days", "best 19", "Misty Raven", "+7.7 points"]) {
    expect(shown.getByText(text)).toBeTruthy();
  }
  expect(shown.getByText("12", { selector: "strong" })).toBeTruthy();
  expect(shown.getAllByText("up").map(({ parentElement }) => parentElement?.textContent)).toEqual([
    "▲up 3",
    "▲up 34.2",
  ]);
  expect(shown.getByText(/2 – 8 Mar/)).toBeTruthy();
  expect(shown.getByRole("link", { name: "Week race" }).getAttribute("href")).toBe(
    `/scoreboards?clan=${ironwood.id}&board=${ironStanding.board?.id}&show=standings`,
  );
  expect(shown.getByText("Points by day: Mon 2 Mar 40, Tue 3 Mar 31.5")).toBeTruthy();
  expect(shown.getByText("Troops donated")).toBeTruthy();
  expect(shown.getByText("5 h 12 min left")).toBeTruthy();
  expect(shown.queryByRole("link", { name: /Enter/ })).toBeNull();
});

test("who enters their own values goes on from here", async () => {
  fakeStanding(ironStanding, { ...ironwood, toggles: { ...ironwood.toggles, members_enter_own: true } });
  await openDashboard();
  const link = (await card()).getByRole("link", { name: "Enter today in Ironwood Pact" });
  expect(link.getAttribute("href")).toBe(`/daily-activity?clan=${ironwood.id}`);
});

test("what only officers enter is named without a way to enter it", async () => {
  const still_due = ironStanding.today.still_due.map((due) => ({ ...due, entry_by: "maintainers" as const }));
  const clan = { ...ironwood, toggles: { ...ironwood.toggles, members_enter_own: true } };
  fakeStanding(standingWith({ today: { still_due } }), clan);
  await openDashboard();
  const shown = await card();
  expect(shown.getByText("Troops donated")).toBeTruthy();
  expect(shown.getByText("5 h 12 min left")).toBeTruthy();
  expect(shown.queryByRole("link", { name: /Enter/ })).toBeNull();
});

const noRank = { rank: null, previous_rank: null, score: null, above: null };

test.each<[string, Fields]>([
  ["not ranked yet, 2 of 3 days", { board: { ...noRank, unranked: "due_days", due_days: 2, min_due_days: 3 } }],
  ["not ranked yet", { board: { ...noRank, unranked: "no_score" } }],
  ["no values yet", { board: { ...noRank, unranked: "no_values" } }],
  ["not on this board", { board: { ...noRank, unranked: "not_included" } }],
  ["You lead by 9.9", { board: { rank: 1, above: null, lead: 9.9 } }],
  ["You lead by 2 days", { board: { rank: 1, above: null, lead: 2, measure: "streak" } }],
  ["Shared first place", { board: { rank: 1, above: null, lead: 0 } }],
  ["You are the only one ranked", { board: { rank: 1, ranked: 1, above: null, lead: null } }],
  ["+3.5 %", { board: { measure: "consistency", above: { name: "Bo", gap: 3.5 } } }],
  ["−4 points", { board: { above: { name: "Bo", gap: -4 } } }],
  ["+12 points", { board: { measure: "improvement", above: { name: "Bo", gap: 12 } } }],
  ["nothing due yet", { week: { due: 0, met: 0 }, today: { still_due: [] } }],
  ["nothing entered yet", { week: { due: 0, met: 0 } }],
  ["1 day", { streak: { days: 1 } }],
  ["Away until 25 Nov: nothing is due", { today: { away_until: `${new Date().getFullYear()}-11-25`, still_due: [] } }],
  ["Your first due day is Wed 18 Nov", { today: { first_due_on: "2026-11-18", still_due: [], due: 0 } }],
  ["Nothing is left for today.", { today: { still_due: [] } }],
  ["Nothing is due today.", { today: { still_due: [], due: 0 } }],
])("it says %s", async (text, fields) => {
  fakeStanding(standingWith(fields));
  await openDashboard();
  expect((await card()).getByText(text)).toBeTruthy();
});

test("without a board there are words in place of the rank", async () => {
  fakeStanding({ ...ironStanding, board: null });
  await openDashboard();
  expect((await card()).getByText("No board yet")).toBeTruthy();
});

const manyClans = [1, 2, 3, 4].map((number) => ({
  ...ironwood,
  id: `88888888-8888-4888-8888-88888888888${number}`,
  name: `Clan ${number}`,
}));

test("of many clans the first three are shown, and all on demand; the filter leaves its own", async () => {
  fakeClans(...manyClans).answers(getMyStanding, {
    items: manyClans.toReversed().map(({ id, name }) => ({ ...ironStanding, clan_id: id, clan_name: name })),
  });
  await openDashboard();
  const shown = within(await screen.findByRole("region", { name: "My standing" }));
  const names = () => shown.getAllByRole("heading").map(({ textContent }) => textContent);
  expect(names()).toEqual(["Clan 4", "Clan 3", "Clan 2"]);
  await userEvent.click(shown.getByRole("button", { name: "Show all 4" }));
  expect(names()).toEqual(["Clan 4", "Clan 3", "Clan 2", "Clan 1"]);
  await userEvent.click(screen.getByRole("combobox", { name: "Filter clans" }));
  await userEvent.click(screen.getByRole("option", { name: "Clan 3" }));
  expect(names()).toEqual(["Clan 3"]);
});

test("the parts stand in their order, the way to another clan last", async () => {
  fakeStanding(ironStanding, { ...ironwood, role: "maintainer" }).answers(getMyToday, {
    items: [{ ...owlsToday, clan_id: ironwood.id, clan_name: ironwood.name }],
  });
  await openDashboard();
  await widget("Scoreboards");
  const parts = [
    screen.getByRole("list", { name: "Today" }),
    screen.getByRole("region", { name: "My standing" }),
    screen.getByRole("region", { name: "Scoreboards" }),
    screen.getByRole("complementary", { name: "Joining another clan" }),
  ];
  const sorted = parts.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  expect(sorted).toEqual(parts);
});

test("the dashboard does without standings that do not come, and leaves a trace of it", async () => {
  fakeClans(ironwood).refuses(getMyStanding, 403);
  await openDashboard();
  await widget("Scoreboards");
  expect(screen.queryByRole("region", { name: "My standing" })).toBeNull();
  expect(takeComplaints()).toEqual([["Your standings could not be loaded", expect.any(Error)]]);
});

test("the answer to a request stays on the card until it is read", async () => {
  const answer = {
    request_id: "44444444-0000-4000-8000-000000000001",
    kind: "value",
    state: "accepted",
    decided_by: "Tariq",
    answer: null,
    activity: { name: "Troops donated", value_type: "whole", unit: "troops" },
    value: 140,
    from: "2026-03-01",
    to: "2026-03-01",
  } as const;
  const backend = fakeStanding({ ...ironStanding, answer }).answers(markRequestSeen, {});
  await openDashboard();
  expect(await screen.findByText(/^Tariq accepted 140 troops for 1 Mar/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Got it" }));
  await waitFor(() => expect(backend.callsTo(markRequestSeen)).toHaveLength(1));
});

test.each([
  ["accepted", "Tariq excused you for 1 Mar, Raids"],
  ["declined", "Tariq did not excuse you for 1 Mar, Raids: “You were online”"],
] as const)("an answer to somebody who asked to be excused says so: %s", async (state, sentence) => {
  const answer = {
    request_id: "44444444-0000-4000-8000-000000000001",
    kind: "value",
    state,
    decided_by: "Tariq",
    answer: state === "declined" ? "You were online" : null,
    activity: { name: "Raids", value_type: "whole", unit: "" },
    value: null,
    from: `${new Date().getFullYear()}-03-01`,
    to: `${new Date().getFullYear()}-03-01`,
  } as const;
  fakeStanding({ ...ironStanding, answer });
  await openDashboard();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test("an active warning stands on the card", async () => {
  const given = { given_by: "Tariq", given_at: "2026-03-01T10:00:00.000Z" };
  const warning = { active: 2, message: "Please catch up.", ends_on: "2026-03-17", ...given };
  fakeStanding({ ...ironStanding, warning });
  await openDashboard();
  const text = "2 warnings Tariq warned you, until 17 Mar: “Please catch up.”";
  await waitFor(() => expect(screen.getByRole("note").textContent).toBe(text));
});
