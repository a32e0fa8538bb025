import { type Activity, listActivities } from "@clanhall/contract/activities";
import type { Clan } from "@clanhall/contract/clans";
import type { AnswerOf } from "@clanhall/contract/endpoint";
import {
  getHistorySummary,
  type HistoryRow,
  type HistorySum,
  listEntries,
  listEntryChanges,
} from "@clanhall/contract/entry-history";
import { listMembers } from "@clanhall/contract/members";
import { donations, raid } from "./fake-activities.ts";
import { fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { aelwyn, corvin, kara, rosterOf } from "./fake-roster.ts";
import { heading } from "./open-app.tsx";

type EntryPage = AnswerOf<typeof listEntries>;
type Summary = AnswerOf<typeof getHistorySummary>;
type Change = AnswerOf<typeof listEntryChanges>["items"][number];

/** A sum of cells that are all entered and met, unless said otherwise. */
export function sumOf(more: Partial<HistorySum> = {}): HistorySum {
  const usual = { value: null, points: 60, due: 6, met: 6, partly: 0, missed: 0, missing: 0, excused: 0 };
  return { ...usual, entered: 6, rate: 100, ...more };
}

export const nothing = sumOf({ points: 0, due: 0, met: 0, entered: 0, rate: null });

const karasCell = {
  member_id: kara.id,
  member_name: kara.name,
  member_tint: kara.tint,
  activity_id: donations.id,
  activity_name: donations.name,
  day: "2026-03-02",
};

/** What Kara donated on one day. */
export function rowOf(more: Partial<HistoryRow> = {}): HistoryRow {
  return {
    ...karasCell,
    state: "value",
    value: 120,
    points: 12,
    late: false,
    edited: false,
    outcome: "met",
    version: 1,
    entered_by: aelwyn.id,
    entered_by_name: aelwyn.name,
    entered_at: "2026-03-02T20:00:00.000Z",
    source: "ui",
    ...more,
  };
}

export function pageOf(items: HistoryRow[], more: Partial<EntryPage> = {}): EntryPage {
  return { items, groups: [], totals: sumOf(), next_cursor: null, ...more };
}

/** Somebody's second write of a cell, which still stands. */
export function changeOf(more: Partial<Change> = {}): Change {
  return {
    ...karasCell,
    version: 2,
    state: "value",
    value: 150,
    points: 15,
    late: false,
    entered_by_name: aelwyn.name,
    entered_at: "2026-03-02T20:00:00.000Z",
    source: "ui",
    reason: null,
    before: { state: "value", value: 120 },
    is_current: true,
    ...more,
  };
}

export function summaryOf(rows: Summary["rows"], more: Partial<Summary> = {}): Summary {
  return { rows, columns: [], cells: [], totals: sumOf(), members: rows.length, ...more };
}

/** Three players and two activities, of which nothing is entered until answers are given. */
export function fakeHistory(clan: Clan = nightOwls, activities: Activity[] = [donations, raid]) {
  return fakeClans(clan)
    .answers(listMembers, rosterOf(kara, aelwyn, corvin))
    .answers(listActivities, { items: activities })
    .answers(listEntries, pageOf([], { totals: nothing }))
    .answers(listEntryChanges, { items: [], next_cursor: null })
    .answers(getHistorySummary, summaryOf([], { totals: nothing }));
}

export async function openHistory(search = "", clan: Clan = nightOwls) {
  const opened = openAsKara(`/activity-history?clan=${clan.id}${search}`);
  await heading("Activity History");
  return opened;
}
