import type { DemoClan } from "./demo-clans.ts";

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
