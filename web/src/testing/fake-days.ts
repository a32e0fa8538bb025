import { type ClanSettings, getMyClanSettings } from "@clanhall/contract/account";
import type { Clan } from "@clanhall/contract/clans";
import { type Day, type DayActivity, type DayMember, getDay, getDayMeans, listDays } from "@clanhall/contract/days";
import { type CellDraft, type Entry, putEntries } from "@clanhall/contract/entries";
import { fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";

export const shownDay = nightOwls.today.clan_date;

export const donations: DayActivity = {
  id: "dddddddd-0000-4000-8000-000000000001",
  name: "Donations",
  short_label: "Donations",
  description: "",
  category: "",
  icon: "",
  color: "",
  value_type: "whole",
  unit: "troops",
  aggregate: "sum",
  min_value: null,
  max_value: 10_000,
  entry_by: "maintainers",
  rule: {
    effective_from: "2026-01-01",
    points_per_unit: 0.5,
    missing_points: -2,
    daily_cap: null,
    daily_target: 100,
    weekly_target: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  },
  due: true,
};

export const warHit: DayActivity = {
  ...donations,
  id: "dddddddd-0000-4000-8000-000000000002",
  name: "War hit",
  short_label: "War hit",
  value_type: "yes_no",
  unit: "",
  max_value: null,
  entry_by: "members",
  rule: { ...donations.rule, points_per_unit: 10, missing_points: 0, daily_target: null },
};

const member = (number: number, name: string, more: Partial<DayMember> = {}): DayMember => ({
  id: `eeeeeeee-0000-4000-8000-00000000000${number}`,
  name,
  tint: number,
  groups: [],
  is_me: false,
  not_due: null,
  away_until: null,
  ...more,
});

export const karaOfDay = member(1, "Kara", { id: nightOwls.member_id, is_me: true });
export const aelwynOfDay = member(2, "Aelwyn", { groups: ["Raid"] });
const bramOfDay = member(3, "Bram", { groups: ["War"] });

/** What somebody entered, the first time unless said otherwise. */
export function entryOf(of: DayMember, activity: DayActivity, value: number | null, more: Partial<Entry> = {}): Entry {
  return {
    member_id: of.id,
    activity_id: activity.id,
    day: shownDay,
    state: value === null ? "excused" : "value",
    value,
    points: 0,
    late: false,
    version: 1,
    entered_by: bramOfDay.id,
    entered_by_name: "Bram",
    entered_at: "2026-03-03T10:00:00.000Z",
    source: "ui",
    ...more,
  };
}

/** Three players and two activities of an open day, without any entry unless some are given. */
export function dayOf(cells: Entry[] = [], more: Partial<Day> = {}, window: Partial<Day["window"]> = {}): Day {
  return {
    window: {
      day: shownDay,
      today: shownDay,
      ends_at: nightOwls.today.ends_at,
      state: "open",
      locks_at: nightOwls.today.ends_at,
      locked_at: null,
      reopened_until: null,
      can_write: true,
      needs_reason: false,
      ...window,
    },
    revision: 10,
    activities: [donations, warHit],
    members: [karaOfDay, aelwynOfDay, bramOfDay],
    cells,
    due: 6,
    entered: cells.filter(({ state }) => state !== "cleared").length,
    ...more,
  };
}

export const rowSettings: ClanSettings = {
  public_name: null,
  first_steps_hidden: false,
  row_sort: "name",
  row_order: [],
  version: 1,
};

/** A day of Kara's clan on a faked backend that takes every save. */
export function fakeDay(day: Day, clan: Clan = nightOwls) {
  const backend = fakeClans(clan)
    .answers(getDay, day)
    .answers(listDays, { items: [] })
    .answers(getMyClanSettings, rowSettings)
    .answers(getDayMeans, { items: [] });
  backend.repliesTo(`PUT /api/clans/${clan.id}/entries`, () =>
    Response.json(savedAnswer(backend.callsTo(putEntries).at(-1)?.body)),
  );
  return backend;
}

/** Everything that was sent is saved, one version further than its writer saw. */
function savedAnswer(body: unknown) {
  const { entries } = body as { entries: CellDraft[] };
  const versions = entries.map(({ member_id, activity_id, day, base_version = 0 }) => {
    return { member_id, activity_id, day, version: base_version + 1, points: 0, late: false };
  });
  return { saved: entries.length, unchanged: 0, conflicts: [], versions, revision: 11 };
}

export async function openDay(clan: Clan = nightOwls, search = "") {
  const opened = openAsKara(`/daily-activity?clan=${clan.id}${search}`);
  await heading("Daily Activity");
  return opened;
}
