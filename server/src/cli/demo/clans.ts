import type { ActivityDraft } from "@clanhall/contract/activities";
import type { BulletinDraft } from "@clanhall/contract/bulletin-drafts";
import type { ClanDraft } from "@clanhall/contract/clan-drafts";
import type { ScoreboardDraft } from "@clanhall/contract/scoreboard-drafts";

/** An activity, and how people usually do on a day when they play. */
export interface DemoActivity {
  draft: ActivityDraft;
  typical: number;
  /** Values come in multiples of it. */
  step: number;
  /** Share of players who do it on such a day. */
  turnout: number;
}

interface DemoBoard {
  draft: Omit<ScoreboardDraft, "activities">;
  /** By short label; all of them without. */
  labels?: string[];
  isShared: boolean;
}

export interface DemoClan {
  draft: Omit<ClanDraft, "game_id" | "player_name">;
  /** Slug of the game. */
  game: string;
  size: number;
  groups: [string, ...string[]];
  activities: DemoActivity[];
  boards: DemoBoard[];
  bulletins: { daysAgo: number; draft: BulletinDraft; publishInDays?: number }[];
}

export const emberWolves: DemoClan = {
  draft: {
    name: "Ember Wolves",
    description: "Fifty wolves from five continents. Wars on three days, raids at the weekend, donations always.",
    game_server: "Worldwide",
    time_zone: "Europe/Berlin",
    reset_time: "08:00",
    reset_in_utc: true,
    week_start: 1,
  },
  game: "clash-of-clans",
  size: 50,
  groups: ["War team", "Raid team", "Rookies"],
  activities: [
    {
      draft: {
        name: "Logged in", short_label: "Log-in", value_type: "yes_no", aggregate: "days_done", points_per_unit: 2,
        daily_target: 1, icon: "check", color: "moss", category: "Daily",
      },
      typical: 1, step: 1, turnout: 0.97,
    },
    {
      draft: {
        name: "Troops donated", short_label: "Donated", unit: "troops", points_per_unit: 0.1, daily_target: 50,
        daily_cap: 400, weekly_target: 400, icon: "gift", color: "ocean", category: "Daily", entry_by: "members",
      },
      typical: 95, step: 5, turnout: 0.85,
    },
    {
      draft: {
        name: "War attacks", short_label: "War", unit: "attacks", points_per_unit: 10, missing_points: -5,
        daily_target: 2, max_value: 2, weekdays: [2, 4, 6], icon: "sword", color: "rust", category: "War",
      },
      typical: 2, step: 1, turnout: 0.9,
    },
    {
      draft: {
        name: "War stars", short_label: "Stars", unit: "stars", points_per_unit: 3, max_value: 6,
        weekdays: [2, 4, 6], icon: "star", color: "amber", category: "War",
      },
      typical: 4, step: 1, turnout: 0.88,
    },
    {
      draft: {
        name: "Raid attacks", short_label: "Raid", unit: "attacks", points_per_unit: 5, daily_target: 2, max_value: 6,
        weekdays: [5, 6, 7], icon: "castle", color: "violet", category: "Raid",
      },
      typical: 3, step: 1, turnout: 0.8,
    },
    {
      draft: {
        name: "Capital gold", short_label: "Gold", unit: "gold", points_per_unit: 0.01, daily_target: 500,
        icon: "coin", color: "amber", category: "Raid",
      },
      typical: 900, step: 10, turnout: 0.7,
    },
    {
      draft: {
        name: "Clan Games points", short_label: "Games", unit: "points", points_per_unit: 0.02, daily_cap: 1000,
        icon: "trophy", color: "teal", category: "Daily",
      },
      typical: 450, step: 50, turnout: 0.55,
    },
  ],
  boards: [
    {
      draft: {
        title: "Wolves of the week",
        description: "Everything we track, from Monday to Sunday.",
        period: { kind: "weekly" },
        columns: ["change", "trend", "days_met"],
      },
      isShared: true,
    },
    {
      draft: { title: "Most generous", measure: "activity", period: { kind: "rolling", days: 30 }, top_n: 20 },
      labels: ["Donated"],
      isShared: true,
    },
    {
      draft: { title: "Unbroken", description: "Who has met everything, day after day.", measure: "streak", period: { kind: "rolling", days: 90 } },
      labels: ["Log-in"],
      isShared: false,
    },
    {
      draft: { title: "On the rise", measure: "improvement", period: { kind: "rolling", days: 14 }, top_n: 10 },
      isShared: false,
    },
  ],
  bulletins: [
    {
      daysAgo: 90,
      draft: {
        title: "Welcome to the pack",
        pinned: true,
        content:
          "<p>Three things make a good wolf:</p><ul><li>use <strong>both war attacks</strong></li><li>donate what is asked for</li><li>tell an officer before you go away</li></ul>",
      },
    },
    {
      daysAgo: 9,
      draft: { title: "Capital: save your gold", content: "<p>We upgrade the barracks next. Please hold your gold until Friday.</p>" },
    },
    {
      daysAgo: 3,
      draft: {
        title: "New war line-up",
        content: "<p>The line-up for Thursday is set. If your name is on it and you cannot make it, answer <em>before</em> Wednesday night.</p>",
      },
    },
    {
      daysAgo: 1,
      draft: { title: "Raid weekend starts on Friday", content: "<p>Six attacks each, please. Last time we were <strong>four attacks short</strong> of the next district.</p>" },
    },
    {
      daysAgo: 1,
      draft: { title: "Officers: rookies to talk to", audience: "maintainers", content: "<p>Four rookies missed two wars in a row. Let us share them out.</p>" },
    },
    { daysAgo: 0, publishInDays: 3, draft: { title: "Season awards", content: "<p>The awards of the season, with all their winners.</p>" } },
  ],
}; // prettier-ignore

export const lanternKeepers: DemoClan = {
  draft: {
    name: "Lantern Keepers",
    description: "A small free company of friends. We raid on two evenings and keep the workshop running.",
    game_server: "Worldwide",
    time_zone: "America/New_York",
    reset_time: "15:00",
    reset_in_utc: true,
    week_start: 2,
  },
  game: "final-fantasy-xiv",
  size: 12,
  groups: ["Raid", "Crafters"],
  activities: [
    {
      draft: {
        name: "Roulette done", short_label: "Roulette", value_type: "yes_no", aggregate: "days_done",
        points_per_unit: 5, daily_target: 1, icon: "check", color: "moss", category: "Daily",
      },
      typical: 1, step: 1, turnout: 0.85,
    },
    {
      draft: {
        name: "Raid night", short_label: "Raid", value_type: "yes_no", aggregate: "days_done", points_per_unit: 20,
        missing_points: -5, daily_target: 1, weekdays: [2, 4], icon: "sword", color: "rust", category: "Raids",
      },
      typical: 1, step: 1, turnout: 0.9,
    },
    {
      draft: {
        name: "Company credits", short_label: "Credits", unit: "credits", points_per_unit: 0.01, daily_target: 500,
        icon: "coin", color: "amber", category: "Workshop",
      },
      typical: 900, step: 50, turnout: 0.7,
    },
    {
      draft: {
        name: "Crafting orders", short_label: "Orders", unit: "orders", points_per_unit: 2, weekly_target: 10,
        icon: "hammer", color: "ocean", category: "Workshop",
      },
      typical: 3, step: 1, turnout: 0.5,
    },
    {
      draft: {
        name: "Treasure maps", short_label: "Maps", unit: "maps", points_per_unit: 4, weekdays: [5, 6, 7],
        icon: "map", color: "teal", category: "Weekend",
      },
      typical: 2, step: 1, turnout: 0.6,
    },
    {
      draft: {
        name: "Time in the house", short_label: "House", value_type: "duration", points_per_unit: 0.1,
        daily_cap: 120, icon: "clock", color: "violet", category: "Daily",
      },
      typical: 50, step: 5, turnout: 0.6,
    },
  ],
  boards: [
    { draft: { title: "Keepers of the month", period: { kind: "monthly" } }, isShared: true },
    {
      draft: { title: "Most reliable raiders", measure: "consistency", period: { kind: "rolling", days: 30 } },
      labels: ["Raid"],
      isShared: false,
    },
  ],
  bulletins: [
    {
      daysAgo: 60,
      draft: { title: "House rules", pinned: true, content: "<p>Be kind, be on time, and tell us when you cannot come.</p>" },
    },
    {
      daysAgo: 2,
      draft: {
        title: "Raid moves to Thursday",
        content: "<p>This week <strong>only Thursday</strong>, an hour later than usual. Bring food and two spare sets.</p>",
      },
    },
  ],
}; // prettier-ignore

export const silverCompass: DemoClan = {
  draft: {
    name: "Silver Compass",
    description: "A corporation with pilots in every time zone: fleets, mining, hauling and a very good bookkeeper.",
    game_server: "Tranquility",
    time_zone: "UTC",
    reset_time: "11:00",
    reset_in_utc: true,
    week_start: 1,
  },
  game: "eve-online",
  size: 150,
  groups: ["Combat wing", "Miners", "Haulers", "Scouts"],
  activities: [
    {
      draft: {
        name: "Checked in", short_label: "Check-in", value_type: "yes_no", aggregate: "days_done", points_per_unit: 1,
        daily_target: 1, icon: "check", color: "moss", category: "Everyone",
      },
      typical: 1, step: 1, turnout: 0.95,
    },
    {
      draft: {
        name: "Fleets joined", short_label: "Fleets", unit: "fleets", points_per_unit: 10, weekly_target: 3,
        icon: "flag", color: "rust", category: "Combat",
      },
      typical: 1, step: 1, turnout: 0.5,
    },
    {
      draft: { name: "Kills", short_label: "Kills", unit: "kills", points_per_unit: 3, icon: "sword", color: "rose", category: "Combat" },
      typical: 2, step: 1, turnout: 0.4,
    },
    {
      draft: {
        name: "Ore mined", short_label: "Ore", unit: "k m³", value_type: "decimal", points_per_unit: 0.5,
        daily_target: 10, icon: "gem", color: "teal", category: "Industry",
      },
      typical: 18, step: 0.25, turnout: 0.55,
    },
    {
      draft: { name: "Freight runs", short_label: "Freight", unit: "runs", points_per_unit: 5, icon: "map", color: "ocean", category: "Industry" },
      typical: 2, step: 1, turnout: 0.35,
    },
    {
      draft: {
        name: "Wallet donations", short_label: "Wallet", unit: "M ISK", points_per_unit: 0.1, daily_cap: 500,
        icon: "coin", color: "amber", category: "Industry",
      },
      typical: 80, step: 5, turnout: 0.4,
    },
    {
      draft: {
        name: "Gate watch", short_label: "Watch", value_type: "duration", points_per_unit: 0.1, daily_target: 30,
        daily_cap: 180, weekdays: [5, 6, 7], icon: "clock", color: "violet", category: "Combat",
      },
      typical: 55, step: 5, turnout: 0.5,
    },
  ],
  boards: [
    { draft: { title: "Pilots of the week", period: { kind: "weekly" }, top_n: 50 }, isShared: true },
    { draft: { title: "Industry, last 30 days", period: { kind: "rolling", days: 30 } }, labels: ["Ore", "Freight", "Wallet"], isShared: true },
    { draft: { title: "Combat wing", period: { kind: "monthly" }, members: { kind: "groups", ids: ["Combat wing"] } }, labels: ["Fleets", "Kills"], isShared: false },
  ],
  bulletins: [
    {
      daysAgo: 45,
      draft: { title: "How we count", pinned: true, content: "<p>Numbers are entered once a day by the officers. Ask in time when something looks wrong: after two days a day is closed.</p>" },
    },
    { daysAgo: 6, draft: { title: "Freight: new rates", content: "<p>Runs beyond the border count as two.</p>" } },
    { daysAgo: 1, draft: { title: "Sunday fleet", content: "<p>Forming up an hour after the reset. <strong>Shields, not armour.</strong></p>" } },
  ],
}; // prettier-ignore
