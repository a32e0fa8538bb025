import { listActivities } from "@clanhall/contract/activities";
import type { Clan } from "@clanhall/contract/clans";
import { listClanScoreboards, type Scoreboard } from "@clanhall/contract/scoreboards";
import { screen } from "@testing-library/react";
import { userEvent } from "./user-event.ts";
import { donations } from "./fake-activities.ts";
import { fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";

const dayMs = 86_400_000;
export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
export const token = "t".repeat(43);

/** A link that is on for thirty days. */
export function linkOf(more: Partial<NonNullable<Scoreboard["share"]>> = {}): Scoreboard["share"] {
  return { token, expires_at: inDays(30), has_passcode: false, views: 1_204, ...more };
}

/** The points of the last week, seen by nobody outside of the clan. */
export const weekRace: Scoreboard = {
  id: "33333333-0000-4000-8000-000000000001",
  clan_id: nightOwls.id,
  clan_name: nightOwls.name,
  title: "Week race",
  description: "Everything counts.",
  is_active: true,
  state: "active",
  measure: "points",
  activities: [{ activity_id: donations.id, weight: 1 }],
  period: { kind: "rolling", from: null, to: null, days: 7 },
  range: { from: "2026-02-25", to: "2026-03-03", label: "25 Feb – 3 Mar 2026" },
  members: { kind: "active", ids: [] },
  include_former: false,
  min_due_days: 0,
  top_n: null,
  ties: "standard",
  order: "high",
  name_display: "name",
  columns: ["change", "trend", "days_met"],
  public_activities: 1,
  hidden_activities: 0,
  share: null,
  share_token: null,
  expires_at: null,
  ended_at: null,
  deleted_at: null,
  created_at: "2026-03-01T10:00:00.000Z",
  updated_at: inDays(-2),
  scores_moved_at: null,
  version: 4,
};

export const winterCup: Scoreboard = {
  ...weekRace,
  id: "33333333-0000-4000-8000-000000000002",
  title: "Winter cup",
  description: "",
  measure: "consistency",
  state: "ended",
  is_active: false,
  period: { kind: "fixed", from: "2026-01-01", to: "2026-01-31", days: null },
  range: { from: "2026-01-01", to: "2026-01-31", label: "1 – 31 Jan 2026" },
  share: linkOf({ expires_at: null, has_passcode: true, views: 7 }),
  ended_at: "2026-02-03T10:00:00.000Z",
};

export const oldBoard: Scoreboard = {
  ...weekRace,
  id: "33333333-0000-4000-8000-000000000003",
  title: "Old board",
  state: "archived",
  is_active: false,
};

/** Kara's clan with these boards and one activity to count. */
export function fakeBoards(boards: Scoreboard[], clan: Clan = nightOwls) {
  const items = boards.map((board) => ({ ...board, clan_id: clan.id, clan_name: clan.name }));
  return fakeClans(clan)
    .answers(listActivities, { items: [donations] })
    .answers(listClanScoreboards, { items });
}

export async function openBoards(search = "", clan: Clan = nightOwls) {
  const opened = openAsKara(`/scoreboards?clan=${clan.id}${search}`);
  await heading("Scoreboards");
  return opened;
}

/** Opens the menu of a board and takes one of its entries. */
export async function chooseFor(board: string, entry: string) {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${board}` }));
  await userEvent.click(screen.getByRole("menuitem", { name: entry }));
}
