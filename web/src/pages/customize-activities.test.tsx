import {
  createActivity,
  deleteActivity,
  listActivities,
  orderActivities,
  patchActivity,
  rescoreActivity,
  restoreActivity,
} from "@clanhall/contract/activities";
import { applyTemplate, copyActivities, exportActivities, importActivities } from "@clanhall/contract/activity-sets";
import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "../testing/user-event.ts";
import { expect, test } from "vitest";
import { catchFiles } from "../testing/catch-files.ts";
import { chooseFor, donations, oldQuest, openActivities, raid, training } from "../testing/fake-activities.ts";
import { readDate } from "../lib/read-date.ts";
import { fakeClans, ironwood, nightOwls, warGame } from "../testing/fake-clans.ts";

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const click = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const orderPath = `PUT /api/clans/${nightOwls.id}/activities/order`;
const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

async function chooseMore(entry: string) {
  await userEvent.click(await screen.findByRole("button", { name: "More for activities" }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
}

test("activities are listed in their order with what they count; archived ones below", async () => {
  const { backend } = await openActivities([donations, raid, oldQuest]);
  const row = within(await screen.findByRole("row", { name: /Troops donated/ }));
  for (const text of ["Whole number", "troops", "0.1", "50 a day", "Every day", "Maintainers", "Yes", "120"]) {
    expect(row.getByText(text)).toBeTruthy();
  }
  expect(within(screen.getByRole("row", { name: /Raid attended/ })).getByText("Fri–Sun")).toBeTruthy();
  expect(screen.getByText("2 of 40 active")).toBeTruthy();
  const archived = within(screen.getByRole("region", { name: "Archived" }));
  expect(archived.getByText(/^Archived activities are never due\./)).toBeTruthy();
  backend.answers(patchActivity, { ...oldQuest, active: true });
  await userEvent.click(archived.getByRole("button", { name: "Make active again Old quest" }));
  await screen.findByText("Old quest is active again");
  expect(backend.callsTo(patchActivity)[0]?.body).toEqual({ active: true, version: 3 });
});

test("a clan without activities is offered the two ways to begin", async () => {
  const { backend } = await openActivities([]);
  await screen.findByRole("heading", { name: "No activities yet" });
  expect(screen.getByRole("button", { name: "Add the first one" })).toBeTruthy();
  await click("Apply a game’s template");
  const form = await dialog("Apply a game’s template");
  await form.findByText(/Adds Raid attended/);
  backend.answers(applyTemplate, {
    added: [raid],
    skipped: [{ name: "War", problem: "There is already one." }],
    layouts_added: 0,
  });
  await userEvent.click(form.getByRole("button", { name: "Apply template" }));
  await form.findByText("1 activity added.");
  expect(form.getByText("left out: There is already one.")).toBeTruthy();
  expect(backend.callsTo(applyTemplate)[0]?.body).toEqual({ game_id: warGame.id, key: "raids" });
});

test("a list that does not come can be asked for again", async () => {
  const backend = fakeClans(nightOwls).refuses(listActivities, 403);
  await openActivities(null, backend);
  await screen.findByText(/The activities could not be loaded/);
  backend.answers(listActivities, { items: [donations] });
  await click("Try again");
  expect(await screen.findByRole("row", { name: /Troops donated/ })).toBeTruthy();
});

test("plain members are told that the screen is not theirs", async () => {
  await openActivities([], fakeClans(ironwood), ironwood);
  expect(await screen.findByText("None of your clans has this screen for you.")).toBeTruthy();
});

test("an archived clan is there to be read", async () => {
  const archived = { ...nightOwls, archived_at: "2026-02-01T00:00:00.000Z" };
  await openActivities([donations], fakeClans(archived));
  await screen.findByText(/its activities can be read, but not changed/);
  expect(screen.queryByRole("button", { name: /Add activity|Move|Actions for/ })).toBeNull();
});

test("an activity is added; what is wrong is said at the field, by us and by the server", async () => {
  const { backend } = await openActivities([donations]);
  await userEvent.click(await screen.findByRole("button", { name: "Add activity" }));
  const form = await dialog("Add an activity");
  expect(form.getByLabelText("Description").getAttribute("rows")).toBe("3");
  const add = form.getByRole("button", { name: "Add activity" });
  await userEvent.click(add);
  expect(form.getByText("The activity's name needs at least one character.")).toBeTruthy();
  expect(backend.callsTo(createActivity)).toEqual([]);
  await userEvent.insert(form.getByRole("textbox", { name: "Name" }), "War attacks");
  expect(form.getByRole("textbox", { name: "Short label" })).toHaveProperty("value", "War attacks");
  await userEvent.type(form.getByRole("textbox", { name: "Unit" }), "attacks");
  const points = form.getByRole("textbox", { name: "Points per unit" });
  await userEvent.clear(points);
  await userEvent.type(points, "two");
  await userEvent.click(add);
  expect(points.getAttribute("aria-invalid")).toBe("true");
  expect(form.getByText("Check the fields marked above.")).toBeTruthy();
  await userEvent.clear(points);
  await userEvent.type(points, "2.5");
  expect(form.getByText("5 attacks → 12.5 points")).toBeTruthy();
  await userEvent.click(form.getByRole("radio", { name: "sword" }));
  await userEvent.click(form.getByRole("button", { name: "Wednesday" }));
  const message = "There is already an activity of this name.";
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/activities`, () =>
    Response.json({ error: "conflict", message, details: [{ path: "name", message }] }, { status: 409 }),
  );
  await userEvent.click(add);
  await form.findByText(message);
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/activities`, () => Response.json(raid));
  await userEvent.click(add);
  await screen.findByText("Raid attended added");
  expect(backend.callsTo(createActivity).at(-1)?.body).toMatchObject({
    name: "War attacks",
    icon: "sword",
    points_per_unit: 2.5,
    daily_target: null,
    weekdays: [1, 2, 4, 5, 6, 7],
  });
});

test("a change of the scoring counts from a day on, and with entries the kind of value stays", async () => {
  const { backend } = await openActivities([donations, training]);
  backend.answers(patchActivity, donations);
  await chooseFor("Troops donated", "Edit");
  const form = await dialog("Edit Troops donated");
  const kinds = within(form.getByRole("combobox", { name: "Kind of value" })).getAllByRole("option");
  expect(kinds.map(({ textContent }) => textContent)).toEqual(["Whole number", "Decimal number"]);
  expect(form.getAllByText(/^Can’t be changed: values have already been entered\./).length).toBeGreaterThan(0);
  expect(form.queryByLabelText("Changes count from")).toBeNull();
  await userEvent.type(form.getByRole("textbox", { name: "Daily target" }), "0");
  const from = form.getByLabelText<HTMLInputElement>("Changes count from");
  expect(readDate(from.value, "2026-01-01")).toMatch(/^\d{4}-\d\d-\d\d$/);
  await userEvent.clear(from);
  await userEvent.type(from, "2030-01-01");
  await userEvent.click(form.getByRole("button", { name: "Save activity" }));
  await screen.findByText("Activity saved");
  const change = { daily_target: 500, effective_from: "2030-01-01", version: 3 };
  expect(backend.callsTo(patchActivity)[0]?.body).toEqual(change);
});

test("the same field changed elsewhere is put before the person", async () => {
  const { backend } = await openActivities([donations]);
  const current = { ...donations, name: "Donations", version: 9 };
  const patchPath = `PATCH /api/clans/${nightOwls.id}/activities/${donations.id}`;
  backend.repliesTo(patchPath, () =>
    Response.json({ error: "conflict", message: "x", current, changed_by: "Rolf" }, { status: 409 }),
  );
  await chooseFor("Troops donated", "Edit");
  const form = await dialog("Edit Troops donated");
  await userEvent.type(form.getByRole("textbox", { name: "Name" }), "!");
  await click("Save activity");
  await form.findByText("Changed by Rolf: Donations");
  backend.repliesTo(patchPath, () => Response.json(current));
  await click("Keep mine");
  await click("Save activity");
  await screen.findByText("Activity saved");
  expect(backend.callsTo(patchActivity).at(-1)?.body).toEqual({ name: "Troops donated!", version: 9 });
});

test("the keyboard puts activities in order; a refusal puts them back and says why", async () => {
  const { backend } = await openActivities([donations, raid, training, oldQuest]);
  backend.answers(orderActivities, { items: [raid, training, donations, oldQuest] });
  const handle = await screen.findByRole("button", { name: "Move Troops donated" });
  handle.focus();
  await userEvent.keyboard(" {ArrowDown}{ArrowDown}");
  expect(screen.getByText("Troops donated: position 3 of 3.")).toBeTruthy();
  expect(document.activeElement).toBe(handle);
  await userEvent.keyboard("{Escape}");
  expect(names()[0]).toMatch(/^Troops donated/);
  expect(backend.callsTo(orderActivities)).toEqual([]);
  backend.answers(listActivities, { items: [raid, training, donations, oldQuest] });
  await userEvent.keyboard("{Enter}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown} ");
  expect(screen.getByText("Troops donated dropped at position 3 of 3.")).toBeTruthy();
  const ids = [raid.id, training.id, donations.id, oldQuest.id];
  await waitFor(() => expect(backend.callsTo(orderActivities)[0]?.body).toEqual({ ids }));

  const refusal = { error: "conflict", message: "The activities changed in the meantime." };
  const { promise: answer, resolve } = Promise.withResolvers<Response>();
  backend.repliesTo(orderPath, () => answer);
  await chooseFor("Troops donated", "Move up");
  expect(names()[1]).toMatch(/^Troops donated/);
  resolve(Response.json(refusal, { status: 409 }));
  expect((await screen.findByText(refusal.message)).getAttribute("role")).toBe("alert");
  await waitFor(() => expect(names()[2]).toMatch(/^Troops donated/));
});

test("a re-score shows what changes before it is done", async () => {
  const { backend } = await openActivities([donations]);
  const mover = { member_id: nightOwls.member_id, name: "Kara", rank_before: 4, rank_after: 1 };
  const ranks = [{ ...mover, points_before: 10, points_after: 40.5 }];
  backend.answers(rescoreActivity, { changed: 0, points_before: 0, points_after: 0, ranks: [] });
  await chooseFor("Troops donated", "Re-score");
  const form = await dialog("Re-score Troops donated");
  await form.findByText("Nothing to change: all points are up to date.");
  expect(form.getByRole("button", { name: "Apply" })).toHaveProperty("disabled", true);
  backend.answers(rescoreActivity, { changed: 12, points_before: 100, points_after: 250, ranks });
  const from = form.getByLabelText("From");
  await userEvent.clear(from);
  await userEvent.type(from, "2026-01-05");
  const kara = within(await form.findByRole("row", { name: /Kara/ }));
  expect(kara.getByText(/4 → 1/)).toBeTruthy();
  expect(kara.getByText("10.0 → 40.5")).toBeTruthy();
  expect(within(form.getByRole("region", { name: "What changes" })).getByText("12 values")).toBeTruthy();
  expect(form.getByRole("table", { name: "Biggest rank changes since this day" })).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: "Apply" }));
  await screen.findByText("12 values re-scored");
  expect(backend.callsTo(rescoreActivity).at(-1)?.body).toEqual({ from: "2026-01-05", dry_run: false });
});

test("what has no entries is deleted and can be had back, at once or from the bin", async () => {
  const { backend } = await openActivities([donations, raid]);
  backend.answers(deleteActivity, {}).answers(restoreActivity, raid);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Troops donated" }));
  expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  backend.answers(listActivities, { items: [donations] });
  await chooseFor("Raid attended", "Delete");
  await screen.findByText("Raid attended deleted");
  expect(names()).toHaveLength(1);
  await click("Undo");
  await waitFor(() => expect(backend.callsTo(restoreActivity)).toHaveLength(1));
  const deleted = { ...raid, deleted_at: new Date(Date.now() - 86_400_000).toISOString() };
  backend.answers(listActivities, { items: [donations, deleted] });
  await chooseMore("Bin");
  const bin = await dialog("Bin");
  await bin.findByText(/29 days left$/);
  await userEvent.click(bin.getByRole("button", { name: "Restore Raid attended" }));
  await waitFor(() => expect(backend.callsTo(restoreActivity)).toHaveLength(2));
});

test("an archived one leaves the list at once and comes back with Undo", async () => {
  const { backend } = await openActivities([donations, raid]);
  backend.answers(patchActivity, { ...donations, active: false, version: 4 });
  await chooseFor("Troops donated", "Archive");
  const toast = await screen.findByText("Troops donated archived");
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(patchActivity)[1]?.body).toEqual({ active: true, version: 4 }));
});

test("why an Undo did not work is said once, in a message", async () => {
  const { backend } = await openActivities([donations, raid]);
  backend.answers(patchActivity, { ...donations, active: false, version: 4 });
  await chooseFor("Troops donated", "Archive");
  const toast = await screen.findByText("Troops donated archived");
  backend.refuses(patchActivity, 409);
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  expect((await screen.findByRole("alert")).textContent).toBe("No");
});

test("one that is archived and at once made active again waits for the version that archiving left", async () => {
  const { backend } = await openActivities([donations, raid]);
  const archiving = Promise.withResolvers<void>();
  const archived = { ...donations, active: false, version: 4 };
  const call = `PATCH /api/clans/${nightOwls.id}/activities/${donations.id}`;
  backend.repliesTo(call, () => archiving.promise.then(() => Response.json(archived)));
  await chooseFor("Troops donated", "Archive");
  await userEvent.click(await screen.findByRole("button", { name: "Make active again Troops donated" }));
  expect(backend.callsTo(patchActivity)).toHaveLength(1);
  backend.answers(listActivities, { items: [archived, raid] });
  archiving.resolve();
  await waitFor(() => expect(backend.callsTo(patchActivity)[1]?.body).toEqual({ active: true, version: 4 }));
  await screen.findByText("Troops donated archived");
});

test("sets come from another clan or a file, and go into one", async () => {
  const other = { ...ironwood, role: "owner" as const };
  const { backend } = await openActivities([donations, raid], fakeClans(nightOwls, other));
  await chooseMore("Copy from another clan");
  const copy = await dialog("Copy from another clan");
  await userEvent.click(await copy.findByRole("checkbox", { name: "Troops donated" }));
  backend.answers(copyActivities, { added: [raid], skipped: [], layouts_added: 0 });
  await userEvent.click(copy.getByRole("button", { name: "Copy 1 activity" }));
  await copy.findByText("1 activity added.");
  const body = { from_clan_id: other.id, activity_ids: [raid.id] };
  expect(backend.callsTo(copyActivities)[0]?.body).toEqual(body);
  await userEvent.click(copy.getByRole("button", { name: "Done" }));

  await chooseMore("Import file");
  const steps = await dialog("Import activities");
  const field = steps.getByLabelText("A file made with Export file");
  await userEvent.upload(field, new File(["[]"], "x.json", { type: "application/json" }));
  await steps.findByText(/This is not an activities file/);
  const set = { format: "clanhall-activities", format_version: 1, activities: [{ name: "Raid", short_label: "Raid" }] };
  backend.answers(importActivities, {
    added: [raid],
    skipped: [{ name: "War", problem: "There is already one." }],
    layouts_added: 0,
  });
  await userEvent.upload(field, new File([JSON.stringify(set)], "y.json", { type: "application/json" }));
  await steps.findByText("1 activity will be added.");
  await userEvent.click(steps.getByRole("button", { name: "Add 1 activity" }));
  await steps.findByText("1 activity added.");
  expect(backend.callsTo(importActivities).map((sent) => sent.body)).toEqual([
    { set, dry_run: true },
    { set, dry_run: false },
  ]);
  await userEvent.click(steps.getByRole("button", { name: "Done" }));

  const files = catchFiles();
  backend.repliesTo(`GET ${exportActivities.path.replace(":clanId", nightOwls.id)}`, () => new Response("{}"));
  await chooseMore("Export file");
  await waitFor(() => expect(files).toHaveLength(1));
});

test("the list is handed out as a table, archived ones too", async () => {
  await openActivities([donations, oldQuest]);
  const files = catchFiles();
  await chooseMore("Export CSV");
  const [heads = "", ...lines] = (await files[0]?.text())?.split("\r\n") ?? [];
  const cells = (line = "") =>
    Object.fromEntries(heads.split(",").map((head, index) => [head, line.split(",")[index]]));
  const { name, value_type, daily_target } = donations;
  expect(cells(lines[0])).toMatchObject({ name, value_type, daily_target: String(daily_target), active: "true" });
  expect(cells(lines[0]).weekdays).toBe("1 2 3 4 5 6 7");
  expect(cells(lines[1])).toMatchObject({ name: oldQuest.name, active: "false" });
  expect(lines.slice(2)).toEqual([""]);
});
