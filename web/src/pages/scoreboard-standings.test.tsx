import { findBoardClan, listMyClans } from "@clanhall/contract/clans";
import { followClan } from "@clanhall/contract/days";
import { boardColumns } from "@clanhall/contract/scoreboard-drafts";
import { explainStanding, getStandings, listPeriods, recountPeriod } from "@clanhall/contract/standings";
import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { donations, raid } from "../testing/fake-activities.ts";
import { ironwood, nightOwls, openAsKara, toCard } from "../testing/fake-clans.ts";
import { aelwyn, corvin, kara } from "../testing/fake-roster.ts";
import {
  explanationOf,
  fakeBoards,
  openBoards,
  rowOf,
  standingsOf,
  threeRows,
  weekRace,
} from "../testing/fake-standings.ts";

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

async function openStandings(backend: ReturnType<typeof fakeBoards>, board = weekRace, period = "") {
  const opened = await openBoards({ board: board.id, show: "standings", ...(period && { period }) });
  const shown = within(await screen.findByRole("region", { name: board.title }));
  return { backend, shown, ...opened };
}

const textOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

test("everybody sees who stands where, and which row is their own", async () => {
  const { shown } = await openStandings(fakeBoards().answers(getStandings, standingsOf(weekRace)));
  const [first, second, third] = (await shown.findAllByRole("row")).slice(1);
  if (!first || !second || !third) throw new Error("Three players have rows");
  expect(within(first).getByRole("rowheader").textContent).toContain("Kara");
  expect(within(first).getByText("you")).toBeTruthy();
  expect(within(first).getByRole("img", { name: "Last days: 3, nothing, 12" })).toBeTruthy();
  expect(textOf(first)).toEqual(["1", "▲up 2", "", "5 of 7", "1,234.5: how Kara scored"]);
  expect(textOf(second)[1]).toBe("▼down 1");
  expect(textOf(third)).toEqual(["3", "new", "–", "–", "−4.0: how Corvin scored"]);
  expect(within(second).queryByText("you")).toBeNull();
  expect([first, second].map((row) => row.dataset["own"])).toEqual(["true", undefined]);
  for (const text of ["Who helps most?", "2 – 8 Mar 2026", "Points", /^Scores moved/]) {
    expect(shown.getByText(text)).toBeTruthy();
  }
  expect(shown.getAllByText("Active")).toHaveLength(1);
});

test("when scores moved is said of values alone, and of an earlier week when it was frozen", async () => {
  const hoursAgo = new Date(Date.now() - 5 * 3_600_000).toISOString();
  const edited = { updated_at: new Date().toISOString() };
  const moved = standingsOf(weekRace, { ...edited, scores_moved_at: hoursAgo });
  const { shown, unmount } = await openStandings(fakeBoards().answers(getStandings, moved));
  expect(await shown.findByText(/^Scores moved/)).toHaveProperty("textContent", "Scores moved 5 hours ago");
  unmount();
  const unmoved = standingsOf(weekRace, { ...edited, scores_moved_at: null, rows: [], has_results: false });
  const none = await openStandings(fakeBoards().answers(getStandings, unmoved));
  await none.shown.findByText("Who helps most?");
  expect(none.shown.queryByText(/^Scores moved/)).toBeNull();
  none.unmount();
  const frozen = standingsOf(weekRace, { is_final: true, updated_at: hoursAgo, scores_moved_at: null });
  const final = await openStandings(fakeBoards().answers(getStandings, frozen));
  expect(await final.shown.findByText(/^Frozen/)).toHaveProperty("textContent", "Frozen 5 hours ago");
});

test("a board that is open turns with the clan's day, but not an earlier result of it", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const ending = standingsOf(weekRace, { day_ends_at: new Date(Date.now() + 600_000).toISOString() });
  const { backend, shown, unmount } = await openStandings(fakeBoards().answers(getStandings, ending));
  expect(await shown.findByText("2 – 8 Mar 2026")).toBeTruthy();
  const next = { ...weekRace, range: { from: "2026-03-09", to: "2026-03-15", label: "9 – 15 Mar 2026" } };
  backend.answers(getStandings, standingsOf(next));
  await act(() => vi.advanceTimersByTimeAsync(590_000));
  expect(shown.queryByText("9 – 15 Mar 2026")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  expect(await shown.findByText("9 – 15 Mar 2026")).toBeTruthy();
  unmount();

  const over = { is_final: true, day_ends_at: new Date(Date.now() + 60_000).toISOString() };
  const earlier = fakeBoards().answers(getStandings, standingsOf(weekRace, over));
  await (await openStandings(earlier, weekRace, "2026-03-02")).shown.findByText(/^Frozen/);
  const asked = earlier.callsTo(getStandings).length;
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(earlier.callsTo(getStandings)).toHaveLength(asked);
});

test("the board that stands for its clan says so, also where nobody chose it", async () => {
  const clan = { ...nightOwls, main_board_id: null, current_main_board_id: weekRace.id };
  const backend = fakeBoards([weekRace], clan).answers(getStandings, standingsOf(weekRace));
  const { shown } = await openStandings(backend);
  expect(await shown.findByText("Main board · Points")).toBeTruthy();
  await userEvent.click(shown.getByRole("button", { name: "Actions for Week race" }));
  expect(screen.getByRole("menuitem", { name: "Make main board" })).toBeTruthy();
});

test("a link to a board opens the clan of the board, and names it from then on", async () => {
  const backend = fakeBoards().answers(getStandings, standingsOf(weekRace));
  const usedLast = { ...ironwood, last_used_at: new Date().toISOString() };
  backend.answers(listMyClans, [toCard(nightOwls), toCard(usedLast)]);
  backend.answers(findBoardClan, { clan_id: nightOwls.id });
  const { router } = openAsKara(`/scoreboards?board=${weekRace.id}`);
  expect(await screen.findByRole("region", { name: "Week race" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Switch clan: Night Owls" })).toBeTruthy();
  expect(router.state.location.search).toEqual({ board: weekRace.id, clan: nightOwls.id });
  expect(router.history.length).toBe(1);
});

test("an unknown board reads like not found, with the scoreboards of one's clans", async () => {
  fakeBoards().refuses(findBoardClan, 404);
  openAsKara(`/scoreboards?board=${weekRace.id}`);
  expect(await screen.findByText("Not found. None of your clans has this scoreboard.")).toBeTruthy();
  const clan = within(screen.getByRole("list", { name: "Your clans" })).getByRole("link");
  expect(clan.getAttribute("href")).toBe(`/scoreboards?clan=${nightOwls.id}`);
});

test("the first three stand on a podium, which fewer have not", async () => {
  const backend = fakeBoards().answers(getStandings, standingsOf(weekRace));
  const { shown, queries } = await openStandings(backend);
  const leaders = within(await shown.findByRole("list", { name: "Leaders" })).getAllByRole("listitem");
  expect(leaders.map(({ textContent }) => textContent)).toEqual(["KaKara1,234.51", "AeAelwyn80.02", "CoCorvin−4.03"]);
  backend.answers(getStandings, standingsOf(weekRace, { rows: threeRows.slice(0, 2), version: "v2" }));
  await queries.invalidateQueries({ queryKey: ["standings"] });
  await waitFor(() => expect(shown.queryByRole("list", { name: "Leaders" })).toBeNull());
});

test("a board's page shares, posts and changes it, and leads back to all of them", async () => {
  const backend = fakeBoards().answers(getStandings, standingsOf(weekRace));
  const { shown, router } = await openStandings(backend);
  await userEvent.click(shown.getByRole("button", { name: "Share" }));
  await dialog("Share Week race");
  expect(router.state.location.search).toMatchObject({ board: weekRace.id, over: "share" });
  await click("Close");
  await userEvent.click(shown.getByRole("button", { name: "Edit" }));
  await dialog("Edit Week race");
  await click("Close");
  await userEvent.click(shown.getByRole("button", { name: "Actions for Week race" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Preview as visitor",
    "Make main board",
    "Duplicate",
    "End now",
    "Archive",
    "Export CSV",
    "Export PNG",
    "Delete",
  ]);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("link", { name: "All scoreboards" }));
  await screen.findByRole("row", { name: /Week race/ });
  expect(router.state.location.search).toEqual({ clan: nightOwls.id });
});

test("activities have columns where the board shows them, and without a period before nothing has changed", async () => {
  const board = { ...weekRace, columns: ["change", "activities"] as (typeof weekRace)["columns"], min_due_days: 5 };
  const per_activity = [
    { activity: donations.id, value: 120, points: 12 },
    { activity: raid.id, value: null, points: 0 },
  ];
  const rows = [rowOf({ previous_rank: null, per_activity })];
  const { shown } = await openStandings(
    fakeBoards([board]).answers(getStandings, standingsOf(board, { rows, left_out: 3 })),
    board,
  );
  const heads = (await shown.findAllByRole("columnheader")).map(({ textContent }) => textContent);
  // Without a drawing of its own, an activity is marked with its first letter.
  expect(heads).toEqual(["Place", "Player", "Troops donated", "RRaid attended", "Score"]);
  // So wide a table scrolls in a frame of its own, below its head.
  expect(shown.getByRole("region", { name: "Standings" }).dataset).not.toHaveProperty("whole");
  expect(textOf(shown.getAllByRole("row")[1] as HTMLElement).slice(1, 3)).toEqual(["12", "0"]);
  expect(shown.getByText("3 players have too few due days.")).toBeTruthy();
});

test("a long board can be searched, and one's own row is there however far down", async () => {
  const many = Array.from({ length: 130 }, (_, index) =>
    rowOf({ rank: index + 1, member_id: crypto.randomUUID(), name: `Player ${index + 1}` }),
  );
  const rows = [...many, rowOf({ rank: 131 })];
  const { shown } = await openStandings(fakeBoards().answers(getStandings, standingsOf(weekRace, { rows })));
  await shown.findByText("Player 100");
  expect(shown.queryByText("Player 101")).toBeNull();
  expect(shown.getByText("Kara")).toBeTruthy();
  // It stands beside the tabs, and the list itself scrolls with the page.
  expect(shown.getByRole("tablist").parentElement?.contains(shown.getByLabelText("Find a player"))).toBe(true);
  expect(shown.getByRole("region", { name: "Standings" }).dataset.whole).toBe("true");
  await click("Show more of 131 players");
  expect(shown.getByText("Player 130")).toBeTruthy();
  expect(document.activeElement).toBe(shown.getByRole("row", { name: /Player 101/ }));
  await userEvent.type(shown.getByLabelText("Find a player"), "KARA");
  expect(shown.getAllByRole("row")).toHaveLength(2);
  await userEvent.type(shown.getByLabelText("Find a player"), "x");
  expect(shown.getByText("No players found.")).toBeTruthy();
});

test("no results yet, nobody on the board, and nothing that came are three different things", async () => {
  const backend = fakeBoards().answers(getStandings, standingsOf(weekRace, { has_results: false }));
  const { shown, queries } = await openStandings(backend);
  expect(await shown.findByText("No results yet")).toBeTruthy();
  expect(shown.getByRole("link", { name: "Daily Activity" }).getAttribute("href")).toContain(nightOwls.id);
  backend.answers(getStandings, standingsOf(weekRace, { rows: [], left_out: 1, version: "v2" }));
  await queries.invalidateQueries({ queryKey: ["standings"] });
  expect(await shown.findByText("Nobody is on the board")).toBeTruthy();
  backend.refuses(getStandings, 503);
  queries.removeQueries({ queryKey: ["standings"] });
  await userEvent.click(screen.getByRole("tab", { name: "Earlier results" }));
  await userEvent.click(screen.getByRole("tab", { name: "Standings" }));
  expect(await shown.findByText(/The standings could not be loaded/)).toBeTruthy();
  backend.answers(getStandings, standingsOf(weekRace));
  await click("Try again");
  expect(await shown.findByRole("rowheader", { name: /Kara/ })).toBeTruthy();
});

test("on a phone each player has two lines, and the activities a table of their own", async () => {
  const media = (query: string) => Object.assign(new EventTarget(), { media: query, matches: true, onchange: null });
  vi.spyOn(window, "matchMedia").mockImplementation((query) => media(query) as MediaQueryList);
  const board = { ...weekRace, columns: ["change", "trend", "days_met", "activities"] as (typeof weekRace)["columns"] };
  const { shown } = await openStandings(fakeBoards([board]).answers(getStandings, standingsOf(board)), board);
  const list = within(await shown.findByRole("list", { name: "Standings" }));
  const ranks = list.getAllByRole("listitem");
  expect(ranks.map(({ textContent }) => textContent)[1]).toContain("5 of 7 met");
  // The change stands beside the place; for a line of the days there is no room.
  expect(ranks[0]?.firstElementChild?.children).toHaveLength(2);
  expect(list.queryByRole("img")).toBeNull();
  const table = within(shown.getByRole("region", { name: "By activity" }));
  expect(table.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["Kara", "Aelwyn", "Corvin"]);
});

test("values that somebody saves move the standings, which is said aloud", async () => {
  let publish: (() => void) | undefined;
  const backend = fakeBoards().answers(getStandings, standingsOf(weekRace));
  const events = followClan.path.replace(":clanId", nightOwls.id);
  backend.repliesTo(`GET ${events}`, () => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const frame = 'event: entries\ndata: {"data":{"days":["2026-03-03"],"revision":2}}\n\n';
        publish = () => controller.enqueue(new TextEncoder().encode(frame));
      },
    });
    return new Response(stream);
  });
  const { shown } = await openStandings(backend);
  await shown.findByRole("rowheader", { name: /Kara/ });
  const rows = [rowOf({ member_id: aelwyn.id, name: "Aelwyn", score: 90 }), rowOf({ rank: 2, score: 80 })];
  backend.answers(getStandings, standingsOf(weekRace, { version: "v2", rows }));
  await waitFor(() => expect(publish).toBeDefined());
  publish?.();
  expect(await shown.findByText("The standings have changed. Aelwyn leads with 90.")).toBeTruthy();
  expect(backend.callsTo(getStandings)).toHaveLength(2);
});

test("a score opens how it is calculated, down to the history of each cell", async () => {
  const backend = fakeBoards().answers(getStandings, standingsOf(weekRace));
  const { shown } = await openStandings(backend.answers(explainStanding, explanationOf()));
  await userEvent.click(await shown.findByRole("button", { name: /how Kara scored/ }));
  const working = await dialog("How Kara scored");
  const parts = within(working.getByRole("region", { name: "By activity" }));
  const [gift, fight, together] = parts.getAllByRole("row").slice(1);
  expect(textOf(gift as HTMLElement)).toEqual(["12,045 troops", "1,204.5", "1 (−20 points)", "× 1.0", "1,184.5"]);
  expect(textOf(fight as HTMLElement)).toEqual(["1 day", "20.0", "1", "× 2.5", "50.0"]);
  expect(textOf(together as HTMLElement)).toEqual(["1,234.5"]);
  const days = within(working.getByRole("table", { name: "Day by day" }));
  expect(
    days
      .getAllByRole("row")
      .slice(1)
      .map((row) => textOf(row)),
  ).toEqual([
    ["Tue 3 Mar", "RRaid attended", "missing ", "0"],
    ["Tue 3 Mar", "Troops donated", "7 troops not due", "1"],
    ["Mon 2 Mar", "Troops donated", "120 troops met", "12"],
  ]);
  const address = new URL(days.getByRole("link", { name: "120 troops" }).getAttribute("href") ?? "", location.origin);
  expect([address.pathname, address.searchParams.get("member")]).toEqual(["/activity-history", kara.id]);
  expect(address.searchParams.get("from")).toBe("2026-03-02");
  expect(address.searchParams.get("to")).toBe("2026-03-02");
  expect(address.searchParams.get("activity")).toBe(donations.id);
  expect(backend.callsTo(explainStanding)[0]?.query.toString()).toBe(`member_id=${kara.id}`);
  await userEvent.click(working.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("region", { name: "Week race" })).toBeTruthy();
});

test.each([
  ["consistency", { score: 83.3 }, "10 met of 14 due − 2 excused = 83.3 %."],
  ["streak", { score: 3 }, "Everything due was met on 3 days in a row, counted back from the last."],
  ["activity", { score: 12_045 }, "Troops donated: 12,045 troops."],
  ["points", { score: null }, "Not on the board: too few due days, or nothing to measure."],
  [
    "improvement",
    { score: 34.5, before: { from: "2026-02-23", to: "2026-02-24", label: "23 – 24 Feb 2026", points: 1_200 } },
    "1,234.5 points now, 1,200 in 23 – 24 Feb 2026: +34.5.",
  ],
] as const)("the working of %s is said in a sentence", async (measure, more, text) => {
  const board = { ...weekRace, measure };
  const backend = fakeBoards([board]).answers(getStandings, standingsOf(board));
  const answer = explanationOf({ measure, ...more, is_final: measure === "streak" });
  const { shown } = await openStandings(backend.answers(explainStanding, answer), board);
  await userEvent.click(await shown.findByRole("button", { name: /how Kara scored/ }));
  const working = await dialog("How Kara scored");
  expect(working.getByText(new RegExp(text.replaceAll(/[.+()]/g, "\\$&")))).toBeTruthy();
  expect(working.queryByText("This result is frozen. The values below are as they are today.") !== null).toBe(
    measure === "streak",
  );
  expect(working.getByRole("link", { name: "Show these values in the history" })).toBeTruthy();
  expect(working.queryByRole("link", { name: "Values of the period before" }) !== null).toBe(measure === "improvement");
});

test("a total that counts days is said in days, whatever a day's value is said in", async () => {
  const board = { ...weekRace, measure: "activity" as const };
  const backend = fakeBoards([board]).answers(getStandings, standingsOf(board));
  const [part] = explanationOf().activities.map((one) => ({ ...one, value_type: "duration" as const }));
  if (!part) throw new Error("There is an activity");
  const answer = explanationOf({
    measure: "activity",
    score: 4,
    activities: [{ ...part, counts_days: true, value: 4 }],
  });
  const { shown } = await openStandings(backend.answers(explainStanding, answer), board);
  await userEvent.click(await shown.findByRole("button", { name: /how Kara scored/ }));
  const working = await dialog("How Kara scored");
  expect(working.getByText(/Troops donated: 4 days\./)).toBeTruthy();
  expect(working.getByRole("cell", { name: "4 days" })).toBeTruthy();
});

test("M7: members who may not see others' values see rank, name and score, and ask about their own score alone", async () => {
  const toggles = { ...nightOwls.toggles, members_see_values: false };
  const board = { ...weekRace, columns: [...boardColumns] };
  const backend = fakeBoards([board], { ...nightOwls, role: "member", toggles });
  // As the server answers them: the board's columns are not theirs.
  const rows = threeRows.map(({ rank, member_id, name, tint, score }) => ({
    rank,
    previous_rank: null,
    member_id,
    name,
    tint,
    score,
    trend: [],
  }));
  const { shown } = await openStandings(
    backend.answers(getStandings, standingsOf({ ...board, columns: [] }, { rows })),
    board,
  );
  expect(await shown.findByRole("button", { name: /how Kara scored/ })).toBeTruthy();
  expect(shown.getAllByRole("button", { name: /: how .* scored/ })).toHaveLength(1);
  const heads = shown.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Place", "Player", "Score"]);
  expect(textOf(shown.getAllByRole("row")[2] ?? document.body)).toEqual(["2", "80.0"]);
});

const period = {
  from: "2026-02-23",
  to: "2026-03-01",
  label: "23 Feb – 1 Mar 2026",
  frozen_at: "2026-03-02T08:00:00.000Z",
  players: 12,
  top: [
    { rank: 1, name: "Kara", tint: 1, score: 900 },
    { rank: 2, name: "Corvin", tint: 3, score: 80.5 },
  ],
};

test("earlier results are listed with their best and can be opened, each by its address", async () => {
  const backend = fakeBoards()
    .answers(getStandings, standingsOf(weekRace))
    .answers(listPeriods, { items: [period] });
  const { shown, router } = await openStandings(backend);
  await shown.findByRole("rowheader", { name: /Kara/ });
  await userEvent.click(screen.getByRole("tab", { name: "Earlier results" }));
  const best = within(await shown.findByRole("list", { name: "The best of 23 Feb – 1 Mar 2026" }));
  expect(best.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1. Kara 900",
    "2. Corvin 80.5",
  ]);
  const frozen = standingsOf({ ...weekRace, range: period }, { is_final: true, rows: [threeRows[2] ?? rowOf()] });
  backend.answers(getStandings, frozen);
  await click("Show 23 Feb – 1 Mar 2026");
  expect(await shown.findByText("Final result")).toBeTruthy();
  expect(shown.getByText(corvin.name)).toBeTruthy();
  expect(backend.callsTo(getStandings).at(-1)?.query.get("period")).toBe(period.from);
  expect(router.state.location.search).toMatchObject({ period: period.from });
  // What leads there and back is gone then, and the focus goes to the name of the board.
  const title = shown.getByRole("heading", { name: weekRace.title });
  await waitFor(() => expect(document.activeElement).toBe(title));
  await click("Back to the current week");
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("period"));
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test("a manager has a past period recalculated, after a question", async () => {
  const backend = fakeBoards()
    .answers(getStandings, standingsOf(weekRace))
    .answers(listPeriods, { items: [period] });
  const { shown } = await openStandings(backend);
  await shown.findByRole("rowheader", { name: /Kara/ });
  await userEvent.click(screen.getByRole("tab", { name: "Earlier results" }));
  await userEvent.click(await shown.findByRole("button", { name: /^Recalculate/ }));
  const question = await dialog("Recalculate 23 Feb – 1 Mar 2026?");
  expect(backend.callsTo(recountPeriod)).toEqual([]);
  backend.answers(recountPeriod, { from: period.from, to: period.to, frozen_at: "2026-03-03T08:00:00.000Z" });
  backend.answers(listPeriods, { items: [{ ...period, players: 13 }] });
  await userEvent.click(question.getByRole("button", { name: "Recalculate" }));
  expect(await shown.findByText(/^13 players/)).toBeTruthy();
  expect(backend.callsTo(recountPeriod).map(({ call }) => call)).toEqual([
    `POST /api/scoreboards/${weekRace.id}/periods/2026-02-23/recount`,
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /again\?/ })).toBeNull());
});

test("plain members read earlier results and count nothing again; before the first turn there are none", async () => {
  const backend = fakeBoards([weekRace], { ...nightOwls, role: "member" });
  backend.answers(getStandings, standingsOf(weekRace)).answers(listPeriods, { items: [period] });
  const { shown, queries } = await openStandings(backend);
  await shown.findByRole("rowheader", { name: /Kara/ });
  await userEvent.click(screen.getByRole("tab", { name: "Earlier results" }));
  expect(await shown.findByRole("button", { name: /^Show/ })).toBeTruthy();
  expect(shown.queryByRole("button", { name: /Recalculate/ })).toBeNull();
  backend.answers(listPeriods, { items: [] });
  await queries.invalidateQueries({ queryKey: ["standings"] });
  expect(await shown.findByText("No earlier results yet")).toBeTruthy();
});

test("a board that does not recur has no earlier results", async () => {
  const board = { ...weekRace, period: { ...weekRace.period, kind: "rolling" as const, days: 30 } };
  const { shown } = await openStandings(fakeBoards([board]).answers(getStandings, standingsOf(board)), board);
  await shown.findByRole("rowheader", { name: /Kara/ });
  expect(shown.queryByRole("tab", { name: "Earlier results" })).toBeNull();
});
