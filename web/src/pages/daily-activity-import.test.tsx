import { listActivities } from "@clanhall/contract/activities";
import { findImportMapping, importEntries } from "@clanhall/contract/entry-imports";
import { screen, waitFor, within } from "@testing-library/react";
import { leaveAndStay } from "../testing/leave-and-stay.ts";
import { userEvent } from "../testing/user-event.ts";
import { beforeEach, expect, test } from "vitest";
import { nightOwls } from "../testing/fake-clans.ts";
import { aelwynOfDay, dayOf, fakeDay, openDay } from "../testing/fake-days.ts";

const counts = { new: 2, changed: 0, same: 1, skipped: 0, unknown_player: 1, unknown_activity: 0, invalid: 0 };
const answer = {
  counts,
  players_added: 0,
  aliases_added: 0,
  unknown_players: [{ name: "Aelwin", lines: 1, similar: [{ id: aelwynOfDay.id, name: "Aelwyn" }] }],
  unknown_activities: [],
  problems: [],
  same_file: null,
  import: null,
};
/** Once it is known who is meant. */
const decided = { ...answer, counts: { ...counts, new: 3, unknown_player: 0 }, unknown_players: [] };

let backend: ReturnType<typeof fakeDay>;

beforeEach(async () => {
  backend = fakeDay(dayOf())
    .answers(listActivities, { items: [] })
    .answers(findImportMapping, { remembered: null })
    .answers(importEntries, answer);
  await openDay();
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Import values" }));
  const lines = "Date,Player,Activity,Value\n2026-03-03,Aelwin,Donations,5";
  await userEvent.insert(await screen.findByLabelText("Values"), lines);
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("button", { name: "Check the file" });
});

const checkFile = () => userEvent.click(screen.getByRole("button", { name: "Check the file" }));
const findReview = () => screen.findByRole("list", { name: "What the file would do" });
const nameField = () => screen.getByLabelText<HTMLSelectElement>("Aelwin · 1 line");

/** The next check is answered when the test says so. */
function holdCheck() {
  const held = Promise.withResolvers<Response>();
  backend.repliesTo(`POST /api/clans/${nightOwls.id}/imports`, () => held.promise);
  return held;
}

test("neither what was pasted nor what was decided is thrown away without a question", async () => {
  await leaveAndStay(screen.getByRole("dialog", { name: "Import values: 2 Columns" }));
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Values").value).toContain("Aelwin,Donations,5");
  await leaveAndStay(screen.getByRole("dialog", { name: "Import values: 1 Paste" }));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByRole("button", { name: "Check the file" });
  await checkFile();
  await findReview();
  backend.answers(importEntries, decided);
  await userEvent.selectOptions(nameField(), "This is Aelwyn");
  await leaveAndStay(screen.getByRole("dialog", { name: "Import values: 3 Review" }));
  expect(nameField().selectedOptions[0]?.textContent).toBe("This is Aelwyn");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the review stays while a decision is checked, with the focus and with what was decided", async () => {
  await checkFile();
  const review = await findReview();
  const held = holdCheck();
  nameField().focus();
  await userEvent.selectOptions(nameField(), "This is Aelwyn");
  await waitFor(() => expect(backend.callsTo(importEntries)).toHaveLength(2));
  expect(screen.getByRole("list", { name: "What the file would do" })).toBe(review);
  const confirm = screen.getByRole("button", { name: "Import 2 values" });
  expect(confirm.getAttribute("aria-busy")).toBe("true");
  await userEvent.click(confirm);
  expect(backend.callsTo(importEntries)).toHaveLength(2);
  nameField().focus();
  held.resolve(Response.json(decided));
  expect(await screen.findByRole("button", { name: "Import 3 values" })).toBeTruthy();
  expect(nameField().value).toBe(aelwynOfDay.id);
  expect(document.activeElement).toBe(nameField());
  await userEvent.selectOptions(nameField(), "Leave out");
  expect(backend.callsTo(importEntries).at(-1)?.body).toMatchObject({ dry_run: true, players: [] });
});

test("a check that fails says so beside what was decided, and nothing is imported before the next one", async () => {
  await checkFile();
  await findReview();
  backend.refuses(importEntries, 429);
  await userEvent.selectOptions(nameField(), "This is Aelwyn");
  const dialog = within(screen.getByRole("dialog", { name: "Import values: 3 Review" }));
  expect(await dialog.findByRole("alert")).toBeTruthy();
  expect(nameField().value).toBe(aelwynOfDay.id);
  expect(dialog.queryByRole("button", { name: "Import 2 values" })).toBeNull();
  expect(dialog.getByRole("button", { name: "Back" })).toBeTruthy();
  backend.answers(importEntries, decided);
  await userEvent.click(dialog.getByRole("button", { name: "Check again" }));
  expect(await dialog.findByRole("button", { name: "Import 3 values" })).toBeTruthy();
  expect(dialog.queryByRole("alert")).toBeNull();
  const player = { name: "Aelwin", member_id: aelwynOfDay.id };
  expect(backend.callsTo(importEntries).at(-1)?.body).toMatchObject({ dry_run: true, players: [player] });
});

test("whoever goes back stays there when a check is answered late", async () => {
  const held = holdCheck();
  await checkFile();
  await waitFor(() => expect(backend.callsTo(importEntries)).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await userEvent.insert(
    await screen.findByLabelText("Values"),
    "Date,Player,Activity,Value\n2026-03-03,Bram,Donations,7",
  );
  held.resolve(Response.json(answer));
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("button", { name: "Check the file" })).toBeTruthy();
  expect(screen.queryByRole("list", { name: "What the file would do" })).toBeNull();
});

test("an import that is refused after its dialog was closed is said", async () => {
  await checkFile();
  await findReview();
  const held = holdCheck();
  await userEvent.click(screen.getByRole("button", { name: "Import 2 values" }));
  await waitFor(() => expect(backend.callsTo(importEntries).at(-1)?.body).toMatchObject({ dry_run: false }));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  held.resolve(Response.json({ error: "conflict", message: "This day is locked." }, { status: 409 }));
  await screen.findByText("Failed to import the values. This day is locked.");
});
