import type { DemoClan } from "./demo-clans.ts";

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
