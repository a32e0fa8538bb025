import { putEntries } from "@clanhall/contract/entries";
import { listMembers } from "@clanhall/contract/members";
import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { formatCell } from "../features/entries/format.ts";
import { aelwynOfDay, dayOf, donations, entryOf, fakeDay, karaOfDay, openDay } from "../testing/fake-days.ts";
import { aelwyn, kara, narrowScreen, rosterOf } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const gold = { ...donations, max_value: null };
const shown = (value: number) => formatCell(gold, value);

async function openOnPhone(value: number) {
  const backend = fakeDay(dayOf([entryOf(karaOfDay, gold, value)], { activities: [gold] }));
  narrowScreen();
  await openDay();
  return { backend, field: await screen.findByRole<HTMLInputElement>("textbox", { name: "Kara, Donations" }) };
}

test("on a phone a number is read with separators and corrected without them, and only a correction is sent", async () => {
  const { backend, field } = await openOnPhone(12_345_678);
  expect(field.value).toBe(shown(12_345_678));
  await userEvent.click(field);
  expect(field.value).toBe("12345678");
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 8]);
  await userEvent.tab();
  expect(field.value).toBe(shown(12_345_678));
  expect(screen.getByText("Saved")).toBeTruthy();
  expect(backend.callsTo(putEntries)).toEqual([]);
  await userEvent.click(field);
  await userEvent.keyboard("2345678");
  expect(field.value).toBe("2345678");
  await userEvent.tab();
  expect(field.value).toBe(shown(2_345_678));
});

test.each([
  [60_000, undefined],
  [600_000, "long"],
  [1_234_567, "long"],
  [12_345_678, "longest"],
])("%i has the room it needs, while it is corrected too", async (value, length) => {
  const { field } = await openOnPhone(value);
  expect(field.dataset["length"]).toBe(length);
  await userEvent.click(field);
  expect(field.dataset["length"]).toBe(length);
});

test("on a phone how much is missing and whether it is saved go below each other before either is cut", async () => {
  await openOnPhone(5);
  const missing = screen.getByText("2 missing");
  const state = missing.parentElement;
  expect(state?.contains(screen.getByText("Saved"))).toBe(true);
  expect(state?.hasAttribute("data-nowrap")).toBe(false);
});

test("on a phone the day and its menu stay in one line", async () => {
  await openOnPhone(5);
  const line = (await screen.findByRole("button", { name: "More for this day" })).closest("[data-nowrap]");
  expect(line?.contains(screen.getByRole("group", { name: "Day" }))).toBe(true);
});

test("a paste by name shows what is replaced and what comes with the separators of the grid", async () => {
  const day = dayOf([entryOf(karaOfDay, gold, 60_000)], { activities: [gold] });
  const roster = rosterOf({ ...kara, id: karaOfDay.id }, { ...aelwyn, id: aelwynOfDay.id });
  const backend = fakeDay(day).answers(listMembers, roster);
  await openDay();
  const grid = await screen.findByRole("grid");
  act(() => grid.focus());
  fireEvent.paste(grid, { clipboardData: { types: ["text/plain"], getData: () => "Kara\t75000\nAelwyn\tx\n" } });
  const dialog = within(await screen.findByRole("dialog", { name: "Paste by name" }));
  const row = (await dialog.findByText("Kara", { selector: "strong" })).closest("tr");
  expect(
    within(row ?? grid)
      .getByText(shown(60_000))
      .closest("del"),
  ).toBeTruthy();
  expect(row?.lastElementChild?.textContent).toBe(`${shown(60_000)} ${shown(75_000)}`);
  expect(dialog.getByText("Aelwyn", { selector: "strong" }).closest("tr")?.textContent).toContain("excused");
  expect(backend.callsTo(putEntries)).toEqual([]);
});
