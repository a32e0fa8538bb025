import type { MyStanding } from "@clanhall/contract/my-standing";
import { inFiveHours, ironwood } from "./fake-clans.ts";
import { weekRace } from "./fake-scoreboards.ts";

/** Kara in the Ironwood Pact, on a Tuesday. */
export const ironStanding: MyStanding = {
  clan_id: ironwood.id,
  clan_name: ironwood.name,
  member_id: ironwood.member_id,
  board: {
    id: weekRace.id,
    title: "Week race",
    measure: "points",
    period: { kind: "weekly", days: null, from: "2026-03-02", to: "2026-03-08", label: "2 – 8 Mar 2026" },
    activity: null,
    rank: 12,
    previous_rank: 15,
    ranked: 50,
    score: 271.5,
    above: { name: "Misty Raven", gap: 7.7 },
    lead: null,
    unranked: null,
    due_days: 2,
    min_due_days: 0,
  },
  week: {
    points: 271.5,
    points_before: 237.3,
    days: [
      { day: "2026-03-02", points: 40 },
      { day: "2026-03-03", points: 31.5 },
    ],
    met: 27,
    due: 31,
  },
  streak: { days: 4, best: 19 },
  today: {
    clan_date: "2026-03-03",
    get ends_at() {
      return inFiveHours();
    },
    due: 5,
    still_due: [
      {
        activity_id: "99999999-0000-4000-8000-000000000001",
        name: "Troops donated",
        icon: "gift",
        color: "ocean",
        entry_by: "members",
      },
    ],
    away_until: null,
    first_due_on: null,
  },
  answer: null,
  warning: null,
};
