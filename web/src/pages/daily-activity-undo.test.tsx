import { getDay } from "@clanhall/contract/days";
import { putEntries } from "@clanhall/contract/entries";
import { listMembers } from "@clanhall/contract/members";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aelwynOfDay, dayOf, donations, entryOf, fakeDay, karaOfDay, openDay } from "../testing/fake-days.ts";
import { aelwyn, kara, narrowScreen, rosterOf } from "../testing/fake-roster.ts";
import { userEvent } from "../testing/user-event.ts";

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const donationsOf = (...names: string[]) => names.map((name) => field(`${name}, Donations`).value);
const paste = (target: Element, text: string) =>
  fireEvent.paste(target, { clipboardData: { types: ["text/plain"], getData: () => text } });
const takeBack = async (said: RegExp) =>
  userEvent.click(within(await screen.findByText(said)).getByRole("button", { name: "Undo" }));

async function openOnPhone() {
  const backend = fakeDay(dayOf());
  narrowScreen();
  await openDay();
  await screen.findByRole("textbox", { name: "Kara, Donations" });
  return backend;
}

test("the Undo of a paste takes back what was pasted, and not what was typed since", async () => {
  await openOnPhone();
  paste(field("Kara, Donations"), "10\n20\n30");
  await screen.findByText("3 values pasted.");
  await userEvent.clear(field("Bram, Donations"));
  await userEvent.type(field("Bram, Donations"), "99");
  fireEvent.blur(field("Bram, Donations"));
  expect(donationsOf("Kara", "Aelwyn", "Bram")).toEqual(["10", "20", "99"]);
  await takeBack(/3 values pasted/);
  expect(donationsOf("Kara", "Aelwyn", "Bram")).toEqual(["", "", "99"]);
});

test("where nothing could be read nothing is pasted, which is said, and there is nothing to undo", async () => {
  await openOnPhone();
  await userEvent.type(field("Kara, Donations"), "55{Enter}");
  paste(field("Aelwyn, Donations"), "many\nlots");
  const toast = await screen.findByText("Nothing pasted: 2 values could not be read.");
  expect(within(toast).queryByRole("button", { name: "Undo" })).toBeNull();
  expect(donationsOf("Kara")).toEqual(["55"]);
});

test("the Undo of values copied from the day before empties those that are still as they were copied", async () => {
  const backend = await openOnPhone();
  const before = [entryOf(karaOfDay, donations, 9), entryOf(aelwynOfDay, donations, 7)];
  backend.answers(getDay, dayOf(before, {}, { day: "2026-03-02" }));
  await userEvent.click(screen.getByRole("button", { name: "More for this day" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Copy previous day" }));
  await screen.findByText(/2 values filled/);
  await userEvent.clear(field("Kara, Donations"));
  await userEvent.type(field("Kara, Donations"), "11");
  fireEvent.blur(field("Kara, Donations"));
  await takeBack(/2 values filled/);
  expect(donationsOf("Kara", "Aelwyn")).toEqual(["11", ""]);
});

test("the Undo of a paste by name leaves what was entered since", async () => {
  const backend = fakeDay(dayOf());
  backend.answers(listMembers, rosterOf({ ...kara, id: karaOfDay.id }, { ...aelwyn, id: aelwynOfDay.id }));
  await openDay();
  const grid = await screen.findByRole("grid");
  act(() => grid.focus());
  paste(grid, "Name\tDonations\nKara\t60\nAelwyn\t75\n");
  await userEvent.click(await screen.findByRole("button", { name: "Paste 2 values" }));
  await screen.findByText("2 values pasted");
  const cell = (name: string) => screen.getByRole("gridcell", { name: new RegExp(`^${name}, Donations`) });
  await waitFor(() => expect(cell("Kara").textContent).toContain("60"));
  await userEvent.click(cell("Kara"));
  await userEvent.keyboard("80{Enter}");
  await waitFor(() => expect(cell("Kara").textContent).toContain("80"));
  await takeBack(/2 values pasted/);
  await waitFor(() => expect(cell("Aelwyn").textContent).not.toContain("75"));
  expect(cell("Kara").textContent).toContain("80");
  await waitFor(() => expect(backend.callsTo(putEntries).length).toBeGreaterThan(0));
});

test("what the day's own Undo takes back is no longer offered", async () => {
  await openOnPhone();
  paste(field("Kara, Donations"), "10\n20\n30");
  await screen.findByText("3 values pasted.");
  await userEvent.clear(field("Bram, Donations"));
  await userEvent.type(field("Bram, Donations"), "99");
  fireEvent.blur(field("Bram, Donations"));
  const undo = () => within(screen.getByRole("main")).getByRole("button", { name: "Undo" });
  await userEvent.click(undo());
  expect(screen.getByText("3 values pasted.")).toBeTruthy();
  await userEvent.click(undo());
  expect(donationsOf("Kara", "Aelwyn", "Bram")).toEqual(["", "", ""]);
  expect(screen.queryByText("3 values pasted.")).toBeNull();
});
