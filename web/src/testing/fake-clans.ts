import { countAttention } from "@clanhall/contract/attention";
import { listDecisions } from "@clanhall/contract/attention";
import { listRequests } from "@clanhall/contract/requests";
import { type ClanHome, getClanHome } from "@clanhall/contract/clan-home";
import { listClanAudit } from "@clanhall/contract/audit";
import { getProfile, markClanUsed } from "@clanhall/contract/account";
import { type Clan, type ClanCard, clanCard, getClan, getClanOverview, listMyClans } from "@clanhall/contract/clans";
import { type Game, listGames } from "@clanhall/contract/games";
import { mapFields } from "@clanhall/contract/fields/field";
import { memberLists, memberTexts, type ReadTexts } from "@clanhall/contract/fields/member-fields";
import { listMembers, type Member } from "@clanhall/contract/members";
import { karasProfile } from "./fake-account.ts";
import { fakeBackend } from "./fake-backend.ts";
import { openApp } from "./open-app.tsx";

/** When a clan day ends that still lasts five hours. */
export const inFiveHours = () => new Date(Date.now() + 5 * 3_600_000 + 12.5 * 60_000).toISOString();

export const warGame: Game = {
  id: "66666666-6666-4666-8666-666666666666",
  slug: "war-game",
  name: "War Game",
  icon: "",
  week_start: 3,
  servers: [
    { label: "Europe", time_zone: "UTC", reset_time: "04:00", reset_in_utc: true },
    { label: "Asia", time_zone: "Asia/Tokyo", reset_time: "05:00", reset_in_utc: false },
  ],
  templates: [{ key: "raids", name: "Raiding", activities: [{ name: "Raid attended" }] }],
};

export const nightOwls: Clan = {
  id: "55555555-5555-4555-8555-555555555555",
  clan_id: "55555555-5555-4555-8555-555555555555",
  name: "Night Owls",
  description: "We raid at eight.",
  role: "owner",
  member_id: "77777777-7777-4777-8777-777777777777",
  game: { id: warGame.id, name: warGame.name, icon: "" },
  game_name: null,
  game_server: "Europe",
  crest: { tint: null, symbol: "" },
  members: { active: 12, total: 15 },
  today: {
    clan_date: "2026-03-03",
    /** From when it is read: the tests of many files share this clan. */
    get ends_at() {
      return inFiveHours();
    },
    due: 0,
    entered: 0,
  },
  toggles: {
    members_see_values: true,
    members_enter_own: false,
    maintainers_edit_locked: false,
    maintainers_invite: false,
    maintainers_approve_joins: true,
  },
  offered_by: null,
  last_used_at: null,
  main_board_id: null,
  current_main_board_id: null,
  open_requests: 0,
  archived_at: null,
  deletes_at: null,
  created_at: "2026-01-01T00:00:00.000Z",
  created_by: karasProfile.id,
  week_start: 1,
  late_days: 2,
  grace_days: 3,
  first_day: null,
  members_away: "at_once",
  day_rules: [{ effective_from: "2026-01-01", time_zone: "UTC", reset_time: "08:00", reset_in_utc: true }],
  transfer: null,
  version: 7,
  updated_at: "2026-01-01T00:00:00.000Z",
};

export const ironwood: Clan = {
  ...nightOwls,
  id: "88888888-8888-4888-8888-888888888888",
  clan_id: "88888888-8888-4888-8888-888888888888",
  name: "Ironwood Pact",
  role: "member",
  game: null,
  game_server: null,
};

/** What the list of clans tells of one. */
export function toCard(clan: Clan): ClanCard {
  return clanCard.parse(clan);
}

export const bram: Member = {
  id: "99999999-9999-4999-8999-999999999999",
  clan_id: nightOwls.id,
  name: "Bram",
  tint: 2,
  ...mapFields(memberLists, () => []),
  ...(mapFields(memberTexts, () => "") as ReadTexts<string, string>),
  role: "maintainer",
  status: "active",
  user_id: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  is_me: false,
  away: [],
  away_until: null,
  main_member_id: null,
  merged_into_id: null,
  invite: { state: "none", expires_at: null },
  last_entry: null,
  rate_7: null,
  rate_30: null,
  joined_at: "2026-01-01T00:00:00.000Z",
  joined_on: "2026-01-01",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  version: 1,
};

/** Nothing due, nothing to read, no boards. */
export const quietHome: ClanHome = {
  players: { active: 12, linked: 9 },
  today: null,
  week: { of: "clan", days: [], rate: null, rate_before: null },
  top: null,
  standing: null,
  falling: null,
  to_decide: null,
  bulletin: null,
  boards: { count: 0, items: [] },
  steps: null,
};

/** Kara's clans on a faked backend; the first is the one whose settings are answered. */
export function fakeClans(...clans: Clan[]) {
  const [first = nightOwls] = clans;
  return fakeBackend()
    .answers(getProfile, karasProfile)
    .answers(listMyClans, clans.map(toCard))
    .answers(listGames, { items: [warGame] })
    .answers(countAttention, { items: [] })
    .answers(getClan, first)
    .answers(markClanUsed, {})
    .answers(getClanHome, quietHome)
    .answers(getClanOverview, {
      members: { active: 12, inactive: 2, removed: 1, linked: 9, away: 3 },
      invites: { open: 4, expiring: 2 },
      today: first.today,
      missing_today: { count: 0, players: [] },
      below_weekly: { count: 0, players: [] },
      expiring_boards: { count: 0, boards: [] },
    })
    .answers(listRequests, { items: [], next_cursor: null, open: { value: 0, away: 0 } })
    .answers(listDecisions, { warnings: [], notes: [] })
    .answers(listMembers, { members: [bram], next_cursor: null, counts: {} })
    .answers(listClanAudit, { items: [], next_cursor: null });
}

export function openAsKara(path: string) {
  return openApp(path, { user: "kara" });
}
