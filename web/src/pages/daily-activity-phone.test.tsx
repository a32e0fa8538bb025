import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { dayOf, donations, entryOf, fakeDay, openDay } from "../testing/fake-days.ts";
import { userEvent } from "../testing/user-event.ts";

function narrowScreen(): void {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: true, onchange: null }) as MediaQueryList,
  );
}

const { members } = dayOf();
const allDonated = members.map((member) => entryOf(member, donations, 5));

test("entry begins with the first activity that has something missing", async () => {
  fakeDay(dayOf(allDonated));
  narrowScreen();
  await openDay();
  expect((await screen.findByRole("tab", { selected: true })).textContent).toContain("War hit");
});

test("with only what is missing, a complete activity says so below the tabs, which lead on to the others", async () => {
  fakeDay(dayOf(allDonated));
  narrowScreen();
  await openDay(undefined, "&missing=true");
  await userEvent.click(await screen.findByRole("tab", { name: /^Donations.*done/ }));
  expect(screen.getByText("No players match these filters.")).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: /^War hit.*3 missing/ }));
  expect(screen.getByRole("group", { name: "Kara, War hit" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Player" }));
  expect(screen.getByRole("tab", { name: /^Kara/ })).toBeTruthy();
});
