import type { Clan, NothingDue } from "@clanhall/contract/clans";
import type { Day } from "@clanhall/contract/days";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { nightOwls } from "../testing/fake-clans.ts";
import { dayOf, fakeDay, openDay } from "../testing/fake-days.ts";

const nothing: NothingDue = { activities: "dates", players: 3, first_days: 0, away: 0, due_from: null };
const locked: Partial<Day["window"]> = { day: "2026-02-22", state: "locked", needs_reason: true };

async function openEmptyDay(more: Partial<Day>, clan: Clan = nightOwls): Promise<void> {
  fakeDay(dayOf([], { due: 0, ...more }, locked), clan);
  await openDay(clan, "&day=2026-02-22");
}

test("a day before the activities begin says so, and how officers can enter it", async () => {
  await openEmptyDay({ activities: [], nothing_due: nothing });
  await screen.findByRole("heading", { name: "No activities on this day" });
  expect(screen.getByRole("main").textContent).toContain(
    "The clan’s activities begin later or have ended. To enter values here, change their first or last day.",
  );
  screen.getByRole("link", { name: "Customize activities" });
});

test("a member reads why there are no activities, and nothing of what they cannot change", async () => {
  const clan: Clan = { ...nightOwls, role: "member" };
  await openEmptyDay({ activities: [], nothing_due: nothing }, clan);
  await screen.findByText("The clan’s activities begin later or have ended.");
  expect(screen.queryByRole("link", { name: "Customize activities" })).toBeNull();
});

test("a weekday without activities is named", async () => {
  await openEmptyDay({ activities: [], nothing_due: { ...nothing, activities: "weekday" } });
  await screen.findByRole("heading", { name: "No activities on this day" });
  expect(screen.getByRole("main").textContent).toContain("No activity is asked for on Sundays.Customize activities");
});

test("a day before anybody joined says so, and no reason is asked for where there is nothing to enter", async () => {
  await openEmptyDay({ members: [], nothing_due: { ...nothing, activities: null, players: 0 } });
  await screen.findByRole("heading", { name: "No players on this day" });
  screen.getByText("Nobody was on the roster on this day. To enter values here, change when players joined.");
  expect(screen.queryByLabelText("Reason")).toBeNull();
});
