import type { BoardView } from "@clanhall/contract/public-scoreboards";
import { publicStandings, type PublicStandings } from "@clanhall/contract/standings";

type Row = PublicStandings["rows"][number];
type Board = PublicStandings["board"];

export const boardToken = "kJ3nX0a9b8c7d6e5f4g3h2i1j0kLmNoPqRsTuVwXyZ0";

/** Players by their scores, the best first; who has the same score has the same rank. */
export function rankedRows(scores: Record<string, number>, change: Partial<Row> = {}): Row[] {
  const list = Object.values(scores);
  return Object.entries(scores).map(([name, score], index) => ({
    rank: list.indexOf(score) + 1,
    previous_rank: 2,
    member_key: `${Buffer.from(name).toString("base64url")}0123456789abcdef`.slice(0, 16),
    name,
    tint: (index % 8) + 1,
    score,
    per_activity: [
      { activity: "a1", value: 120, points: 60 },
      { activity: "a2", value: null, points: 0 },
    ],
    days_met: 28,
    days_due: 30,
    trend: [1, 2, 3, 4, 5, 6, 7, 8],
    ...change,
  }));
}

export function standingsOf(rows: Row[], board: Partial<Board> = {}, rest: Partial<PublicStandings> = {}) {
  return publicStandings.parse({
    board: {
      id: "0b9f4c52-3f0e-4d4e-9d43-0a0a0a0a0a0a",
      title: "November raid race",
      description: "Points from donations.\nExcused days do not count.",
      clan: { name: "Night Owls" },
      measure: "points",
      period: { from: "2026-11-01", to: "2026-11-30", label: "1 – 30 Nov 2026", time_zone: "Europe/Berlin" },
      reset_time: "08:00",
      state: "active",
      columns: ["change", "trend", "days_met"],
      created_at: "2026-10-31T23:30:00.000Z",
      expires_at: "2026-12-15T09:00:00.000Z",
      ...board,
    },
    version: "version-1",
    updated_at: "2026-11-15T20:13:00.000Z",
    is_final: false,
    has_results: true,
    not_counted: 0,
    season: null,
    rows,
    activities: [
      { key: "a1", name: "Donations", icon: "gift", color: "moss", unit: "troops", value_type: "whole" },
      { key: "a2", name: "Time played", icon: "", color: "", unit: "", value_type: "duration" },
    ],
    earlier: [],
    ...rest,
  });
}

export function openView(
  standings: PublicStandings,
  rest: Partial<Pick<BoardView, "is_embedded">> & { is_preview?: boolean } = {},
): BoardView {
  return { state: "open", standings, token: boardToken, is_preview: false, is_embedded: false, ...rest };
}
