import { getDay } from "@clanhall/contract/days";
import type { Endpoint } from "@clanhall/contract/endpoint";
import { putEntries } from "@clanhall/contract/entries";
import { exportEntriesCsv } from "@clanhall/contract/entry-history";
import { getStandings } from "@clanhall/contract/standings";

export interface BotExample {
  title: string;
  why: string;
  endpoint: Endpoint;
  params: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  status: number;
  answer: unknown;
}

/** The clan of the examples. */
export const night = {
  clan: "7b0c5e3a-41d2-4f6b-9c1e-2a8d6f4e5b10",
  board: "c2f7a9d4-6e1b-4a35-8d70-1b9e3c5f7a28",
  raids: "5d8e2b6f-0c47-4913-a6f2-9e4b7d1c3a65",
  ann: "0e6b9c2d-7f15-4e8a-b3d4-6c1a5f2e8d97",
  kara: "9a3d7e51-2b8c-4f06-8e19-4d7c0b6a5f32",
  tom: "e4c1f8b7-5a29-4d63-9f0b-8b2e6d3a1c74",
  today: "2026-03-04",
  day: "2026-03-03",
  lockedDay: "2026-02-02",
};

const saved = {
  saved: 2,
  unchanged: 0,
  conflicts: [],
  versions: [
    { member_id: night.kara, activity_id: night.raids, day: night.day, version: 1, points: 12, late: true },
    { member_id: night.tom, activity_id: night.raids, day: night.day, version: 1, points: 7, late: true },
  ],
  revision: 1,
};

const cell = {
  member_id: night.kara,
  activity_id: night.raids,
  day: night.day,
  state: "value",
  value: 12,
  points: 12,
  late: true,
  version: 1,
  entered_by: night.ann,
  entered_by_name: "Ann Olsson",
  entered_at: "2026-03-04T18:30:00.000Z",
  source: "api",
};

const activity = {
  id: night.raids,
  name: "Raids",
  short_label: "Raids",
  description: "",
  category: "",
  icon: "",
  color: "",
  value_type: "whole",
  unit: "runs",
  aggregate: "sum",
  min_value: null,
  max_value: null,
  entry_by: "maintainers",
  rule: {
    effective_from: "1970-01-01",
    points_per_unit: 1,
    missing_points: 0,
    daily_cap: null,
    daily_target: null,
    weekly_target: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
  },
  due: true,
};

const row = (rank: number, member_id: string, name: string, tint: number, score: number) => ({
  rank,
  previous_rank: null,
  name,
  tint,
  score,
  per_activity: [{ activity: night.raids, value: score || null, points: score }],
  days_met: score ? 1 : 0,
  days_due: 7,
  trend: [0, 0, 0, 0, 0, score, 0],
  member_id,
});

/** What the server says to each example, as it would on that day. */
const answers = {
  day: {
    window: {
      day: night.day,
      today: night.today,
      ends_at: "2026-03-04T00:00:00.000Z",
      state: "late",
      locks_at: "2026-03-06T00:00:00.000Z",
      locked_at: null,
      reopened_until: null,
      can_write: true,
      needs_reason: false,
    },
    revision: 0,
    activities: [activity],
    members: [
      { id: night.ann, name: "Ann Olsson", tint: 1, groups: [], is_me: true, not_due: null, away_until: null },
      { id: night.kara, name: "Kara Moon", tint: 2, groups: [], is_me: false, not_due: null, away_until: null },
      { id: night.tom, name: "Tom Hill", tint: 3, groups: [], is_me: false, not_due: null, away_until: null },
    ],
    cells: [],
    due: 3,
    entered: 0,
    nothing_due: null,
  },
  saved,
  conflict: {
    saved: 0,
    unchanged: 0,
    conflicts: [{ member_id: night.kara, activity_id: night.raids, day: night.day, current: cell }],
    versions: [],
    revision: 2,
  },
  locked: {
    error: "locked",
    message: "2026-02-02 is locked: its values can no longer be changed",
    request_id: "2f6d1c1e-8a47-4c33-9b0e-5d1f7a6c9e20",
  },
  csv: `day,player,player_id,activity,activity_id,state,value,unit,points,late,edited,entered_by,entered_at,source
${night.day},Kara Moon,${night.kara},Raids,${night.raids},value,12,runs,12,true,false,Ann Olsson,2026-03-04T18:30:00.000Z,api
${night.day},Tom Hill,${night.tom},Raids,${night.raids},value,7,runs,7,true,false,Ann Olsson,2026-03-04T18:30:00.000Z,api
`,
  standings: {
    board: {
      id: night.board,
      title: "Top raiders",
      description: "",
      clan: { name: "Night Owls" },
      measure: "points",
      period: { from: "2026-02-26", to: night.today, label: "26 Feb – 4 Mar 2026", time_zone: "UTC" },
      reset_time: "00:00",
      state: "active",
      columns: ["change", "trend", "days_met", "activities"],
      created_at: "2026-02-20T09:00:00.000Z",
      expires_at: null,
    },
    version: "k3PzVw0bTq9sYxJr5LmN2A",
    updated_at: "2026-03-04T18:30:00.000Z",
    is_final: false,
    has_results: true,
    activities: [{ key: night.raids, name: "Raids", icon: "", color: "", unit: "runs", value_type: "whole" }],
    earlier: [],
    rows: [
      row(1, night.kara, "Kara Moon", 2, 12),
      row(2, night.tom, "Tom Hill", 3, 7),
      row(3, night.ann, "Ann Olsson", 1, 0),
    ],
    left_out: 0,
    scores_moved_at: "2026-03-04T18:30:00.000Z",
    day_ends_at: "2026-03-05T00:00:00.000Z",
  },
};

const ofClan = { clanId: night.clan };
const raids = (member_id: string, value: number) => ({ member_id, activity_id: night.raids, day: night.day, value });

/** Each answer is what the server says when the calls are made one after the other. */
export const botExamples: BotExample[] = [
  {
    title: "Read a day",
    why: "The players, what is due from them, and what was entered. The ids of players and activities are in here.",
    endpoint: getDay,
    params: { ...ofClan, day: night.day },
    status: 200,
    answer: answers.day,
  },
  {
    title: "Enter what two players did yesterday",
    why: "All cells are saved or, when one of them is not valid, none.",
    endpoint: putEntries,
    params: ofClan,
    body: { entries: [raids(night.kara, 12), raids(night.tom, 7)] },
    status: 200,
    answer: answers.saved,
  },
  {
    title: "Handle a conflict",
    why: "With base_version, a cell that someone changed since you read it (0 for an empty one) is not saved and comes back under conflicts, with its current value. The other cells are saved.",
    endpoint: putEntries,
    params: ofClan,
    body: { entries: [{ ...raids(night.kara, 15), base_version: 0 }] },
    status: 200,
    answer: answers.conflict,
  },
  {
    title: "Handle a locked day",
    why: "Days lock when the clan’s late window is over. Where the owner lets maintainers edit locked days, send a reason beside the entries.",
    endpoint: putEntries,
    params: ofClan,
    body: { entries: [{ ...raids(night.kara, 15), day: night.lockedDay }] },
    status: 423,
    answer: answers.locked,
  },
  {
    title: "Read entries as CSV",
    why: "Of a range of at most 366 days; the same call ending in .json answers with JSON.",
    endpoint: exportEntriesCsv,
    params: ofClan,
    query: { from: night.day, to: night.day },
    status: 200,
    answer: answers.csv,
  },
  {
    title: "Read the standings",
    why: "GET /api/clans/:clanId/scoreboards lists the boards with their ids.",
    endpoint: getStandings,
    params: { scoreboardId: night.board },
    status: 200,
    answer: answers.standings,
  },
];

export function toCurl({ endpoint, params, query, body }: BotExample, origin: string): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  const search = query ? `?${new URLSearchParams(query).toString()}` : "";
  const lines = [
    `curl ${endpoint.method === "GET" ? "" : `-X ${endpoint.method} `}"${origin}${path}${search}"`,
    '-H "Authorization: Bearer clh_…"',
  ];
  if (body) lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`);
  return lines.join(" \\\n  ");
}
