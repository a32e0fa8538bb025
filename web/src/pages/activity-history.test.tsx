import { getCellHistory, putEntries, revertCell } from "@clanhall/contract/entries";
import { type ClanRequest, createRequest, deleteRequest, listRequests } from "@clanhall/contract/requests";
import { exportEntriesCsv, getHistorySummary, listEntries, listEntryChanges } from "@clanhall/contract/entry-history";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test, vi } from "vitest";
import { formatDate, formatRange } from "../lib/format.ts";
import { catchFiles } from "../testing/catch-files.ts";
import { donations } from "../testing/fake-activities.ts";
import { ironwood, nightOwls } from "../testing/fake-clans.ts";
import {
  changeOf,
  fakeHistory,
  nothing,
  openHistory,
  pageOf,
  rowOf,
  sumOf,
  summaryOf,
} from "../testing/fake-history.ts";
import { aelwyn, corvin, kara, narrowScreen } from "../testing/fake-roster.ts";
import { leaveAndStay } from "../testing/leave-and-stay.ts";

const march = "&from=2026-03-01&to=2026-03-31";
const range = formatRange("2026-03-01", "2026-03-31");

test("the address decides what is asked for, and what is chosen stands in the address", async () => {
  const backend = fakeHistory();
  backend.answers(listEntries, pageOf([rowOf()]));
  const { router } = await openHistory(`${march}&member=${kara.id}&state=late,lost&former=true`);
  await screen.findByRole("table");
  const asked = () => Object.fromEntries(backend.callsTo(listEntries).at(-1)?.query ?? []);
  expect(asked()).toEqual({
    from: "2026-03-01",
    to: "2026-03-31",
    member_id: kara.id,
    states: "late",
    include_former: "true",
  });
  expect(await screen.findByText(`${range} · Kara · entered late · former members too`)).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Players: Kara" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Aelwyn" }));
  await waitFor(() => expect(asked()).toMatchObject({ member_id: `${kara.id},${aelwyn.id}` }));
  expect(router.state.location.search).toMatchObject({ member: `${kara.id},${aelwyn.id}`, clan: nightOwls.id });
  expect(screen.getByRole("button", { name: "Filters (4)" })).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(asked()).not.toHaveProperty("member_id"));
  expect(router.state.location.search).toEqual({ clan: nightOwls.id });
});

test("the table shows more when asked; its totals are of the whole filter and explain themselves", async () => {
  const backend = fakeHistory();
  const totals = sumOf({
    entered: 1_234,
    points: 5_000.5,
    due: 10,
    met: 8,
    missed: 1,
    missing: 1,
    excused: 1,
    rate: 88.9,
  });
  backend.answers(listEntries, pageOf([rowOf({ edited: true, late: true })], { totals, next_cursor: "next" }));
  await openHistory(march);
  const table = within(await screen.findByRole("table"));
  for (const text of ["Mon 2 Mar", "Kara", "Troops donated", "met", "late", "edited", "Aelwyn", "Typed in"]) {
    expect(table.getByText(text)).toBeTruthy();
  }
  expect(screen.getByText(/5,000.5 points · 88.9% \(8 of 9 met\) · 1 value missing/).textContent).toContain(
    "Totals of 1,235 values",
  );

  backend.answers(
    listEntries,
    pageOf([rowOf({ day: "2026-03-01", state: "missing", value: null, outcome: null })], { totals }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await table.findByText("Sun 1 Mar")).toBeTruthy();
  expect(backend.callsTo(listEntries).at(-1)?.query.get("cursor")).toBe("next");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  expect(document.activeElement).toBe(table.getByRole("row", { name: /Sun 1 Mar/ }));

  const byActivity = [{ key: donations.id, label: donations.name, sum: sumOf({ value: 1_200, points: -4 }) }];
  backend.answers(getHistorySummary, summaryOf(byActivity));
  await userEvent.click(screen.getByRole("button", { name: "How this is calculated" }));
  const dialog = within(await screen.findByRole("dialog", { name: `Totals of ${range}` }));
  expect(await dialog.findByText("1,200 troops")).toBeTruthy();
  expect(dialog.getByRole("link", { name: "Show these values" })).toBeTruthy();
  const calls = backend.callsTo(getHistorySummary).map(({ query }) => query.get("states"));
  expect(calls).toEqual([null, "missing"]);
});

test("a phone says first which activity it was, and of one player alone the activity is the title", async () => {
  narrowScreen();
  fakeHistory().answers(listEntries, pageOf([rowOf()]));
  const { unmount } = await openHistory(march);
  const row = async () => within(await screen.findByRole("list", { name: "Values" })).getByRole("listitem");
  const textOf = ({ textContent }: HTMLElement) => textContent;
  expect(textOf(await row())).toContain("Karamet");
  expect(textOf(await row())).toContain("Troops donated · Mon 2 Mar · 12 points");
  unmount();
  await openHistory(`${march}&member=${kara.id}`);
  expect(textOf(await row())).toContain("Troops donatedmet");
  expect(textOf(await row())).not.toContain("Kara ");
  expect(within(await row()).getByText(/^Mon 2 Mar · 12 points/)).toBeTruthy();
});

const missingCell = {
  member: { id: kara.id, name: "Kara", tint: 1 },
  activity: { id: donations.id, name: donations.name, unit: "troops", value_type: "whole" },
  day: "2026-03-02",
  window: { can_write: true, needs_reason: false },
  state: "missing" as const,
  why_not_due: null,
  entry: null,
  working: null,
  missing: {
    daily_target: 50,
    points: -2,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    asked_since: "2026-01-18",
    on_roster_since: "2026-01-18",
    grace_days: 3,
    is_day_over: true,
    locks_at: "2026-03-04T08:00:00.000Z",
    entered_by: { name: "Tariq", values: 43 },
  },
  versions: [],
};

test("a value of one's own is disputed where it is explained; one of somebody else is not", async () => {
  const backend = fakeHistory().answers(getCellHistory, missingCell);
  await openHistory(`&cell=2026-03-02_${kara.id}_${donations.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "This is wrong…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "This is wrong" }));
  await userEvent.click(dialog.getByRole("button", { name: "Send request" }));
  expect(dialog.getByText("Enter the right value.")).toBeTruthy();
  expect(dialog.getByText("Give a reason of at least 3 characters.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Right value (troops)"), "1.5k");
  await userEvent.type(dialog.getByLabelText("Reason"), "Before the war");
  await userEvent.click(dialog.getByRole("button", { name: "Send request" }));
  await waitFor(() => expect(backend.callsTo(createRequest)).toHaveLength(1));
  const asked = { kind: "value", activity_id: donations.id, day: "2026-03-02" };
  expect(backend.callsTo(createRequest)[0]?.body).toEqual({
    ...asked,
    value: 1_500,
    excused: false,
    reason: "Before the war",
    pictures: [],
  });
  cleanup();
  backend.answers(getCellHistory, { ...missingCell, member: { id: aelwyn.id, name: "Aelwyn", tint: 3 } });
  await openHistory(`&cell=2026-03-02_${aelwyn.id}_${donations.id}`);
  await screen.findByRole("dialog", { name: "Aelwyn: Troops donated" });
  expect(screen.queryByRole("button", { name: "This is wrong…" })).toBeNull();
});

const ownDispute: ClanRequest = {
  id: "33333333-0000-4000-8000-000000000001",
  member: { id: kara.id, name: "Kara", tint: 1 },
  state: "open",
  created_at: "2026-03-03T10:00:00.000Z",
  decided_by: null,
  decided_at: null,
  answer: null,
  is_mine: true,
  may_accept: false,
  may_decline: false,
  may_undo: false,
  may_withdraw: true,
  kind: "value",
  reason: "Before the war",
  activity: { ...missingCell.activity, icon: "gift", color: "ocean" },
  day: missingCell.day,
  was: { value: null, excused: false },
  wanted: { value: 140, excused: false },
  pictures: [],
};
const openDisputes = (...items: ClanRequest[]) => ({
  items,
  next_cursor: null,
  open: { value: items.length, away: 0 },
});

test("while one's own dispute is open there is no second one; withdrawn, the value can be disputed again", async () => {
  const backend = fakeHistory().answers(getCellHistory, missingCell).answers(listRequests, openDisputes(ownDispute));
  await openHistory(`&cell=2026-03-02_${kara.id}_${donations.id}`);
  const said = within(await screen.findByRole("region", { name: "Disputed" }));
  expect(screen.queryByRole("button", { name: "This is wrong…" })).toBeNull();
  expect(screen.getByRole("button", { name: "I was away…" })).toBeTruthy();
  backend.answers(deleteRequest, { ...ownDispute, state: "withdrawn", may_withdraw: false });
  backend.answers(listRequests, openDisputes());
  await userEvent.click(said.getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByText("Request withdrawn")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "This is wrong…" })).toBeTruthy();
});

test("what the server has against something that no field shows is said by the form", async () => {
  const message = "This is what is already entered.";
  const refusal = { error: "validation_failed", message, details: [{ path: "value", message }] };
  fakeHistory()
    .answers(getCellHistory, missingCell)
    .repliesTo("POST /api/clans/:clanId/requests", () => Response.json(refusal, { status: 400 }));
  await openHistory(`&cell=2026-03-02_${kara.id}_${donations.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "This is wrong…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "This is wrong" }));
  await userEvent.type(dialog.getByLabelText("Right value (troops)"), "140");
  await userEvent.type(dialog.getByLabelText("Reason"), "Before the war");
  await userEvent.click(dialog.getByRole("button", { name: "Send request" }));
  const field = dialog.getByLabelText("Right value (troops)");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  await userEvent.selectOptions(dialog.getByLabelText("What is correct"), "excused");
  await userEvent.click(dialog.getByRole("button", { name: "Send request" }));
  expect((await dialog.findByRole("alert")).textContent).toBe(message);
});

test("a reason and pictures are not thrown away without a question", async () => {
  fakeHistory().answers(getCellHistory, missingCell);
  await openHistory(`&cell=2026-03-02_${kara.id}_${donations.id}`);
  await userEvent.click(await screen.findByRole("button", { name: "This is wrong…" }));
  const dispute = await screen.findByRole("dialog", { name: "This is wrong" });
  const dialog = within(dispute);
  const proof = new File(["pixels"], "proof.png", { type: "image/png" });
  const pictures = dialog.getByLabelText(/^Pictures as proof/);
  // As in every import: its button is of the house, without a frame around it.
  expect(pictures.className).not.toMatch(/input/);
  expect(document.getElementById(pictures.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(/^Only you/);
  await userEvent.upload(pictures, proof);
  await userEvent.type(dialog.getByLabelText("Reason"), "Before the war");
  dispute.dispatchEvent(new Event("cancel"));
  const question = within(await screen.findByRole("dialog", { name: "Discard changes?" }));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  await userEvent.clear(dialog.getByLabelText("Reason"));
  // The picture alone is worth a question.
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "This is wrong" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Kara: Troops donated" })).toBeTruthy();
});

test("a single day of grace is named as one", async () => {
  const { missing } = missingCell;
  fakeHistory().answers(getCellHistory, { ...missingCell, missing: { ...missing, grace_days: 1 } });
  await openHistory(`&cell=2026-03-02_${kara.id}_${donations.id}`);
  const since = formatDate("2026-01-18");
  expect(await screen.findByText(`Kara has been on the roster since ${since}, past the first day`)).toBeTruthy();
});

test("a value opens its cell, by an address of its own", async () => {
  const backend = fakeHistory();
  backend.answers(listEntries, pageOf([rowOf()]));
  backend.answers(getCellHistory, missingCell);
  const { router } = await openHistory(march);
  await userEvent.click(await screen.findByRole("button", { name: "Kara, Troops donated, Mon 2 Mar: 120 troops" }));
  const opened = within(await screen.findByRole("dialog", { name: "Kara: Troops donated" }));
  expect((await opened.findByText("missing")).parentElement?.textContent).toContain(
    "0 of 50 · −2 points · counts as missed",
  );
  const reasons = within(opened.getByRole("region", { name: "Why it was due" })).getAllByRole("listitem");
  expect(reasons.map(({ textContent }) => textContent?.trim())).toEqual([
    `Asked for every day since ${formatDate("2026-01-18")}`,
    `Kara has been on the roster since ${formatDate("2026-01-18")}, past the first 3 days`,
    "Not away and not excused on that day",
  ]);
  const happened = opened.getByRole("region", { name: "What happened" }).textContent;
  expect(happened).toContain("Nobody entered a value. The day locked on ");
  expect(happened).toContain("Tariq entered 43 other values of that day.");
  expect(router.state.location.search).toMatchObject({ cell: `2026-03-02_${kara.id}_${donations.id}` });
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(router.state.location.search).not.toHaveProperty("cell");
});

test("a locked day asks for a reason before a value is entered, and an open one does not, whatever its date", async () => {
  const day = "2026-01-20";
  const backend = fakeHistory().answers(putEntries, savedCell);
  backend.answers(getCellHistory, { ...missingCell, day, window: { can_write: true, needs_reason: true } });
  await openHistory(`&cell=${day}_${kara.id}_${donations.id}`);
  const drawer = async () => within(await screen.findByRole("dialog", { name: "Kara: Troops donated" }));
  const locked = await drawer();
  await userEvent.type(locked.getByLabelText("New value"), "7{Enter}");
  expect(locked.getByText("Enter a reason.")).toBeTruthy();
  expect(backend.callsTo(putEntries)).toEqual([]);
  cleanup();
  backend.answers(getCellHistory, { ...missingCell, day });
  await openHistory(`&cell=${day}_${kara.id}_${donations.id}`);
  const reopened = await drawer();
  expect(reopened.queryByLabelText("Reason")).toBeNull();
  await userEvent.click(reopened.getByRole("button", { name: "Excuse" }));
  await waitFor(() =>
    expect(backend.callsTo(putEntries)[0]?.body).toMatchObject({ entries: [{ day, excused: true }] }),
  );
  cleanup();
  backend.answers(getCellHistory, { ...missingCell, day, window: { can_write: false, needs_reason: false } });
  await openHistory(`&cell=${day}_${kara.id}_${donations.id}`);
  const closed = await drawer();
  expect(closed.queryByLabelText("New value")).toBeNull();
});

test("a value is not thrown away without a question, and one that is refused after its dialog was closed is said", async () => {
  const day = "2026-01-20";
  const backend = fakeHistory().answers(getCellHistory, { ...missingCell, day });
  await openHistory(`&cell=${day}_${kara.id}_${donations.id}`);
  const dialog = await screen.findByRole("dialog", { name: "Kara: Troops donated" });
  await userEvent.type(within(dialog).getByLabelText("New value"), "7");
  await leaveAndStay(dialog);
  const held = Promise.withResolvers<Response>();
  backend.repliesTo(`PUT /api/clans/${nightOwls.id}/entries`, () => held.promise);
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(backend.callsTo(putEntries)).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  held.resolve(Response.json({ error: "conflict", message: "This day is locked." }, { status: 409 }));
  await screen.findByText("Failed to save Kara’s value. This day is locked.");
});

test("neither is it silent that a version was not restored", async () => {
  const entered = {
    entered_by_name: "Bram",
    entered_at: "2026-01-20T10:00:00.000Z",
    source: "ui",
    reason: null,
  } as const;
  const five = { ...entered, version: 1, state: "value", value: 5, points: 1, late: false } as const;
  const cleared = { ...five, version: 2, state: "cleared", value: null, points: 0 } as const;
  const cell = { ...missingCell, day: "2026-01-20", versions: [cleared, five] };
  const backend = fakeHistory().answers(getCellHistory, cell);
  await openHistory(`&cell=${cell.day}_${kara.id}_${donations.id}`);
  const held = Promise.withResolvers<Response>();
  backend.repliesTo("POST /api/clans/:clanId/entries/:memberId/:activityId/:day/revert", () => held.promise);
  await userEvent.click(await screen.findByRole("button", { name: /^Restore/ }));
  await waitFor(() => expect(backend.callsTo(revertCell)).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  held.resolve(Response.json({ error: "conflict", message: "This day is locked." }, { status: 409 }));
  await screen.findByText("Failed to restore Kara’s value. This day is locked.");
});

const savedCell = { saved: 1, unchanged: 0, conflicts: [], versions: [], revision: 1 };

test("a value of a day that is still on is not missed yet", async () => {
  const missing = { ...missingCell.missing, is_day_over: false, points: 0 };
  fakeHistory().answers(getCellHistory, { ...missingCell, missing });
  await openHistory(`&cell=2026-03-02_${kara.id}_${donations.id}`);
  const opened = within(await screen.findByRole("dialog", { name: "Kara: Troops donated" }));
  expect((await opened.findByText("missing")).parentElement?.textContent).toContain(
    "0 of 50 · not missed yet: the day is still open",
  );
  expect(opened.getByRole("region", { name: "Why it is due" })).toBeTruthy();
});

test("nothing yet, nothing that fits, and nothing that came are three different things", async () => {
  const backend = fakeHistory();
  const { router } = await openHistory();
  expect(await screen.findByText("No values yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Enter today" }).getAttribute("href")).toContain("/daily-activity");

  backend.refuses(listEntries, 503);
  await router.navigate({ to: "/activity-history", search: { state: "late" } });
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  backend.answers(listEntries, pageOf([], { totals: nothing }));
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Nothing matches")).toBeTruthy();
  expect(screen.getByText(/^No values in .* match these filters\.$/)).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" }).at(-1) as HTMLElement);
  expect(await screen.findByText("No values yet")).toBeTruthy();
});

test("compliance puts the worst first and says everything in words", async () => {
  const backend = fakeHistory();
  backend.answers(
    getHistorySummary,
    summaryOf([
      { key: kara.id, label: "Kara", sum: sumOf() },
      {
        key: aelwyn.id,
        label: "Aelwyn",
        sum: sumOf({ due: 6, met: 1, partly: 1, missed: 3, missing: 2, excused: 1, rate: 20 }),
      },
      { key: corvin.id, label: "Corvin", sum: nothing },
    ]),
  );
  await openHistory(`${march}&view=compliance`);
  const list = await screen.findByRole("list", { name: "Players, worst first" });
  const tabs = within(screen.getByRole("navigation", { name: "Views" }));
  expect(tabs.getAllByRole("link", { current: "page" }).map(({ textContent }) => textContent)).toEqual(["Compliance"]);
  const bars = within(list)
    .getAllByRole("img")
    .map((bar) => bar.getAttribute("aria-label"));
  expect(bars).toEqual(["Aelwyn: 1 met, 1 partly, 1 missed, 2 no data, 1 excused", "Kara: 6 met"]);
  expect(within(list).getByRole("button", { name: "Aelwyn: 20% 1 of 5 met" })).toBeTruthy();
  const name = within(list).getByRole("link", { name: "Aelwyn" });
  expect(name.getAttribute("href")).toBe(`/player/${aelwyn.id}`);
});

test("the calendar shows the reader's own days and leads to the entries of one", async () => {
  const backend = fakeHistory();
  const days = ["2026-03-01", "2026-03-02"].map((key) => ({
    key,
    label: key,
    sum: sumOf({ due: 4, met: 3, points: 120, rate: 75 }),
  }));
  backend.answers(getHistorySummary, summaryOf(days));
  const { router } = await openHistory("&from=2026-03-01&to=2026-03-02&view=calendar");
  await userEvent.click(await screen.findByRole("link", { name: "Mon 2 Mar: 3 of 4 met, 120 points" }));
  expect(backend.callsTo(getHistorySummary)[0]?.query.get("member_id")).toBe(kara.id);
  // What is missing is listed, too: a day on which nothing was entered leads to its values.
  const state = "value,excused,missing";
  expect(router.state.location.search).toMatchObject({ from: "2026-03-02", to: "2026-03-02", member: kara.id, state });
});

test("a member begins with their own rows, and may take that filter out", async () => {
  const backend = fakeHistory({ ...nightOwls, role: "member" });
  backend.answers(listEntries, pageOf([rowOf()]));
  const { router } = await openHistory("");
  await waitFor(() => expect(router.state.location.search).toMatchObject({ member: kara.id }));
  await userEvent.click((await screen.findAllByRole("button", { name: "Clear filters" }))[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("member"));
});

test("the matrix leads from a player's week to its entries, and trends hold players against the clan's mean", async () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(800);
  const backend = fakeHistory();
  const week = { key: "2026-03-02", label: "Week of 2 Mar 2026", sum: sumOf() };
  const rows = [{ key: kara.id, label: "Kara", sum: sumOf() }];
  backend.answers(getHistorySummary, summaryOf(rows, { columns: [week], cells: [{ ...sumOf(), row: 0, column: 0 }] }));
  const { router } = await openHistory(`${march}&view=matrix&group_by=week`);
  await userEvent.click(await screen.findByRole("button", { name: "Kara, Week of 2 Mar 2026: 60 points, 6 of 6 met" }));
  expect(router.state.location.search).toMatchObject({ from: "2026-03-02", to: "2026-03-08", member: kara.id });

  backend.answers(
    getHistorySummary,
    summaryOf([...rows, week], { columns: [week], cells: [{ ...sumOf(), row: 0, column: 0 }], members: 4 }),
  );
  await userEvent.click(screen.getByRole("link", { name: "Trends" }));
  const chart = await screen.findByRole("slider", { name: "Points by day" });
  await waitFor(() => expect(chart.getAttribute("aria-valuetext")).toContain("Kara 60"));
  await waitFor(() => expect(chart.getAttribute("aria-valuetext")).toContain("Clan mean 15"));
  // Fifty troops are worth five points; the raid has no target.
  expect(chart.getAttribute("aria-valuetext")).toContain("Target 5");

  await userEvent.click(screen.getByRole("button", { name: "Met" }));
  const met = await screen.findByRole("slider", { name: "Met, in % by day" });
  expect(met.getAttribute("aria-valuetext")).toContain("Target 100%");
});

test("a change is reverted, asks why on a locked day, can be undone, and a conflict shows what stands there now", async () => {
  const backend = fakeHistory();
  backend.answers(listEntryChanges, {
    items: [changeOf(), changeOf({ version: 1, is_current: false })],
    next_cursor: null,
  });
  const revertPath = revertCell.path.replace(":clanId", nightOwls.id);
  const refuse = (status: number, body: object) =>
    backend.repliesTo(`POST ${revertPath}`, () =>
      Response.json({ error: "refused", message: "No", ...body }, { status }),
    );
  const bodies = () => backend.callsTo(revertCell).map(({ body }) => body);
  await openHistory(`${march}&view=changes`);
  const revert = await screen.findByRole("button", { name: "Revert Kara, Troops donated, Mon 2 Mar" });

  const entry = { ...rowOf({ value: 200, version: 5 }), state: "value" as const, entered_by: aelwyn.id };
  refuse(409, { current: { ...entry, entered_by_name: "Bram" } });
  await userEvent.click(revert);
  expect(await screen.findByText(/it is now 200 troops, entered by Bram/)).toBeTruthy();

  refuse(400, { details: [{ path: "reason", message: "2026-03-02 is locked: give a reason to change it." }] });
  await userEvent.click(revert);
  await userEvent.type(await screen.findByLabelText("Reason"), "A typo");
  backend.repliesTo(`POST ${revertPath}`, () => Response.json({ ...entry, version: 3 }));
  await userEvent.click(screen.getByRole("button", { name: "Revert" }));
  expect(await screen.findByText("Kara, Troops donated is 120 troops again")).toBeTruthy();
  expect(bodies().at(-1)).toEqual({ version: 1, base_version: 2, reason: "A typo" });
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(bodies().at(-1)).toEqual({ version: 2, base_version: 3, reason: "A typo" }));

  await userEvent.click(await screen.findByRole("button", { name: "Revert Kara, Troops donated, Mon 2 Mar" }));
  await screen.findByText("Kara, Troops donated is 120 troops again");
  backend.repliesTo(`POST ${revertPath}`, () => Response.json({ error: "x", message: "No" }, { status: 409 }));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect((await screen.findByText("No")).closest('[role="alert"]')).toBeTruthy();
});

test("managers take exactly the filtered entries along; members who see only themselves are told", async () => {
  const files = catchFiles();
  const backend = fakeHistory();
  backend.answers(listEntries, pageOf([rowOf()]));
  backend.repliesTo(
    `GET ${exportEntriesCsv.path.replace(":clanId", nightOwls.id)}`,
    () => new Response("day,player\n"),
  );
  const { unmount } = await openHistory(`${march}&source=import`);
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "CSV of these values" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(Object.fromEntries(backend.callsTo(exportEntriesCsv)[0]?.query ?? [])).toEqual({
    from: "2026-03-01",
    to: "2026-03-31",
    source: "import",
  });
  unmount();

  const closed = { ...ironwood, toggles: { ...ironwood.toggles, members_see_values: false } };
  fakeHistory(closed).answers(listEntryChanges, { items: [changeOf()], next_cursor: null });
  await openHistory(`${march}&view=changes`, closed);
  expect(await screen.findByText(/you see your own rows here/)).toBeTruthy();
  expect(await screen.findByRole("button", { name: /^Details/ })).toBeTruthy();
  for (const name of [/^Revert/, "Export", "Players"]) expect(screen.queryByRole("button", { name })).toBeNull();
});
