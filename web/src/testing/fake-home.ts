import { usualRules } from "@clanhall/contract/attention";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { type ClanHome, getClanHome, type HomeDay } from "@clanhall/contract/clan-home";
import type { Clan } from "@clanhall/contract/clans";
import { screen, within } from "@testing-library/react";
import { fakeClans, inFiveHours, nightOwls, openAsKara, quietHome } from "./fake-clans.ts";
import { heading } from "./open-app.tsx";
import { weekRace } from "./fake-scoreboards.ts";

const idOf = (number: number) => `44444444-0000-4000-8000-00000000000${number}`;
const player = (number: number, name: string) => ({ member_id: idOf(number), name, tint: number });

const day = (ago: number, fields: Partial<HomeDay> = {}): HomeDay => ({
  day: addDays("2026-03-03", -ago),
  due: 0,
  met: 0,
  partly: 0,
  missed: 0,
  missing: 0,
  excused: 0,
  rate: null,
  ...fields,
});

const board = {
  id: weekRace.id,
  title: "Week race",
  measure: "points",
  period: { kind: "weekly", days: null, from: "2026-03-02", to: "2026-03-08", label: "2 – 8 Mar 2026" },
  activity: null,
  is_main: true,
} as const;

const first = { ...player(1, "Silent Lynx"), rank: 1, previous_rank: 3, score: 362.4 };

/** A Tuesday in Night Owls, as its officers see it. */
export const owlsHome: ClanHome = {
  ...quietHome,
  today: {
    clan_date: "2026-03-03",
    get ends_at() {
      return inFiveHours();
    },
    time_zone: "UTC",
    due: 225,
    entered: 162,
    missing: { count: 18, players: [{ ...player(2, "Dario"), missing: 5 }] },
    still_due: null,
  },
  week: {
    of: "clan",
    days: [
      day(1, { due: 200, met: 120, partly: 20, missed: 10, missing: 40, excused: 10, rate: 63.2 }),
      day(0, { due: 225, met: 131, partly: 12, missed: 19, missing: 63, rate: 58.2 }),
      ...[-1, -2, -3, -4, -5].map((ago) => day(ago)),
    ],
    rate: 60.5,
    rate_before: 56.9,
  },
  top: {
    ...board,
    rows: [
      first,
      { ...player(2, "Dilnoza"), rank: 2, previous_rank: 1, score: 352.5 },
      { ...player(3, "Tariq"), rank: 3, previous_rank: null, score: 327 },
    ],
  },
  to_decide: { attention: 3, rules: usualRules, values: 2, away: 1, joins: 0, seasons: 0 },
  falling: [{ ...player(4, "IronMagpie"), rate: 24, rate_before: 61.4 }],
  bulletin: {
    id: idOf(9),
    title: "Raid weekend",
    content: "<p>Six attacks &amp; more, <strong>please</strong>.</p><p>Thank you.</p>",
    author: "Juno",
    posted_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    is_seen: false,
    seen_by: { seen: 31, of: 50 },
  },
  boards: {
    count: 2,
    items: [
      { ...board, leader: first },
      {
        ...board,
        id: idOf(8),
        title: "Most generous",
        measure: "activity",
        period: { kind: "rolling", days: 30, from: "2026-02-02", to: "2026-03-03", label: "" },
        activity: { name: "Troops donated", value_type: "whole", unit: "troops" },
        is_main: false,
        leader: null,
      },
    ],
  },
};

export async function openHome(home: ClanHome = owlsHome, clan: Clan = nightOwls) {
  const backend = fakeClans(clan).answers(getClanHome, home);
  const opened = openAsKara(`/clan/${clan.id}`);
  await heading(clan.name);
  return { backend, ...opened };
}

export async function homeCard(name: string) {
  return within(await screen.findByRole("region", { name }));
}
