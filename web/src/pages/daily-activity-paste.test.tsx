import type { AnswerOf } from "@clanhall/contract/endpoint";
import { getDay } from "@clanhall/contract/days";
import { importEntries, undoImport } from "@clanhall/contract/entry-imports";
import { putEntries } from "@clanhall/contract/entries";
import { listMembers } from "@clanhall/contract/members";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { rosterKey } from "../domain/members.ts";
import { nightOwls } from "../testing/fake-clans.ts";
import { aelwynOfDay, dayOf, donations, entryOf, fakeDay, karaOfDay, openDay } from "../testing/fake-days.ts";
import { aelwyn, kara, rosterOf } from "../testing/fake-roster.ts";
import { leaveAndStay } from "../testing/leave-and-stay.ts";
import { userEvent } from "../testing/user-event.ts";

const roster = rosterOf({ ...kara, id: karaOfDay.id }, { ...aelwyn, id: aelwynOfDay.id });
const locked = { state: "locked", needs_reason: true } as const;
const pasted: AnswerOf<typeof undoImport>["import"] = {
  id: "aaaaaaaa-0000-4000-8000-000000000001",
  file_name: "Pasted by name",
  format: "wide",
  policy: "overwrite",
  imported_by_name: "Kara",
  counts: { new: 0, changed: 0, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 },
  created_at: "2026-03-03T10:00:00.000Z",
  undone_at: null,
};
const done: AnswerOf<typeof importEntries> = {
  counts: { new: 0, changed: 0, same: 0, skipped: 0, unknown_player: 0, unknown_activity: 0, invalid: 0 },
  players_added: 0,
  aliases_added: 1,
  unknown_players: [],
  unknown_activities: [],
  problems: [],
  same_file: null,
  import: pasted,
};

const undone: AnswerOf<typeof undoImport> = {
  restored: 2,
  kept: 0,
  players_removed: 0,
  aliases_removed: 1,
  players_kept: [],
  import: { ...pasted, undone_at: "2026-03-03T10:00:05.000Z" },
};

beforeEach(() => sessionStorage.clear());

async function pasteInGrid(text: string): Promise<void> {
  const grid = await screen.findByRole("grid");
  act(() => grid.focus());
  fireEvent.paste(grid, { clipboardData: { types: ["text/plain"], getData: () => text } });
}

const problem = { line: 3, column: "Donations", problem: "2026-03-03 is locked: give a reason to change it." };

const findDialog = () => screen.findByRole("dialog", { name: "Paste by name" });

/** The check, once the roster is there. */
async function openCheck(text: string): Promise<HTMLElement> {
  await pasteInGrid(text);
  const dialog = await findDialog();
  await within(dialog).findByRole("button", { name: /^(?:Paste \d+ values?|Nothing to paste)$/ });
  return dialog;
}

const noDialog = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

async function giveReason(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Reason"), "Forgot it");
  await userEvent.click(screen.getByRole("button", { name: "Edit this day" }));
}

test("names are never pasted by position unasked because the roster does not come", async () => {
  const backend = fakeDay(dayOf([entryOf(karaOfDay, donations, 5)])).refuses(listMembers, 500);
  await openDay();
  await pasteInGrid("Aelwyn\t75\nKara\t60\n");
  const dialog = within(await findDialog());
  expect((await dialog.findByRole("alert")).textContent).toContain("The roster could not be loaded.");
  expect(backend.callsTo(putEntries)).toEqual([]);

  backend.answers(listMembers, roster);
  await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Paste 2 values" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await noDialog();
  expect(backend.callsTo(putEntries)).toEqual([]);
});

test("without the roster a block can still be pasted by position, which is offered", async () => {
  const backend = fakeDay(dayOf()).refuses(listMembers, 500);
  await openDay();
  await pasteInGrid("Aelwyn\tyes\nKara\tno\n");
  const dialog = within(await findDialog());
  await userEvent.click(await dialog.findByRole("button", { name: "Paste by position instead" }));
  await noDialog();
  await waitFor(() => expect(backend.callsTo(putEntries)).toHaveLength(1));
});

test.each([
  ["cannot be read again", (backend: ReturnType<typeof fakeDay>) => backend.refuses(listMembers, 500)],
  ["has none of the names any more", (backend: ReturnType<typeof fakeDay>) => backend.answers(listMembers, rosterOf())],
])("the check stays open when the roster %s", async (_case, change) => {
  const backend = fakeDay(dayOf()).answers(listMembers, roster);
  const { queries } = await openDay();
  await openCheck("Aelwyn\t75\nKara\t60\n");
  change(backend);
  await act(() => queries.invalidateQueries({ queryKey: rosterKey(nightOwls.id) }));
  expect(screen.getByRole("dialog", { name: "Paste by name" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Paste 2 values" })).toBeTruthy();
  expect(backend.callsTo(putEntries)).toEqual([]);
});

test("what was decided about names is not thrown away without a question", async () => {
  const backend = fakeDay(dayOf()).answers(listMembers, roster);
  await openDay();
  const dialog = await openCheck("Aelwynn\t75\nKara\t60\n");
  await userEvent.click(within(dialog).getByRole("button", { name: "No" }));
  await leaveAndStay(dialog);
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await noDialog();

  const other = within(await openCheck("Aelwynn\t75\nKara\t60\n"));
  await userEvent.selectOptions(other.getByLabelText("Existing values"), "keep");
  await leaveAndStay(screen.getByRole("dialog", { name: "Paste by name" }));
  await userEvent.selectOptions(other.getByLabelText("Existing values"), "replace with the pasted value");
  await userEvent.click(other.getByRole("button", { name: "Close" }));
  await noDialog();
  expect(backend.callsTo(putEntries)).toEqual([]);
});

test("names pasted into a locked day carry the reason that was given, and so does their undo", async () => {
  const backend = fakeDay(dayOf([], {}, locked)).answers(listMembers, roster);
  const counts = { ...done.counts, new: 2 };
  backend.answers(importEntries, { ...done, counts }).refuses(undoImport, 404);
  await openDay();
  await giveReason();
  await pasteInGrid("Aelwynn\t75\nKara\t60\n");
  await userEvent.click(await screen.findByRole("button", { name: "Paste 2 values" }));
  const toast = await screen.findByText("2 values pasted");
  await noDialog();
  expect(backend.callsTo(importEntries)[0]?.body).toMatchObject({ reason: "Forgot it" });
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(undoImport)[0]?.body).toEqual({ reason: "Forgot it" }));
});

test("a locked day without a reason takes no values of new players either", async () => {
  const backend = fakeDay(dayOf([], {}, locked)).answers(listMembers, roster);
  await openDay();
  const dialog = within(await openCheck("Zorro\t75\nKara\t60\nAelwyn\t50\n"));
  expect(dialog.getByText("3 cannot be written")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Nothing to paste" })).toHaveProperty("disabled", true);
  expect(backend.callsTo(importEntries)).toEqual([]);
});

test("values that the server does not take keep the check open and are named there", async () => {
  const backend = fakeDay(dayOf()).answers(listMembers, roster);
  const counts = { ...done.counts, new: 1, invalid: 1 };
  backend.answers(importEntries, { ...done, counts, problems: [problem] });
  await openDay();
  await pasteInGrid("Aelwynn\t75\nKara\t60\n");
  await userEvent.click(await screen.findByRole("button", { name: "Paste 2 values" }));
  expect(await screen.findByText("1 value pasted")).toBeTruthy();
  const dialog = within(screen.getByRole("dialog", { name: "Paste by name" }));
  const alert = dialog.getByRole("alert");
  expect(alert.textContent).toContain("Not everything could be pasted");
  expect(within(alert).getByRole("listitem").textContent).toBe(
    "Kara, Donations: 2026-03-03 is locked: give a reason to change it.",
  );
});

/** A paste whose check is closed before its answer comes. */
async function closeWhileSending() {
  const backend = fakeDay(dayOf()).answers(listMembers, roster);
  const held = Promise.withResolvers<Response>();
  backend.repliesTo("POST /api/clans/:clanId/imports", () => held.promise);
  await openDay();
  await pasteInGrid("Aelwynn\t75\nKara\t60\n");
  await userEvent.click(await screen.findByRole("button", { name: "Paste 2 values" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await noDialog();
  return held;
}

test("a paste that is refused after its check was closed says so", async () => {
  const held = await closeWhileSending();
  held.resolve(Response.json({ error: "conflict", message: "Someone else changed the roster." }, { status: 409 }));
  expect(await screen.findByText("Failed to paste the values. Someone else changed the roster.")).toBeTruthy();
});

test("what the server did not take is said after the check was closed, too", async () => {
  const held = await closeWhileSending();
  held.resolve(Response.json({ ...done, counts: { ...done.counts, new: 1, invalid: 1 }, problems: [problem] }));
  await screen.findByText("1 value pasted");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(await screen.findByText(/^1 value could not be pasted\. Kara, Donations: 2026-03-03 is locked/)).toBeTruthy();
});

test("a paste that arrived is not called a failure because the day cannot be read again", async () => {
  const backend = fakeDay(dayOf()).answers(listMembers, roster);
  backend.answers(importEntries, { ...done, counts: { ...done.counts, new: 2 } }).answers(undoImport, undone);
  await openDay();
  await openCheck("Aelwynn\t75\nKara\t60\n");
  backend.refuses(getDay, 500);
  await userEvent.click(screen.getByRole("button", { name: "Paste 2 values" }));
  const toast = await screen.findByText("2 values pasted");
  await noDialog();
  await userEvent.click(within(toast).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(backend.callsTo(undoImport)).toHaveLength(1));
  expect(screen.queryByText(/could not|Failed/)).toBeNull();
});
