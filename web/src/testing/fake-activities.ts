import { type Activity, listActivities } from "@clanhall/contract/activities";
import { screen } from "@testing-library/react";
import { userEvent } from "./user-event.ts";
import { fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";

const scoring = {
  points_per_unit: 0.1,
  missing_points: 0,
  daily_cap: null,
  daily_target: 50,
  weekly_target: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
};

export const donations: Activity = {
  id: "22222222-0000-4000-8000-000000000001",
  clan_id: nightOwls.id,
  name: "Troops donated",
  short_label: "Donated",
  description: "",
  category: "Clan life",
  icon: "gift",
  color: "moss",
  value_type: "whole",
  unit: "troops",
  aggregate: "sum",
  ...scoring,
  min_value: null,
  max_value: null,
  start_date: "2026-01-01",
  end_date: null,
  entry_by: "maintainers",
  public: true,
  active: true,
  position: 0,
  version: 3,
  entry_count: 120,
  rules: [{ effective_from: "2026-01-01", ...scoring }],
  deleted_at: null,
};

const weekend = { ...scoring, points_per_unit: 20, daily_target: null, weekdays: [5, 6, 7] };
export const raid: Activity = {
  ...donations,
  id: "22222222-0000-4000-8000-000000000002",
  name: "Raid attended",
  short_label: "Raid",
  icon: "",
  color: "",
  value_type: "yes_no",
  unit: "",
  ...weekend,
  rules: [{ effective_from: "2026-01-01", ...weekend }],
  public: false,
  entry_count: 0,
  position: 1,
};

export const training: Activity = {
  ...donations,
  id: "22222222-0000-4000-8000-000000000003",
  name: "Training",
  short_label: "Train",
  value_type: "duration",
  unit: "",
  position: 2,
};

export const oldQuest: Activity = {
  ...donations,
  id: "22222222-0000-4000-8000-000000000004",
  name: "Old quest",
  active: false,
  position: 3,
};

/** Opens the page on these activities, or without an answer to the question for them. */
export async function openActivities(items: Activity[] | null, backend = fakeClans(nightOwls), clan = nightOwls) {
  if (items) backend.answers(listActivities, { items });
  const opened = openAsKara(`/customize-activities?clan=${clan.id}`);
  await heading("Customize Activities");
  return { backend, ...opened };
}

/** Opens the menu of an activity and takes one of its entries. */
export async function chooseFor(activity: string, entry: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${activity}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
}
