import { listActivities } from "@clanhall/contract/activities";
import type { Clan } from "@clanhall/contract/clans";
import { listMembers } from "@clanhall/contract/members";
import { listClanScoreboards, type Scoreboard } from "@clanhall/contract/scoreboards";
import type { Explanation, Standings } from "@clanhall/contract/standings";
import { donations, oldQuest, raid } from "./fake-activities.ts";
import { fakeClans, nightOwls, openAsKara } from "./fake-clans.ts";
import { aelwyn, corvin, dara, kara, rosterOf } from "./fake-roster.ts";
import { weekRace as rollingRace } from "./fake-scoreboards.ts";
import { heading } from "./open-app.tsx";

/** A board that starts anew each week. */
export const weekRace: Scoreboard = {
  ...rollingRace,
  description: "Who helps most?",
  activities: [
    { activity_id: donations.id, weight: 1 },
    { activity_id: raid.id, weight: 2.5 },
  ],
  period: { kind: "weekly", from: null, to: null, days: null },
  range: { from: "2026-03-02", to: "2026-03-08", label: "2 – 8 Mar 2026" },
  created_at: "2026-02-01T12:00:00.000Z",
  updated_at: "2026-03-02T12:00:00.000Z",
};

type Row = Standings["rows"][number];

/** Kara leads, unless said otherwise. */
export function rowOf(more: Partial<Row> = {}): Row {
  const usual = { rank: 1, previous_rank: 3, member_id: kara.id, name: kara.name, tint: kara.tint, score: 1_234.5 };
  return { ...usual, days_met: 5, days_due: 7, trend: [3, null, 12], ...more };
}

export const threeRows = [
  rowOf(),
  rowOf({ rank: 2, previous_rank: 1, member_id: aelwyn.id, name: aelwyn.name, tint: aelwyn.tint, score: 80 }),
  rowOf({
    rank: 3,
    previous_rank: null,
    member_id: corvin.id,
    name: corvin.name,
    tint: corvin.tint,
    score: -4,
    days_due: 0,
    trend: [],
  }),
];

export function standingsOf(board: Scoreboard, more: Partial<Standings> = {}): Standings {
  const { id, title, description, measure, state, columns, created_at, expires_at, range } = board;
  return {
    board: {
      id,
      title,
      description,
      measure,
      state,
      columns,
      created_at,
      expires_at,
      clan: { name: board.clan_name },
      period: { ...range, time_zone: "UTC" },
      reset_time: "08:00",
    },
    version: "v1",
    updated_at: "2026-03-03T12:00:00.000Z",
    scores_moved_at: "2026-03-03T11:00:00.000Z",
    day_ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    is_final: false,
    has_results: true,
    activities: [donations, raid].map(({ id: key, name, icon, color, unit, value_type }) => ({
      key,
      name,
      icon,
      color,
      unit,
      value_type,
    })),
    earlier: [],
    rows: threeRows,
    left_out: 0,
    ...more,
  };
}

const parts = { due: 7, met: 5, excused: 1, missing: 1 };

/** How Kara's points of the week came about. */
export function explanationOf(more: Partial<Explanation> = {}): Explanation {
  const [gift, fight] = [donations, raid].map(({ id, name, icon, color, unit, value_type }) => ({
    activity_id: id,
    name,
    icon,
    color,
    unit,
    value_type,
    counts_days: false,
    ...parts,
  }));
  if (!gift || !fight) throw new Error("There are two activities");
  return {
    member_id: kara.id,
    name: kara.name,
    tint: kara.tint,
    range: weekRace.range,
    measure: "points",
    score: 1_234.5,
    is_final: false,
    before: null,
    activities: [
      { ...gift, weight: 1, value: 12_045, points: 1_204.5, missing_points: -20, weighted: 1_184.5 },
      { ...fight, weight: 2.5, value: 1, points: 20, missing_points: 0, weighted: 50 },
    ],
    cells: [
      {
        day: "2026-03-02",
        activity_id: donations.id,
        state: "value",
        is_due: true,
        value: 120,
        points: 12,
        is_met: true,
      },
      {
        day: "2026-03-03",
        activity_id: raid.id,
        state: "missing",
        is_due: true,
        value: null,
        points: 0,
        is_met: false,
      },
      {
        day: "2026-03-03",
        activity_id: donations.id,
        state: "value",
        is_due: false,
        value: 7,
        points: 1,
        is_met: false,
      },
    ],
    ...more,
  };
}

/** A clan with these boards, three activities of which one is archived, and four players. */
export function fakeBoards(boards: Scoreboard[] = [weekRace], clan: Clan = nightOwls) {
  return fakeClans(clan)
    .answers(listClanScoreboards, { items: boards })
    .answers(listActivities, { items: [donations, raid, oldQuest] })
    .answers(listMembers, rosterOf(kara, aelwyn, corvin, dara));
}

/** Opens the page with a dialog above it. */
export async function openBoards(search: Record<string, string>, clan: Clan = nightOwls) {
  const opened = openAsKara(`/scoreboards?${new URLSearchParams({ clan: clan.id, ...search }).toString()}`);
  await heading("Scoreboards");
  return opened;
}
